import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { termsOf } from '../../rulebook/catalogue.js';
import { ROUTES, type Route, SUPPLY_TYPES, type SupplyType, TREATMENTS, type Treatment } from '../../rulebook/model.js';
import { didYouMean } from '../../rulebook/problems.js';
import type { Rulebook } from '../../rulebook/rulebook.js';
import { cellWord } from '../csv/columns.js';
import { BadInputError, EXIT, UsageError } from '../exit_codes.js';
import { type Parsed, parseFlags } from '../flags.js';
import { rulebookPlaces } from '../open_rulebook.js';
import type { Terminal } from '../terminal.js';
import { conceptSkeleton, ruleSkeleton, type Skeleton, stillToFill } from './skeletons.js';

/** One thing to know before a skeleton can be written: a flag, and the question that stands in for it on a terminal. */
interface Wanted {
  flag: string;
  asks: string;
  /** Used when the flag is not given and the answer is empty. */
  usual?: string;
  /** What the words given mean, or what is wrong with them. */
  read(given: string): { value: string } | { fault: string };
}

const FLAGS = [
  'route',
  'supply-type',
  'name',
  'title',
  'from',
  'citation',
  'treatment',
  'area',
  'label',
  'class',
  'terms',
  'rules',
] as const;

/** `notice708 rules new rule|concept`: a skeleton where it belongs, and what is still to be filled in. */
export async function newEntry(args: readonly string[], terminal: Terminal): Promise<number> {
  const specs = Object.fromEntries(FLAGS.map((flag) => [flag, { type: 'string' as const }]));
  const flags = parseFlags(args, { ...specs, json: { type: 'boolean' } }, 'rules new');
  const [what, ...more] = flags.positionals;
  if ((what !== 'rule' && what !== 'concept') || more.length > 0)
    throw new UsageError('say what is new: "rules new rule" or "rules new concept"', 'rules new');
  const places = rulebookPlaces(flags.text('rules'));
  const book = await terminal.openRulebook(places);
  const concepts = join(places.rules, 'catalogue', 'concepts');
  const skeleton = await (what === 'rule'
    ? newRule(book, flags, terminal)
    : newConcept(book, concepts, flags, terminal));
  const line = append(join(places.rules, skeleton.file), skeleton);
  const toFill = stillToFill(skeleton.entry).map(({ offset, what: wanted }) => ({ line: line + offset, what: wanted }));
  const file = `rules/${skeleton.file}`;
  if (flags.has('json')) terminal.out(`${JSON.stringify({ id: skeleton.id, file, line, toFill })}\n`);
  else
    terminal.out(
      `${file}:${line} ${skeleton.id}\nStill to fill in:\n${toFill.map((t) => `  ${file}:${t.line} ${t.what}\n`).join('')}Then run "notice708 rules check".\n`,
    );
  return EXIT.ok;
}

async function newRule(book: Rulebook, flags: Parsed, terminal: Terminal): Promise<Skeleton> {
  const oneOf =
    (allowed: readonly string[], meaning = (given: string) => given): Wanted['read'] =>
    (given) => {
      const value = meaning(given);
      return allowed.includes(value)
        ? { value }
        : { fault: `"${given}" is not allowed${didYouMean(given, allowed)}; allowed: ${allowed.join(', ')}` };
    };
  const got = await answers(
    [
      {
        flag: 'route',
        asks: 'Route, new build (nb) or conversion (c)',
        read: oneOf(ROUTES, (g) => cellWord('route', g)),
      },
      {
        flag: 'supply-type',
        asks: `Supply type (${SUPPLY_TYPES.join(', ')})`,
        read: oneOf(SUPPLY_TYPES, (g) => cellWord('supplyType', g)),
      },
      { flag: 'name', asks: 'Last part of its id, such as roof_lanterns', read: idPart },
      { flag: 'title', asks: 'Title', read: words },
      { flag: 'from', asks: 'First day it holds for', usual: new Date().toISOString().slice(0, 10), read: date },
      { flag: 'citation', asks: 'Where the law says so, such as n708#13.5', read: citation(book) },
      { flag: 'treatment', asks: `Treatment (${TREATMENTS.join(', ')})`, read: oneOf(TREATMENTS) },
    ],
    flags,
    terminal,
  );
  const skeleton = ruleSkeleton({
    route: got('route') as Route,
    supplyType: got('supply-type') as SupplyType,
    name: got('name'),
    title: got('title'),
    from: got('from'),
    citation: got('citation'),
    treatment: got('treatment') as Treatment,
  });
  if (book.rule(skeleton.id))
    throw new BadInputError(`there is a rule ${skeleton.id} already; ids are never used again`);
  return skeleton;
}

async function newConcept(book: Rulebook, folder: string, flags: Parsed, terminal: Terminal): Promise<Skeleton> {
  const areas = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replace(/\.yaml$/, ''));
  const classes = (book.facts.find((fact) => fact.name === 'productClass')?.values ?? []).map(({ value }) => value);
  const owner = (term: string) =>
    book.catalogue.concepts.find((c) => termsOf(c).some((t) => t.toLowerCase() === term.toLowerCase()));
  const got = await answers(
    [
      { flag: 'area', asks: 'File of the catalogue it belongs to, such as finishes', read: area(areas) },
      { flag: 'name', asks: 'Last part of its id, such as living_wall', read: idPart },
      { flag: 'label', asks: 'How a sentence names it, in the plural', read: words },
      {
        flag: 'class',
        asks: 'Class of facts.yaml',
        usual: 'ask',
        read: (given) =>
          classes.includes(given)
            ? { value: given }
            : { fault: `"${given}" is not a class${didYouMean(given, classes)}; allowed: ${classes.join(', ')}` },
      },
      {
        flag: 'terms',
        asks: 'Words that name it, with commas between',
        read: (given) => {
          const terms = termsGiven(given);
          const taken = terms.find((term) => owner(term));
          if (terms.length === 0) return { fault: 'give at least one' };
          return taken ? { fault: `"${taken}" is already a term of ${owner(taken)?.id}` } : { value: given };
        },
      },
      { flag: 'citation', asks: 'Where the law says so, such as n708#13.4', read: citation(book) },
    ],
    flags,
    terminal,
  );
  const id = `${idPrefix(folder, got('area'))}.${got('name')}`;
  if (book.catalogue.get(id)) throw new BadInputError(`there is a concept ${id} already; ids are never used again`);
  return conceptSkeleton({
    area: got('area'),
    id,
    label: got('label'),
    productClass: got('class'),
    terms: termsGiven(got('terms')),
    citation: got('citation'),
  });
}

/** Ids of an area begin as those that are there. */
function idPrefix(folder: string, name: string): string {
  const file = join(folder, `${name}.yaml`);
  if (!existsSync(file)) return name;
  const { concepts } = parse(readFileSync(file, 'utf8')) as { concepts: { id: string }[] };
  return concepts[0]?.id.split('.')[0] ?? name;
}

function termsGiven(given: string): string[] {
  return given
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

/** Takes each thing from its flag, or asks for it on a terminal until the answer can be used. */
async function answers(
  wanted: readonly Wanted[],
  flags: Parsed,
  terminal: Terminal,
): Promise<(flag: string) => string> {
  const values = new Map<string, string>();
  const missing: string[] = [];
  for (const { flag, asks, usual, read } of wanted) {
    const given = flags.text(flag);
    if (given !== undefined) {
      const result = read(given);
      if ('fault' in result) throw new BadInputError(`--${flag}: ${result.fault}`);
      values.set(flag, result.value);
    } else if (terminal.inIsTty) {
      for (;;) {
        const answer = await terminal.ask(`${asks}${usual === undefined ? '' : ` [${usual}]`}: `);
        if (answer === null) throw new UsageError(`--${flag} is needed`, 'rules new');
        const result = read(answer.trim() === '' && usual !== undefined ? usual : answer.trim());
        if ('value' in result) {
          values.set(flag, result.value);
          break;
        }
        terminal.err(`${result.fault}\n`);
      }
    } else if (usual !== undefined) values.set(flag, usual);
    else missing.push(flag);
  }
  if (missing.length > 0)
    throw new UsageError(
      `${missing.map((flag) => `--${flag}`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} needed where there is no terminal to ask on`,
      'rules new',
    );
  return (flag) => values.get(flag) ?? '';
}

/** Adds the entry at the end of its file and says at which line it begins. */
function append(path: string, { head, entry, file }: Skeleton): number {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : head;
  const list = Object.keys((parse(before) ?? {}) as object).at(-1);
  if (list !== 'rules' && list !== 'concepts')
    throw new BadInputError(
      `rules/${file} does not end with its list of ${file.startsWith('catalogue') ? 'concepts' : 'rules'}; add the entry by hand:\n${entry}`,
    );
  const whole = before.endsWith('\n') ? before : `${before}\n`;
  writeFileSync(path, whole + entry);
  return whole.split('\n').length;
}

const idPart: Wanted['read'] = (given) =>
  /^[a-z][a-z0-9_]*$/.test(given) ? { value: given } : { fault: `"${given}" must be small letters, digits and _` };

const words: Wanted['read'] = (given) => (given === '' ? { fault: 'give some words' } : { value: given });

const date: Wanted['read'] = (given) =>
  /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given))
    ? { value: given }
    : { fault: `"${given}" is not a date; write it as 2026-11-20` };

const area =
  (areas: readonly string[]): Wanted['read'] =>
  (given) =>
    areas.includes(given)
      ? { value: given }
      : {
          fault: `there is no rules/catalogue/concepts/${given}.yaml${didYouMean(given, areas)}; there are ${areas.join(', ')}`,
        };

const citation =
  (book: Rulebook): Wanted['read'] =>
  (given) => {
    const fault = book.citations.fault(given);
    return fault
      ? { fault: `${fault.message}${didYouMean(fault.word, fault.allowed)}; there are ${fault.allowed.join(', ')}` }
      : { value: given };
  };
