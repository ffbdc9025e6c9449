import { areaOf } from '../catalogue.js';
import type { Circumstance, WhoFittedRow } from '../model.js';
import { remembering } from '../remembering.js';
import { type Draft, says, settle } from './draft.js';

/** What the line tells of its supplier, customer, building and time (circumstances.yaml). */
export function readCircumstances(draft: Draft): void {
  for (const row of draft.tables.circumstances) if (applies(draft, row)) take(draft, row);
}

/** The question who fitted the thing, in the words of the case; null when the plain one will do. */
export function askWhoFitted(draft: Draft): void {
  draft.whoFittedQuestion = draft.tables.whoFitted.find((row) => fits(draft, row))?.asks ?? null;
}

function applies(draft: Draft, row: Circumstance): boolean {
  const { says: all, saysOneOf, unless, alsoInNames } = row;
  const one = saysOneOf === undefined || saysOneOf.some((id) => isSaid(draft, id, alsoInNames));
  return one && saysAll(draft, all, alsoInNames) && !unless?.some((id) => says(draft, id)) && isAbout(draft, row);
}

/** Most rows end here, and this runs for every row and line. */
function saysAll(draft: Draft, ids: readonly string[] | undefined, alsoInNames = false): boolean {
  if (ids === undefined) return true;
  for (const id of ids) if (!isSaid(draft, id, alsoInNames)) return false;
  return true;
}

function isSaid(draft: Draft, id: string, alsoInNames = false): boolean {
  return says(draft, id) || (alsoInNames && isInOtherName(draft, id));
}

/** Inside the name of what the line is about the words only name it ("break-in alarm"). */
function isInOtherName({ reading, subject, head }: Draft, id: string): boolean {
  const statement = reading.statementsInNames.get(id);
  const named = subject ?? head?.mention;
  return statement !== undefined && !(named && statement.from >= named.from && statement.from < named.to);
}

/** "Clean the bath" opens with cleaning, and "service duct" names a duct. */
function opensWith({ reading, subject }: Draft, words: readonly string[]): boolean {
  const first = reading.words[0]?.form;
  return first !== undefined && words.includes(first) && (subject === null || subject.from > 0);
}

/** After these stands a place, behind a dash as a note ("guttering - ag barn"). */
const AT_PLACE = new Set(['for', 'to', 'in', 'at', 'of', 'onto', 'into', 'inside', 'round', '-']);

/** "Bricks for barn", "slates to old church": a place as a whole, of which no word behind it says more ("barn door", "mill conversion"). */
function placeNamed({ reading: { words } }: Draft, places: readonly string[]): string | null {
  const found = words.find(({ kind, form }, at) => {
    if (kind !== 'word' || !places.includes(form) || words[at + 1]?.kind === 'word') return false;
    return [words[at - 1], words[at - 2]].some((word) => word !== undefined && AT_PLACE.has(word.form));
  });
  return found?.form ?? null;
}

function isAbout(draft: Draft, row: Circumstance): boolean {
  const { concept, line } = draft;
  const { moreThan, about = {} } = row;
  return (
    (row.opensWith === undefined || opensWith(draft, row.opensWith)) &&
    (row.placeNamed === undefined || placeNamed(draft, row.placeNamed) !== null) &&
    (row.placeTold === undefined || row.placeTold === line.placeTold?.is) &&
    (row.billedToCompany === undefined || line.billedTo !== null) &&
    (row.foreignVat === undefined || line.foreignVat) &&
    (row.besideWorks === undefined || line.besideWorks) &&
    (row.withoutNet === undefined || row.withoutNet === (line.net === 0)) &&
    (about.things === undefined || about.things.includes(concept?.id ?? '')) &&
    !about.areasBut?.includes(areaOf(concept?.id ?? '')) &&
    (about.items === undefined || about.items.includes(concept?.esmItem ?? '')) &&
    !about.itemsBut?.includes(concept?.esmItem ?? '') &&
    (about.facts === undefined ||
      Object.entries(about.facts).every(([fact, values]) => values.includes(draft.facts[fact] ?? ''))) &&
    (about.lineKinds === undefined || about.lineKinds.includes(draft.lineKind)) &&
    (about.goodsAlone === undefined || about.goodsAlone.includes(draft.goodsAlone ?? '')) &&
    (about.supplied === undefined || about.supplied.includes(draft.supplied)) &&
    (about.routes === undefined || about.routes.includes(line.route)) &&
    (about.wordings === undefined || about.wordings.includes(draft.wording)) &&
    (moreThan === undefined || amountsOf(line.text, moreThan.unit).some((amount) => amount > moreThan.amount))
  );
}

/** What of the line the row rests on, as a step names it: the first that says more than the words alone. */
function groundOf(draft: Draft, row: Circumstance): string {
  const { line, reading } = draft;
  if (row.placeTold && line.placeTold?.supplier !== undefined)
    return `The project names "${line.placeTold.supplier}" for "${line.placeTold.words}", which`;
  if (row.placeTold) return `It is said to be for "${line.placeTold?.words}", which`;
  if (row.billedToCompany) return `That "${line.billedTo}" is named as the customer`;
  if (row.foreignVat) return 'The VAT number or the money of the document';
  if (row.withoutNet) return 'VAT without the value it is of';
  if (row.moreThan) return `More than ${row.moreThan.amount} ${row.moreThan.unit}`;
  if (row.opensWith) return `"${reading.words[0]?.form}"`;
  const place = row.placeNamed === undefined ? null : placeNamed(draft, row.placeNamed);
  if (place !== null) return `"${place}"`;
  const one = row.saysOneOf?.find((id) => isSaid(draft, id, row.alsoInNames));
  const ids = [...(row.says ?? []), ...(one === undefined ? [] : [one])];
  return ids.map((id) => `"${reading.statements.get(id)?.text ?? id}"`).join(' and ');
}

function take(draft: Draft, row: Circumstance): void {
  const why = groundOf(draft, row);
  for (const [fact, value] of Object.entries(row.states ?? {})) {
    settle(draft, fact, value, 'words');
    draft.steps.push(`${why} states: ${fact} is ${value.replace(/_/g, ' ')}.`);
  }
  for (const [fact, value] of Object.entries(row.hints ?? {})) {
    settle(draft, fact, value, 'hint');
    draft.steps.push(`${why} leaves open: ${fact} is ${value.replace(/_/g, ' ')}.`);
  }
  if (row.raises !== undefined) draft.doubts.add(row.raises);
  if (row.raises !== undefined && row.placeTold) draft.steps.push(`${why} may be no part of the home.`);
}

function fits(draft: Draft, { says: ids, things, wordings }: WhoFittedRow): boolean {
  if (wordings !== undefined && !wordings.includes(draft.wording)) return false;
  return saysAll(draft, ids) && (things === undefined || things.includes(draft.concept?.id ?? ''));
}

/** The tables name a few units. */
const UNITS_KEPT = 100;
const inUnit = remembering(UNITS_KEPT, (unit) => new RegExp(`(\\d+(?:\\.\\d+)?)\\s*${unit}\\b`, 'gi'));

/** The amounts of a unit that the line names: "8kWp", "8.2 kWp". */
function amountsOf(text: string, unit: string): number[] {
  const found = text.matchAll(inUnit(unit));
  return [...found].map(([, amount]) => Number(amount));
}
