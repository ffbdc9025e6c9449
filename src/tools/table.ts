import { answerVatComplexQuestion } from './answer_vat_complex_question.js';
import { assessProjectEligibility } from './assess_project_eligibility.js';
import { authenticateAccount } from './authenticate_account.js';
import { checkAccountStatus, checkAccountStatusWithKey } from './check_account_status.js';
import { checkLineItem } from './check_line_item.js';
import { createAccount } from './create_account.js';
import { listInvoices } from './list_invoices.js';
import { listLineItems } from './list_line_items.js';
import { listProjects } from './list_projects.js';
import { pollAuthentication } from './poll_authentication.js';
import { reclassifyCompanionItems } from './reclassify_companion_items.js';
import { authenticateWithRecoveryCode, createAccountWithKey } from './registration.js';
import { routeLineItem } from './route_line_item.js';
import { setUpProjectTool } from './set_up_project.js';
import { submitInvoiceData } from './submit_invoice_data.js';
import type { Tool } from './tool.js';

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

const OF_AN_ORGANISATION = [
  setUpProjectTool,
  listProjects,
  assessProjectEligibility,
  listInvoices,
  listLineItems,
  routeLineItem,
  answerVatComplexQuestion,
  reclassifyCompanionItems,
  submitInvoiceData,
];

/** The tools of this service, for each behaviour set of interface.md section 9. */
export const TOOLS: Readonly<Record<'A' | 'B', ToolTable>> = {
  A: toolTable([
    checkLineItem,
    createAccount,
    authenticateAccount,
    pollAuthentication,
    checkAccountStatus,
    ...OF_AN_ORGANISATION,
  ] as Tool[]),
  B: toolTable([
    checkLineItem,
    createAccountWithKey,
    authenticateWithRecoveryCode,
    checkAccountStatusWithKey,
    ...OF_AN_ORGANISATION,
  ] as Tool[]),
};
