import { type CompanionRole, type CompanionTable, isLike, roleOf, whyNever } from '../companions.js';
import type { Line } from '../line.js';
import type { Case } from './case.js';

/** What a line takes from the main line it follows. */
export interface Following {
  /** Words of the main line. */
  main: string;
  supplied: 'supply_and_install' | 'materials';
  /** Facts taken; the line's own words and answers outrank them. */
  facts: Readonly<Record<string, string>>;
  /** The item whose zero-rate dates decide; null to leave the line its own. */
  item: string | null;
  /** The tax point the owner gave of the main line. */
  taxPoint: string | null;
  settles: readonly string[];
  raises: readonly string[];
  /** Why nothing is claimed on it, and the question asked then. */
  held: string | null;
  asks: string | null;
  flags: readonly string[];
  /** Told with the result. */
  tells: string;
}

/**
 * What a companion takes from its main line; null when it may take nothing: either of them is on the list of lines that
 * never follow, or the main line is no supply that others are part of.
 * @param own the line as it is by itself.
 */
export function followingOf(table: CompanionTable, line: Line, own: Case, main: Case): Following | null {
  const { mainLine } = line;
  const role = roleOf(table, own);
  const supplied = table.supply[main.supplied];
  if (
    mainLine === null ||
    role === null ||
    !everFollows(table, role) ||
    whyNever(table, main) !== null ||
    supplied === undefined
  )
    return null;
  const works = supplied === 'supply_and_install';
  const asMain = works && table.asMain.roles.includes(role);
  const kind = works && !asMain ? table.installed.find((row) => isLike(main, row)) : undefined;
  const hold = mainLine.heldBy === null ? undefined : table.holds[mainLine.heldBy];
  const stillOpen = works ? table.installed.find((row) => row.holds !== undefined && isLike(main, row)) : undefined;
  const answered = main.answers.filter((a) => a.answer.holds === undefined);
  return {
    main: mainLine.text,
    supplied,
    facts: {
      ...sharedFacts(table, main),
      ...(asMain ? factsOf(main, table.asMain.facts) : kind?.sets),
      ...goodsOfMain(table, role, works, main),
      // What is decided as the main line goes through the same rules.
      supplied: asMain ? main.supplied : supplied,
    },
    item: asMain || kind?.datesOfMain === true ? main.item : null,
    taxPoint: main.answers.some((a) => a.answer.takes === 'date') ? main.line.taxPoint : null,
    settles: [
      ...table.settles[supplied],
      ...(asMain ? ['product_unknown'] : []),
      ...answered.flatMap((a) => a.question.settles).filter((doubt) => table.settles.answered.includes(doubt)),
    ],
    raises: [...main.doubts].filter((doubt) => asMain || !table.asMain.doubts.includes(doubt)),
    held: main.held ?? hold?.says ?? stillOpen?.holds ?? null,
    asks: main.heldQuestion ?? hold?.asks ?? (stillOpen === undefined ? null : main.meaning.aimQuestion),
    flags: main.flags,
    tells: table.tells[supplied],
  };
}

/** Whether some main line takes in lines of this role. */
function everFollows({ follow, wider }: CompanionTable, role: CompanionRole): boolean {
  return [...Object.values(follow), ...wider.map((w) => w.roles)].some((roles) => roles.includes(role));
}

/** Facts of the main line that are known, whether by answer or by its words. */
function sharedFacts(table: CompanionTable, main: Case): Record<string, string> {
  const answered = new Set(main.answers.flatMap((a) => Object.keys({ ...a.question.implies, ...a.answer.sets })));
  const known = table.shares.filter((fact) => answered.has(fact) || main.meaning.origins[fact] !== 'presumed');
  return factsOf(main, known);
}

function factsOf({ facts }: Case, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (facts[name] == null ? [] : [[name, facts[name]]])));
}

/** Carriage and reductions of goods bought alone are of those goods. */
function goodsOfMain(table: CompanionTable, role: string, works: boolean, main: Case): Record<string, string> {
  const named = table.goodsNamed[main.facts.goodsAlone ?? ''];
  const ofGoods = !works && table.asMain.roles.some((r) => r === role);
  return ofGoods && named !== undefined ? { goodsNamed: named } : {};
}
