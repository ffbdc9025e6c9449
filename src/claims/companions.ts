import { InputError } from '../rulebook/answers.js';
import type { QuestionForUser } from '../rulebook/classification.js';
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
import { outcomeOf } from '../rulebook/deciding/decision.js';
import { contradictedFact, resolveAnswers } from '../rulebook/deciding/given_answers.js';
import type { GivenAnswer, HeldBy, Line, MainLine } from '../rulebook/line.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** A line of one invoice of one supplier. */
export interface InvoiceLine {
  id: string;
  /** As it is decided on its own, with its owner's answers; a relation and main line it has had before count for nothing. */
  line: Line;
  /** Its owner answered a question of it. */
  confirmed: boolean;
}

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

type Supplied = 'supply_and_install' | 'materials';

/** A line with what is known of it by itself. */
interface Entry {
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
interface Invoice {
  book: Rulebook;
  table: CompanionTable;
  entries: readonly Entry[];
  /** The works that an answered line is part of. */
  works: Entry | null;
  /** Labour beside goods of which nobody said whose goods were fitted. */
  labour: Entry | null;
}

/**
 * Says of every line of an invoice what it is to the others, and gives it the main line it follows (companions.yaml).
 * Depends on the lines and their printed order alone: it is the same whatever order lines were added or answered in, and
 * taking an answer back gives what was before.
 * @param lines every line of one invoice of one supplier, in the order printed.
 * @returns one companion for each line, in the same order.
 */
export function companionsOf(book: Rulebook, lines: readonly InvoiceLine[]): Companion[] {
  const table = book.companions;
  const entries = lines.map((line, at) => entryOf(book, line, at));
  const works = leadingWorks(table, entries);
  const labour = entries.find((e) => isOpenLabour(table, e)) ?? null;
  return entries.map((entry) => placed({ book, table, entries, works, labour }, entry));
}

function entryOf(book: Rulebook, { id, line: given, confirmed }: InvoiceLine, at: number): Entry {
  const table = book.companions;
  const apart = isAnswered(given, table.differentJobs);
  const line: Line = { ...given, relation: apart ? 'unrelated' : null, mainLine: null };
  const own = ownCase(book, line);
  const never = apart ? 'you said that it is a different job' : whyNever(table, own);
  // An answer about the whole invoice says nothing of the line.
  const confirms = line.answers.filter((a) => book.questions.get(a.questionId)?.concerns !== 'invoice');
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

function isOpenLabour(table: CompanionTable, { role, line }: Entry): boolean {
  return role === 'labour' && !line.answers.some((a) => isNotTheirs(table, a));
}

/** The answer that labour was on goods bought elsewhere. */
function isNotTheirs(table: CompanionTable, { questionId, answerId }: GivenAnswer): boolean {
  return questionId === table.labourBesideGoods.question && answerId === table.labourBesideGoods.notTheirs;
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
  const heldBy = main === null ? null : reasonToHold(invoice, main, several);
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

function inOneJob({ table }: Invoice, a: Entry, b: Entry): boolean {
  return takes(table, a, b) || takes(table, b, a);
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

/**
 * The main line an entry belongs to: the one its words name, else the nearest above, else the only one below. `several` when
 * more than one below could be meant.
 */
function mainOf(invoice: Invoice, entry: Entry): { main: Entry | null; several: boolean } {
  const { table, entries } = invoice;
  if (entry.role === 'reduction') return { main: mainOfReduction(invoice, entry), several: false };
  const candidates = entries.filter((e) => e !== entry && isMain(invoice, e) && takes(table, e, entry));
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
function isMain({ table, entries }: Invoice, entry: Entry): boolean {
  if (entry.carries !== null) return true;
  if (entry.role !== 'goods' || !isMainThing(table, entry.conceptId)) return false;
  return !entries.some((e) => e !== entry && e.carries !== null && takes(table, e, entry));
}

/** Whether a main line takes an entry in. */
function takes(table: CompanionTable, main: Entry, entry: Entry): boolean {
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
function contradicted(main: Entry, entry: Entry): string | null {
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

function isAnswered(line: Line, { question, answer }: AnswerNamed): boolean {
  return line.answers.some((a) => a.questionId === question && a.answerId === answer);
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
