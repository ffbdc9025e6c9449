import type { Draft } from '../extraction/draft.js';
import { LIMITS } from '../extraction/limits.js';
import { readDocument } from '../extraction/read_document.js';
import { DocumentRefused } from '../extraction/refusal.js';
import { formatPence } from '../rulebook/money.js';
import { BadInputError, EXIT, UsageError } from './exit_codes.js';
import { type Parsed, parseFlags } from './flags.js';
import { bytesOf } from './input_file.js';
import { LINE_FLAGS, statedBy } from './line_flags.js';
import { rulebookPlaces } from './open_rulebook.js';
import { claimOfDraft, decideDraft, type LineDecision, undecidable } from './read_decisions.js';
import { draftText } from './read_text.js';
import { painter, type Terminal } from './terminal.js';

/** `notice708 read`: an invoice in, its lines, their reconciliation and their decisions out. */
export async function read(args: readonly string[], terminal: Terminal): Promise<number> {
  const { net: _net, vat: _vat, answer: _answer, ...lineFlags } = LINE_FLAGS;
  const flags = parseFlags(args, { ...lineFlags, json: { type: 'boolean' } }, 'read');
  const [path, ...more] = flags.positionals;
  if (path === undefined) throw new UsageError('name the file of an invoice', 'read');
  if (more.length > 0) throw new UsageError('one file at a time', 'read');
  const draft = await readFile(path, terminal);
  const { decisions, note } = await decisionsOf(draft, flags, terminal);
  // What each line says alone may come to more than the document: a reduction that is still open comes off, and no more than its VAT counts.
  const vatToClaim = decisions === null ? null : formatPence(claimOfDraft(draft, decisions));
  if (flags.has('json'))
    terminal.out(`${JSON.stringify({ ...draft, decisions, vatToClaim, decisionsNote: note }, null, 2)}\n`);
  else terminal.out(draftText(draft, decisions, note, painter(terminal), terminal.columns));
  return EXIT.ok;
}

async function readFile(path: string, terminal: Terminal): Promise<Draft> {
  const bytes = await bytesOf(path, terminal, LIMITS.fileBytes * 5);
  const cancel = new AbortController();
  const stop = () => cancel.abort();
  process.once('SIGINT', stop);
  try {
    return await readDocument(bytes, {
      fileName: path,
      signal: cancel.signal,
      onProgress: ({ page, pages }) => {
        if (terminal.errIsTty) terminal.err(`\rreading page ${page} of ${pages} ...`);
      },
    });
  } catch (error) {
    if (error instanceof DocumentRefused) throw new BadInputError(`${path}: ${error.message}`);
    throw error;
  } finally {
    if (terminal.errIsTty) terminal.err('\r\u001b[K');
    process.removeListener('SIGINT', stop);
  }
}

async function decisionsOf(
  draft: Draft,
  flags: Parsed,
  terminal: Terminal,
): Promise<{ decisions: LineDecision[] | null; note: string | null }> {
  if (!flags.has('route'))
    return {
      decisions: null,
      note: 'The lines are read and not decided: give --route self_build_431nb or self_build_431c.',
    };
  const { context, supplyType } = statedBy(flags);
  const reason = undecidable(draft);
  if (reason !== null) return { decisions: null, note: reason };
  const book = await terminal.openRulebook(rulebookPlaces(flags.text('rules')));
  return {
    decisions: await decideDraft(book, draft, context, supplyType),
    note: evidenceNote(draft),
  };
}

/** What a document other than an invoice is worth. */
function evidenceNote(draft: Draft): string | null {
  const kinds: Partial<Record<Draft['documentType'], string>> = {
    quotation: 'A quotation',
    pro_forma: 'A pro forma',
    order_confirmation: 'An order confirmation',
    delivery_note: 'A delivery note',
  };
  const kind = kinds[draft.documentType];
  return kind === undefined
    ? null
    : `${kind} is no evidence for a claim: the decisions say what to expect before you pay.`;
}
