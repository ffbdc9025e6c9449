import type { Rulebook } from '../rulebook/rulebook.js';
import type { Write } from '../store/open.js';
import type { Claims } from './claims.js';
import { asDecided, decideFile } from './deciding.js';
import { evidencedFile } from './document_evidence.js';
import { sameNumber } from './document_identity.js';
import type { Invoice, InvoiceHead, LineItem } from './records.js';
import { type GivenLine, newLineItem } from './route_line.js';
import type { StoredFile } from './stored.js';

/** A document as it was read. */
export interface ReadInvoice {
  head: InvoiceHead;
  /** In the order printed. */
  lines: readonly GivenLine[];
}

/** A read document is to become its invoice. */
export interface ReadingDone {
  organisationId: string;
  projectId: string;
  invoiceId: string;
  /** As the decisions name who made them. */
  actor: string;
  book: Rulebook;
  /** Ends the job; stale when somebody else has ended it. */
  end(at: number): Write;
}

/**
 * Writes what was read as one: head, lines, decisions, and the end of the job. Lines that were there already, because their
 * owner did not wait, stay as they are, and a read line that is one of them is not put beside it.
 * @throws Stale when the job is no longer the reader's.
 */
export function recordReading(
  claims: Claims,
  { organisationId, projectId, invoiceId, actor, book, end }: ReadingDone,
  read: ReadInvoice,
): Promise<{ lines: number }> {
  const { stored, writes, changes, clock } = claims;
  const request = { organisationId, idempotencyKey: null, tool: 'reading', body: null };
  return changes.carryOut(projectId, request, async () => {
    const file = await stored.file(organisationId, invoiceId);
    const at = clock();
    const invoice: Invoice = {
      ...file.invoice,
      ...read.head,
      problems: [...read.head.problems, ...(await besides(claims, file, read))],
      extraction: 'done',
      updatedAt: at,
    };
    const inTrash = invoice.state === 'trashed';
    const added = notThereYet(file.items, read.lines).map((line, i) =>
      newLineItem(invoice, line, file.items.length + i + 1, at),
    );
    const isAdded = new Set(added.map(({ id }) => id));
    const decisions = await decideFile(
      book,
      { project: file.project, invoice, items: [...file.items, ...added] },
      {
        actor,
        at,
        causeOf: ({ id }) => (isAdded.has(id) ? 'read' : 'other_lines'),
        lastDecided: file.lastDecided,
      },
    );
    const decided = new Map(decisions.map(({ after }) => [after.id, after]));
    const evidenced = await evidencedFile(claims, book, {
      project: file.project,
      invoice,
      items: asDecided([...file.items, ...added], decisions),
    });
    return {
      writes: [
        writes.unchanged(file.project),
        writes.invoice(evidenced.invoice),
        ...evidenced.others,
        ...added.map((item) => writes.newLine(decided.get(item.id) ?? item, inTrash)),
        ...decisions.flatMap(({ after }) => (isAdded.has(after.id) ? [] : [writes.line(after, inTrash)])),
        ...writes.decisions(decisions),
        writes.documentsChanged(file.project),
        end(at),
      ],
      answer: { lines: added.length },
    };
  });
}

/** Each stored line stands for one read line of the same words and amounts; two alike on the paper stay two. */
function notThereYet(items: readonly LineItem[], lines: readonly GivenLine[]): GivenLine[] {
  const there = new Map<string, number>();
  for (const item of items) there.set(sameText(item), (there.get(sameText(item)) ?? 0) + 1);
  return lines.filter((line) => {
    const left = there.get(sameText(line)) ?? 0;
    if (left > 0) there.set(sameText(line), left - 1);
    return left === 0;
  });
}

/** Alike for lines of the same words and amounts. */
export const sameText = ({ text, net, vat }: Pick<GivenLine, 'text' | 'net' | 'vat'>): string =>
  JSON.stringify([text.toLowerCase().replace(/\s+/g, ' ').trim(), net, vat]);

/** What the paper alone does not show. */
async function besides(
  { stored }: Claims,
  { project, invoice, items }: StoredFile,
  { head, lines }: ReadInvoice,
): Promise<InvoiceHead['problems']> {
  const problems: InvoiceHead['problems'][number][] = [];
  const [twin] = await stored.twinsOf(project, head, invoice.id);
  if (twin) problems.push(sameNumber(twin.invoice, head.invoiceNumber));
  if (items.length > 0 && notThereYet(items, lines).length > 0)
    problems.push({
      code: 'lines_given_before',
      message:
        'Lines were given for this invoice before it was read, and others were read: see that none is there twice.',
      found: null,
      expected: null,
    });
  return problems;
}
