import type { Write } from '../store/open.js';
import { type AskingToWrite, type Claims, NotAllowed } from './claims.js';
import { decideFile } from './deciding.js';
import { evidencedFile } from './document_evidence.js';
import { sameNumber } from './document_identity.js';
import type { Invoice } from './records.js';
import { writeRequest } from './route_line.js';
import type { StoredFile } from './stored.js';

/** What can be done with an invoice as a whole. */
export type Closing = 'lock' | 'unlock' | 'trash' | 'restore';

interface Step {
  invoice: Invoice;
  writes: readonly Write[];
}

/**
 * Locks or unlocks an invoice, moves it to the trash or back. Asking for what is so already changes nothing.
 * @throws NotFound, NotAllowed when it is locked, in the trash, or still being read.
 */
export async function closeInvoice(
  claims: Claims,
  asking: AskingToWrite,
  invoiceId: string,
  closing: Closing,
): Promise<Invoice> {
  const { stored, changes } = claims;
  const { projectId } = await stored.invoice(asking.organisationId, invoiceId);
  return changes.carryOut(projectId, writeRequest(asking), async () => {
    const file = await stored.file(asking.organisationId, invoiceId);
    const { invoice, writes } = await STEPS[closing](claims, asking, file);
    return { writes, answer: invoice };
  });
}

const STEPS: Record<Closing, (claims: Claims, asking: AskingToWrite, file: StoredFile) => Promise<Step>> = {
  lock: async ({ writes, clock }, _asking, { invoice }) => {
    refuseTrashed(invoice);
    if (invoice.extraction === 'queued' || invoice.extraction === 'running')
      throw new NotAllowed('being_read', `Invoice ${invoice.id} is being read; lock it when its lines are there.`);
    if (invoice.state === 'locked') return { invoice, writes: [] };
    const locked: Invoice = { ...invoice, state: 'locked', updatedAt: clock() };
    return { invoice: locked, writes: [writes.invoice(locked)] };
  },

  unlock: async ({ writes, clock }, _asking, { invoice }) => {
    refuseTrashed(invoice);
    if (invoice.state === 'open') return { invoice, writes: [] };
    const open: Invoice = { ...invoice, state: 'open', updatedAt: clock() };
    return { invoice: open, writes: [writes.invoice(open)] };
  },

  trash: async (claims, { book }, { project, invoice, items }) => {
    const { writes, clock } = claims;
    if (invoice.state === 'locked')
      throw new NotAllowed(
        'invoice_locked',
        `Invoice ${invoice.id} is locked: unlock it before moving it to the trash.`,
      );
    if (invoice.state === 'trashed') return { invoice, writes: [] };
    const at = clock();
    const trashed: Invoice = { ...invoice, state: 'trashed', trashedAt: at, updatedAt: at };
    const { others } = await evidencedFile(claims, book, { project, invoice: trashed, items });
    return {
      invoice: trashed,
      writes: [writes.invoice(trashed), ...others, ...items.map((item) => writes.line(item, true))],
    };
  },

  restore: async (claims, { book, actor }, file) => {
    const { invoice, items } = file;
    if (invoice.state !== 'trashed') return { invoice, writes: [] };
    const { stored, writes, clock } = claims;
    const at = clock();
    const [twin] = await stored.twinsOf(file.project, invoice, invoice.id);
    const others = invoice.problems.filter(({ code }) => code !== 'same_number');
    const reopened: Invoice = {
      ...invoice,
      problems: twin ? [...others, sameNumber(twin.invoice, invoice.invoiceNumber)] : others,
      state: 'open',
      trashedAt: null,
      updatedAt: at,
    };
    // What is known of the project may have changed meanwhile.
    const decisions = await decideFile(
      book,
      { ...file, invoice: reopened },
      { actor, at, causeOf: () => 'project_changed', lastDecided: file.lastDecided },
    );
    const decided = new Map(decisions.map(({ after }) => [after.id, after]));
    const { invoice: restored, others: repeated } = await evidencedFile(claims, book, { ...file, invoice: reopened });
    return {
      invoice: restored,
      writes: [
        writes.unchanged(file.project),
        writes.invoice(restored),
        ...repeated,
        ...items.map((item) => writes.line(decided.get(item.id) ?? item)),
        ...writes.decisions(decisions),
        writes.documentsChanged(file.project),
      ],
    };
  },
};

function refuseTrashed({ id, state }: Invoice): void {
  if (state === 'trashed') throw new NotAllowed('invoice_trashed', `Invoice ${id} is in the trash: restore it first.`);
}
