import { InputError } from '../rulebook/answers.js';
import type { QuestionForUser } from '../rulebook/classification.js';
import { type CompanionTable, isMainThing } from '../rulebook/companions.js';
import { caseOf } from '../rulebook/deciding/case.js';
import { outcomeOf } from '../rulebook/deciding/decision.js';
import { resolveAnswers } from '../rulebook/deciding/given_answers.js';
import type { HeldBy, Line, MainLine } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import {
  contradicted,
  type Entry,
  type Invoice,
  type InvoiceLine,
  inOneJob,
  invoiceOf,
  isAnswered,
  mainOf,
  takes,
} from './invoice_jobs.js';

export type { InvoiceLine };

/** What a line is to the others of its invoice. */
export interface Companion {
  id: string;
  relation: 'main' | 'ancillary' | 'labour' | 'unrelated';
  /** The line it belongs to. */
  mainId: string | null;
  /** As it is now to be classified: relation and main line are set where it follows. */
  line: Line;
  /** Why, in one sentence. */
  because: string;
  /** An answer given to another line that this one's own answers or words contradict; nothing is overwritten. */
  conflict: { withId: string; question: QuestionForUser } | null;
}

/**
 * Says of every line of an invoice what it is to the others, and gives it the main line it follows (companions.yaml).
 * Depends on the lines and their printed order alone: it is the same whatever order lines were added or answered in, and
 * taking an answer back gives what was before.
 * @param lines every line of one invoice of one supplier, in the order printed.
 * @returns one companion for each line, in the same order.
 */
export function companionsOf(book: Rulebook, lines: readonly InvoiceLine[]): Companion[] {
  const invoice = invoiceOf(book, lines);
  return invoice.entries.map((entry) => placed(invoice, entry));
}

function placed(invoice: Invoice, entry: Entry): Companion {
  const { table, works, labour } = invoice;
  const { line, role } = entry;
  const stays = (relation: Companion['relation'], because: string, more: Partial<Companion> = {}): Companion => ({
    id: entry.id,
    relation,
    mainId: null,
    line,
    because,
    conflict: null,
    ...more,
  });
  if (entry.never !== null) return stays('unrelated', `It is decided on its own: ${entry.never}.`);
  if (entry.confirmed) return answered(invoice, entry, stays);
  if (role === null) return stays('unrelated', 'It is decided on its own: it is not known what it is.');
  if (entry === works) return stays('main', 'It is the works that the other lines are part of.');

  const { main, several } = mainOf(invoice, entry);
  const relation = role === 'labour' ? 'labour' : 'ancillary';
  // A reduction counts as soon as what it reduces is claimed: to hold it would raise the claim.
  const heldBy = main === null || role === 'reduction' ? null : reasonToHold(invoice, main, several);
  if (role === 'carriage' && main?.carries !== 'supply_and_install') {
    const goods = carriedGoods(invoice, entry);
    if (main?.carries !== 'materials' && goods !== null)
      return stays(
        'ancillary',
        `It is for ${named(goods)}, bought without fitting.`,
        follows(entry, goods, goods, null),
      );
    if (main?.carries === 'materials' && goods === null && heldBy === null)
      return stays('ancillary', 'Not all goods on the invoice can be claimed, so it is decided on its own.', {
        mainId: main.id,
      });
  }
  if (main === null)
    return stays(ownRelation(table, entry), 'It belongs to no line about which a question was answered.');
  const mainId = main.id;
  if (role === 'grant') return stays('ancillary', `It is paid towards ${named(main)} and changes no rate.`, { mainId });
  if (main.carries === null)
    return stays(relation, `It belongs to ${named(main)}, about which no question has been answered.`, { mainId });

  const against = contradicted(main, entry);
  if (against !== null)
    return stays(relation, `Its own words say ${against}, which does not fit your answer about ${named(main)}.`, {
      mainId,
      conflict: { withId: mainId, question: conflictQuestion(invoice, [main, entry]) },
    });
  if (role === 'labour' && main.carries === 'materials')
    return stays('labour', `It charges labour beside ${named(main)}, which you said was bought without fitting.`, {
      mainId,
      conflict: entry === labour ? { withId: mainId, question: labourQuestion(invoice) } : null,
    });
  const leads = works !== null && isAnswered(main.line, table.worksLead) ? works : main;
  return stays(relation, whyFollows(main, leads, heldBy), follows(entry, main, leads, heldBy));
}

/** @param leads the line named as the main line, which is another than the one answered where that is part of larger works. */
function follows({ line, role }: Entry, main: Entry, leads: Entry, heldBy: HeldBy | null): Partial<Companion> {
  const mainLine: MainLine = {
    text: leads.line.text,
    supplyType: leads.line.supplyType,
    conceptId: leads.conceptId ?? null,
    answers: [...main.line.answers],
    heldBy,
  };
  return { mainId: leads.id, line: { ...line, relation: role === 'labour' ? 'labour' : 'ancillary', mainLine } };
}

/**
 * The goods that carriage is for: the nearest above, else the first. Null unless every charge for goods on the invoice is for
 * goods bought alone and can be claimed as it now stands: carriage of other goods with them is to be shared.
 */
function carriedGoods(invoice: Invoice, entry: Entry): Entry | null {
  const { book, entries } = invoice;
  const goods = entries.filter(
    (e) =>
      e.role !== 'carriage' && e.role !== 'reduction' && e.own.facts.goodsAlone !== 'not_goods' && e.line.vat !== 0,
  );
  if (!goods.every((e) => isClaimedAlone(book, placed(invoice, e).line))) return null;
  return goods.findLast((e) => e.at < entry.at) ?? goods[0] ?? null;
}

function isClaimedAlone(book: Rulebook, line: Line): boolean {
  try {
    const put = caseOf(book, line, resolveAnswers(book.questions, line));
    const verdict = book.engine.judge(line.route, put.supplied, put.line.taxPoint, put.facts);
    const whole = put.answers.every((a) => a.answer.parts === undefined);
    return whole && put.supplied === 'materials' && outcomeOf(put, verdict).treatment === 'reclaimable';
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

type Stays = (relation: Companion['relation'], because: string, more?: Partial<Companion>) => Companion;

/** A line whose owner answered a question keeps that answer, whatever was answered about the others. */
function answered(invoice: Invoice, entry: Entry, stays: Stays): Companion {
  const { table, works } = invoice;
  if (works !== null && entry.carries !== null && isAnswered(entry.line, table.worksLead))
    return stays('ancillary', `You said that it is part of the wider works, ${named(works)}.`, { mainId: works.id });
  const other = contradictedBy(invoice, entry);
  const conflict = other === null ? null : { withId: other.id, question: conflictQuestion(invoice, [other, entry]) };
  const although = other === null ? '' : `, although that does not fit your answer about ${named(other)}`;
  const because = `You answered a question about it, so it keeps that answer${although}.`;
  if (entry.carries !== null) return stays('main', because, { conflict });
  const { main } = mainOf(invoice, entry);
  const relation = main === null ? ownRelation(table, entry) : entry.role === 'labour' ? 'labour' : 'ancillary';
  return stays(relation, because, { mainId: main?.id ?? null, conflict });
}

/** A line printed above, about which the owner answered the opposite of what was answered about this one. */
function contradictedBy(invoice: Invoice, entry: Entry): Entry | null {
  return (
    invoice.entries.find(
      (e) => e.at < entry.at && e.carries !== null && inOneJob(invoice, e, entry) && contradicted(e, entry) !== null,
    ) ?? null
  );
}

/** Why nothing is claimed on what follows a main line; null when it may be. */
function reasonToHold(invoice: Invoice, main: Entry, several: boolean): HeldBy | null {
  const { table, entries, labour } = invoice;
  if (several) return 'unclear';
  const disputed = entries.some(
    (e) =>
      e !== main &&
      e.carries !== null &&
      inOneJob(invoice, main, e) &&
      (contradicted(main, e) ?? contradicted(e, main)),
  );
  if (disputed) return 'conflict';
  return main.carries === 'materials' && labour !== null && takes(table, main, labour) ? 'labour_beside_goods' : null;
}

function whyFollows(main: Entry, leads: Entry, heldBy: HeldBy | null): string {
  const held = heldBy !== null || main.own.held !== null;
  const yet = held ? ', so nothing is claimed on it yet' : '';
  if (heldBy === 'unclear') return `It could belong to ${named(main)} or to another line${yet}.`;
  if (heldBy === 'conflict')
    return `It goes with ${named(main)}, and two answers about that do not fit together${yet}.`;
  if (heldBy === 'labour_beside_goods')
    return `It was bought like ${named(main)}, but the invoice also charges labour${yet}.`;
  if (held) return `It goes with ${named(main)}, about which your answer leaves the question open${yet}.`;
  return main.carries === 'materials'
    ? `It was bought like ${named(main)}, without fitting.`
    : `It is part of the same job as ${named(leads)}.`;
}

/** A thing that a customer would name first is a main line although nobody answered about it. */
function ownRelation(table: CompanionTable, { role, conceptId }: Entry): Companion['relation'] {
  if (role === 'works' || isMainThing(table, conceptId)) return 'main';
  return role === 'labour' ? 'labour' : 'unrelated';
}

function named({ line }: Entry): string {
  return `“${line.text}”`;
}

function conflictQuestion({ book, table }: Invoice, lines: readonly Entry[]): QuestionForUser {
  return questionFor(book, table.holds.conflict.asks, ` (${lines.map(named).join(' and ')})`);
}

function labourQuestion({ book, table }: Invoice): QuestionForUser {
  return questionFor(book, table.holds.labour_beside_goods.asks, '');
}

/** A question about how lines belong together, which no line asks by itself. */
function questionFor(book: Rulebook, id: string, about: string): QuestionForUser {
  const question = book.questions.get(id);
  if (!question) throw new Error(`companions.yaml asks ${id}, which is no question`);
  return {
    id: question.id,
    kind: question.kind,
    text: `${question.text}${about}`,
    whyAsked: question.whyAsked,
    answers: question.answers.map(({ id, label }) => ({ id, label, thenTreatment: 'needs_answer' })),
  };
}
