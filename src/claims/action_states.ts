import { actionItemsOf } from './action_items.js';
import { type ActionState, readActions } from './action_reading.js';
import type { Asking, AskingToWrite, Claims } from './claims.js';
import type { ActionItem } from './open_item.js';
import { writeRequest } from './route_line.js';
import { NotFound } from './stored.js';

export const ACTION_STATES = ['open', 'asked', 'received', 'done'] as const satisfies readonly ActionState['state'][];

/** Everything that is to be done about a project today. @throws NotFound */
export async function projectActions(claims: Claims, asking: Asking, projectId: string): Promise<ActionItem[]> {
  const project = await claims.stored.project(asking.organisationId, projectId);
  const { book, today } = asking;
  const assessment = await book.assess(project, today, { kept: true });
  return actionItemsOf(book, { ...(await readActions(claims, book, project)), project, assessment, today });
}

/**
 * Notes how far somebody has come with an action item.
 * @returns the item as it then is.
 * @throws NotFound when the project has no such item.
 */
export function setActionState(
  claims: Claims,
  asking: AskingToWrite,
  projectId: string,
  actionId: string,
  state: ActionState['state'],
  note: string | null,
): Promise<ActionItem> {
  const { store, changes, clock } = claims;
  return changes.carryOut(projectId, writeRequest(asking), async () => {
    const items = await projectActions(claims, asking, projectId);
    const found = items.find((item) => item.id === actionId);
    if (!found) throw new NotFound('actionItem.id', actionId, projectId);
    const noted = { state, note, actor: asking.actor, updated_at: clock() };
    const query = store.db
      .insertInto('action_states')
      .values({ project_id: projectId, organisation_id: asking.organisationId, action_id: actionId, ...noted })
      .onConflict((conflict) => conflict.columns(['project_id', 'action_id']).doUpdateSet(noted));
    return { writes: [{ query }], answer: { ...found, state: found.settled ? found.state : state, note } };
  });
}
