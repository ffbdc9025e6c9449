import { InputError } from '../rulebook/answers.js';
import {
  type AnswerNamed,
  type CompanionFamily,
  type CompanionRole,
  type CompanionTable,
  familyOf,
  isAncillary,
  isLike,
  isMainThing,
  roleOf,
  whyNever,
} from '../rulebook/companions.js';
import { type Case, caseOf } from '../rulebook/deciding/case.js';
import { contradictedFact, resolveAnswers } from '../rulebook/deciding/given_answers.js';
import type { GivenAnswer, Line } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** A line of one invoice of one supplier. */
export interface InvoiceLine {
  id: string;
  /** As it is decided on its own, with its owner's answers; a relation and main line it has had before count for nothing. */
  line: Line;
  /** Its owner answered a question of it. */
  confirmed: boolean;
}

/** How the companions of a line were supplied. */
export type Supplied = 'supply_and_install' | 'materials';

/** A line with what is known of it by itself. */
export interface Entry {
  id: string;
  /** Its place in the order printed. */
  at: number;
  line: Line;
  own: Case;
  conceptId: string | undefined;
  confirmed: boolean;
  role: CompanionRole | null;
  never: string | null;
  family: CompanionFamily | undefined;
  /** What its companions are, when its owner answered a question of its job. */
  carries: Supplied | null;
}

/** One invoice while its lines are placed. */
export interface Invoice {
  book: Rulebook;
  table: CompanionTable;
  entries: readonly Entry[];
  /** The works that an answered line is part of. */
  works: Entry | null;
  /** Labour beside goods of which nobody said whose goods were fitted. */
  labour: Entry | null;
  /** Lines that others may belong to. */
  mains: ReadonlySet<Entry>;
}

/** The lines of an invoice, each by itself, and what they are together. */
export function invoiceOf(book: Rulebook, lines: readonly InvoiceLine[]): Invoice {
  const table = book.companions;
  const entries = lines.map((line, at) => entryOf(book, line, at));
  const labour = entries.find((e) => isOpenLabour(table, e)) ?? null;
  const mains = new Set(entries.filter((e) => isMain(table, entries, e)));
  return { book, table, entries, works: leadingWorks(table, entries), labour, mains };
}

/** A line with what it is by itself. */
function entryOf(book: Rulebook, { id, line: given, confirmed }: InvoiceLine, at: number): Entry {
  const table = book.companions;
  const apart = isAnswered(given, table.differentJobs);
  const line: Line = { ...given, relation: apart ? 'unrelated' : null, mainLine: null };
  const own = ownCase(book, line);
  const never = apart ? 'you said that it is a different job' : whyNever(table, own);
  // An answer about the whole invoice says nothing of the line.
  const confirms = line.answers.filter(({ questionId }) => {
    const question = book.questions.get(questionId);
    return question?.concerns !== 'invoice' && question?.oneForInvoice !== true;
  });
  return {
    id,
    at,
    line,
    own,
    conceptId: own.meaning.concept?.id,
    confirmed: confirms.length > 0 || (confirmed && line.answers.length === 0),
    role: never === null ? roleOf(table, own) : null,
    never,
    family: familyOf(table, own.meaning.concept?.id),
    carries: never === null ? carriedBy(table, own) : null,
  };
}

/**
 * What the companions of a line are, by its owner's answers. That goods were bought alone is carried only when the owner said
 * so: the words of one line say it of that line.
 */
function carriedBy(table: CompanionTable, { answers, supplied, held }: Case): Supplied | null {
  const carrying = answers.filter(
    ({ given, question }) =>
      table.jobQuestions.includes(question.id) &&
      !table.carryNothing.some((a) => a.question === question.id && a.answer === given.answerId),
  );
  if (carrying.length === 0) return null;
  const carries = table.supply[supplied] ?? null;
  const said = held !== null || carrying.some(({ answer }) => answer.sets?.supplied !== undefined);
  return carries === 'materials' && !said ? null : carries;
}

/** Answers that contradict their line are refused when it is decided; until they are corrected it stands without them. */
function ownCase(book: Rulebook, line: Line): Case {
  try {
    return caseOf(book, line, resolveAnswers(book.questions, line));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return caseOf(book, { ...line, answers: [] }, []);
  }
}

/** Where the owner said that a job is part of larger works: the works line, which leads it. The dearest, of several. */
function leadingWorks(table: CompanionTable, entries: readonly Entry[]): Entry | null {
  if (!entries.some((e) => e.carries !== null && isAnswered(e.line, table.worksLead))) return null;
  const works = entries.filter((e) => e.role === 'works' && !isAnswered(e.line, table.worksLead));
  return works.reduce<Entry | null>(
    (best, e) => (best !== null && Math.abs(best.line.net) >= Math.abs(e.line.net) ? best : e),
    null,
  );
}

/** Labour of which nobody said that it was on other goods. */
function isOpenLabour(table: CompanionTable, { role, line }: Entry): boolean {
  return role === 'labour' && !line.answers.some((a) => isNotTheirs(table, a));
}

/** The answer that labour was on goods bought elsewhere. */
function isNotTheirs(table: CompanionTable, { questionId, answerId }: GivenAnswer): boolean {
  return questionId === table.labourBesideGoods.question && answerId === table.labourBesideGoods.notTheirs;
}

/** Whether one of two lines takes the other in. */
export function inOneJob({ table }: Invoice, a: Entry, b: Entry): boolean {
  return takes(table, a, b) || takes(table, b, a);
}

/**
 * The main line an entry belongs to: the one its words name, else the nearest above, else the only one below. `several` when
 * more than one below could be meant.
 */
export function mainOf(invoice: Invoice, entry: Entry): { main: Entry | null; several: boolean } {
  const { table, entries, mains } = invoice;
  if (entry.role === 'reduction') return { main: mainOfReduction(invoice, entry), several: false };
  const candidates = entries.filter((e) => e !== entry && mains.has(e) && takes(table, e, entry));
  const names = namesIn(entry.own);
  const byName = candidates.filter((e) => names.has(e.conceptId ?? ''));
  const from = byName.length > 0 ? byName : candidates;
  const above = from.findLast((e) => e.at < entry.at);
  return { main: above ?? from[0] ?? null, several: above === undefined && from.length > 1 };
}

/**
 * A credit or discount reduces the line it names, and so belongs where that line does. One that names none reduces all
 * lines with VAT, and belongs where all of them do.
 */
function mainOfReduction(invoice: Invoice, entry: Entry): Entry | null {
  const names = namesIn(entry.own);
  const charges = invoice.entries.filter((e) => e !== entry && e.role !== 'reduction' && e.line.vat !== 0);
  const reduced = charges.filter((e) => names.has(e.conceptId ?? ''));
  const unnamed = entry.own.facts.goodsNamed === 'none';
  const mains = (reduced.length > 0 || !unnamed ? reduced : charges).map((e) =>
    e.carries !== null ? e : e.confirmed || e.role === null ? null : mainOf(invoice, e).main,
  );
  const [first = null] = mains;
  return first?.carries != null && mains.every((main) => main === first) ? first : null;
}

/** A line about which a question of its job was answered, or a thing a customer would name first that belongs to no such line. */
function isMain(table: CompanionTable, entries: readonly Entry[], entry: Entry): boolean {
  if (entry.carries !== null) return true;
  if (entry.role !== 'goods' || !isMainThing(table, entry.conceptId)) return false;
  return !entries.some((e) => e !== entry && e.carries !== null && takes(table, e, entry));
}

/** Whether a main line takes an entry in. */
export function takes(table: CompanionTable, main: Entry, entry: Entry): boolean {
  const { role, own, conceptId } = entry;
  if (role === null) return false;
  if (role === 'grant') return isMainThing(table, main.conceptId);
  const sameThing = conceptId !== undefined && conceptId === main.conceptId;
  const apart = table.ownAim.some((like) => isLike(own, like)) && !sameThing;
  const wide = table.wider.filter((w) => isAnswered(main.line, w) && (w.ownAim === true || !apart));
  if (main.carries !== null && wide.some((w) => w.roles.includes(role))) return true;
  if (main.carries === 'materials') return role === 'labour' || (table.follow.materials.includes(role) && !apart);
  if (role === 'fuel') return main.family?.takesFuel === true;
  if (role === 'goods' || role === 'labour') {
    // Labour on a thing that nobody knows is of the job only where an answer takes in all labour.
    if (conceptId === undefined) return role === 'labour' && own.reading.headStatus === 'nothing_named';
    if (sameThing || isAncillary(table, main.family, conceptId) || table.smallThings.includes(conceptId)) return true;
    return role === 'labour' && namesIn(own).has(main.conceptId ?? '');
  }
  return role !== 'works' && table.follow.supply_and_install.includes(role);
}

/** Things a line names. */
function namesIn({ reading }: Case): Set<string> {
  const named = [
    ...reading.about.map((a) => a.mention),
    ...reading.others.map((o) => o.mention),
    ...(reading.head === null ? [] : [reading.head.mention, ...reading.head.describedBy]),
  ];
  return new Set(named.map((m) => m.concept.id));
}

/** What an entry's words or answers say, when that is the opposite of what a main line carries. */
export function contradicted(main: Entry, entry: Entry): string | null {
  const said = (value: string) => value.replace(/_/g, ' ');
  if (main.carries === null) return null;
  if (entry.carries !== null && entry.carries !== main.carries) return said(entry.carries);
  for (const [fact, value] of [
    ['supplied', main.carries],
    ['job', main.own.facts.job],
  ] as const) {
    const own = entry.carries !== null && fact === 'job' ? entry.own.facts.job : null;
    if (value == null) continue;
    if (own != null && own !== value) return said(own);
    const words = contradictedFact(fact, value, entry.own.meaning);
    if (words !== null) return said(words);
  }
  return null;
}

/** Whether the owner gave this answer to a line. */
export function isAnswered(line: Line, { question, answer }: AnswerNamed): boolean {
  return line.answers.some((a) => a.questionId === question && a.answerId === answer);
}
