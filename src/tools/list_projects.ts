import { projectTotals } from '../claims/held_between.js';
import { listProjects as list } from '../claims/lists.js';
import { viewProject } from '../claims/projects.js';
import { askingIn, claimsCall, NOT_THERE } from './claim_calls.js';
import { projectView } from './claim_views.js';
import { inputCheck } from './input_check.js';
import { PAGE_SIZE } from './list_line_items.js';
import { fullProjectView } from './project_view.js';
import { announcedOutput, readToolSchema } from './schema_files.js';
import type { Tool } from './tool.js';

interface Input {
  projectId?: string;
  limit?: number;
  cursor?: string;
}

const inputSchema = readToolSchema('list_projects.input');
const answerSchema = readToolSchema('list_projects.output');
const checked = inputCheck<Input>(inputSchema);

const DESCRIPTION = `Lists the projects of the person's organisation with what their lines come to by treatment. With projectId it shows that project in full in detail: assessment, what to ask next, deadlines, documents, and action items (letters to suppliers among them).

Use when: you need a projectId, or the totals of a claim.
Do not use when: you want lines or documents (list_line_items, list_invoices).

<example>
{}
</example>`;

export const listProjects: Tool<Input> = {
  name: 'list_projects',
  title: 'List projects with their totals',
  description: DESCRIPTION,
  inputSchema,
  answerSchema,
  outputSchema: announcedOutput(answerSchema),
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: ['projects:read'],
  refusals: NOT_THERE,
  countsTowardsDailyCap: false,
  limitClass: null,
  read: (args) => checked(args ?? {}),
  run: ({ projectId, limit = PAGE_SIZE, cursor = null }, context) =>
    claimsCall(async () => {
      const { claims } = context;
      const asking = askingIn(context);
      if (projectId !== undefined) {
        const { project, assessment } = await viewProject(claims, asking, projectId);
        const { project: item, ...detail } = await fullProjectView(claims, asking, project, assessment);
        return { ok: true, items: [item], nextCursor: null, detail };
      }
      const page = await list(claims, asking.organisationId, { limit, cursor });
      const items = [];
      for (const project of page.items) items.push(projectView(project, await projectTotals(claims, asking, project)));
      return { ok: true, items, nextCursor: page.nextCursor, detail: null };
    }),
  logFields: (_input, answer) => ({ items: (answer as { items: unknown[] }).items.length }),
};
