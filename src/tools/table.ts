import { assessProjectEligibility } from './assess_project_eligibility.js';
import { authenticateAccount } from './authenticate_account.js';
import { checkAccountStatus, checkAccountStatusWithKey } from './check_account_status.js';
import { checkLineItem } from './check_line_item.js';
import { createAccount } from './create_account.js';
import { pollAuthentication } from './poll_authentication.js';
import { authenticateWithRecoveryCode, createAccountWithKey } from './registration.js';
import type { Access, Tool } from './tool.js';

/** Every tool a server answers; MCP, REST and the OpenAPI document are all made from it. */
export interface ToolTable {
  all: readonly Tool[];
  named(name: string): Tool | undefined;
}

/** Makes a table of one row a tool. */
export function toolTable(all: readonly Tool[]): ToolTable {
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  return { all, named: (name) => byName.get(name) };
}

/** The tools of this service, for each behaviour set of interface.md section 9. */
export const TOOLS: Readonly<Record<'A' | 'B', ToolTable>> = {
  A: toolTable([
    checkLineItem,
    createAccount,
    authenticateAccount,
    pollAuthentication,
    checkAccountStatus,
    assessProjectEligibility,
  ] as Tool[]),
  B: toolTable([
    checkLineItem,
    createAccountWithKey,
    authenticateWithRecoveryCode,
    checkAccountStatusWithKey,
    assessProjectEligibility,
  ] as Tool[]),
};

/**
 * Tools of the published interface that need a key and are not answered here yet. A caller without a key is told to get
 * one in the same way as for a tool that exists, so clients need no change when it does.
 */
export const ANNOUNCED_GATED: ReadonlyMap<string, Exclude<Access, 'public'>> = new Map<
  string,
  Exclude<Access, 'public'>
>([
  ['set_up_project', ['projects:write']],
  ['list_projects', ['projects:read']],
  ['list_invoices', ['projects:read']],
  ['list_line_items', ['projects:read']],
  ['route_line_item', ['line_items:write']],
  ['answer_vat_complex_question', ['line_items:write']],
  ['reclassify_companion_items', ['line_items:write']],
  ['submit_invoice_data', ['line_items:write', 'invoices:write']],
]);
