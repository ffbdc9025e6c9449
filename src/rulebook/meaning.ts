import type { Concept } from './catalogue.js';
import type { Facts } from './conditions.js';
import type { Line } from './line.js';
import { nameGoods } from './meaning/belonging.js';
import { askWhoFitted, readCircumstances } from './meaning/circumstances.js';
import { doubtRemoval } from './meaning/doubted_removal.js';
import { type Draft, type MeaningTables, newDraft, type Origin, says, settle } from './meaning/draft.js';
import { doubtByOtherLines, readEnergySaving } from './meaning/energy_saving.js';
import { findMixedGoods } from './meaning/mixed_goods.js';
import { settleGoods } from './meaning/open_goods.js';
import { doubtLandscape, findBuilding, followOwners } from './meaning/ownership.js';
import { readStated } from './meaning/stated.js';
import { findSubject } from './meaning/subject.js';
import { readSupply } from './meaning/supply.js';
import { nameWork, settleLineKind } from './meaning/works_contract.js';
import type { SupplyType } from './model.js';
import type { Reading } from './reading/reading.js';

/** What a line means: the facts that rules name, and what the user is told about them. */
export interface Meaning {
  facts: Facts;
  origins: Readonly<Record<string, Origin>>;
  /** Whose rules decide. */
  supplied: SupplyType;
  concept: Concept | null;
  /** The words that name the thing, as printed. */
  matchedText: string | null;
  /** Words for a building that is not the home. */
  otherBuilding: string | null;
  /** Words for goods that are no building materials, in a price for more. */
  excluded: string | null;
  /** The item of zeroRateWindows whose dates decide, when there is one. */
  zeroRateItem: string | null;
  /** The question of an energy-saving doubt, when there is one. */
  aimQuestion: string | null;
  /** The question who fitted it, in the words of the case; null when the plain one will do. */
  whoFittedQuestion: string | null;
  /** Every doubt, so that an answer can remove its own. */
  doubts: ReadonlySet<string>;
  steps: readonly string[];
}

/**
 * Turns a reading and what the caller said into the facts that rules name. The order matters: words outrank the caller, and
 * each room builds on what the ones before it found.
 */
export function meaningOf(
  line: Line,
  reading: Reading,
  tables: MeaningTables,
  answered: Concept | null = null,
): Meaning {
  const draft = newDraft(line, reading, tables, answered);
  readStated(draft);
  findSubject(draft);
  followOwners(draft);
  findBuilding(draft);
  findMixedGoods(draft);
  settleGoods(draft);
  settleLineKind(draft);
  readSupply(draft);
  nameWork(draft);
  doubtLandscape(draft);
  doubtRemoval(draft);
  nameGoods(draft);
  readEnergySaving(draft);
  doubtByOtherLines(draft);
  readCircumstances(draft);
  askWhoFitted(draft);
  settleThing(draft);
  return draft;
}

/** The facts that every room could still change. */
function settleThing(draft: Draft): void {
  const { line, lineKind } = draft;
  if (lineKind === 'commissioning' && says(draft, 'installer_did_it'))
    settle(draft, 'installedBy', 'same_firm', 'words');
  if (lineKind === 'grant' && line.vat !== 0) draft.productClass = 'statutory_or_outside_scope';
  settle(draft, 'productClass', draft.productClass, 'catalogue');
  settle(draft, 'goodsAlone', draft.goodsAlone, 'catalogue');
  settle(draft, 'lineKind', lineKind, 'catalogue');
  settle(draft, 'doubt', firstDoubt(draft.doubts, draft.tables), 'words');
}

/** The first doubt in the order of facts.yaml: one question at a time. */
export function firstDoubt(doubts: ReadonlySet<string>, { doubtOrder }: Pick<MeaningTables, 'doubtOrder'>): string {
  if (doubts.size === 0) return 'none';
  const raised = doubtOrder.filter(({ value }) => doubts.has(value));
  const first = raised[0]?.value ?? 'none';
  return raised.find(({ comesBefore }) => comesBefore?.includes(first))?.value ?? first;
}
