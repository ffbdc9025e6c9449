import { isUkVatNumber } from '../rulebook/vat_number.js';
import { alikeToTheEye, plainWords } from './plain_words.js';
import type { Invoice, InvoiceHead } from './records.js';

/** What a document says of its supplier. */
export type SupplierHead = Pick<InvoiceHead, 'supplierName' | 'supplierVatNumber'>;

/**
 * Whether two documents are of one supplier: `doubtful` where what they say contradicts itself, `open` where they do not say
 * enough to tell them apart.
 */
export type SupplierLikeness = 'same' | 'doubtful' | 'open' | 'different';

/** Compares what two documents say of their supplier, however they write it. */
export function supplierLikeness(a: SupplierHead, b: SupplierHead): SupplierLikeness {
  const [p, q] = [toldIn(a), toldIn(b)];
  if (meet(p.numbers, q.numbers)) return 'same';
  if (meet(p.names, q.names)) return p.numbers.size === 0 || q.numbers.size === 0 ? 'same' : 'doubtful';
  if (isSlip(p, q)) return 'doubtful';
  return isOpen(p, q) ? 'open' : 'different';
}

/** One supplier however it is written: by its VAT number, else by its name. It is stored: migration 008 has its copy. */
export function supplierKey({ supplierName, supplierVatNumber }: SupplierHead): string | null {
  return numberOf(supplierVatNumber) ?? (nameOf(supplierName) || null);
}

type SupplierOfDocument = SupplierHead & Pick<Invoice, 'id' | 'documentType'>;

/**
 * The suppliers of the documents of a project: the one place that says which documents are of one. A supplier is named by the
 * first VAT number that holds among its documents, else as its first document tells it.
 */
export class Suppliers {
  private constructor(
    private readonly sure: ReadonlyMap<string, string>,
    private readonly possible: ReadonlyMap<string, string>,
  ) {}

  /** @param documents outside the trash, in the order they came. */
  static of(documents: readonly SupplierOfDocument[]): Suppliers {
    const told = toldOnce(documents);
    const sure = new Groups(told.keys());
    joinAlike(sure, told);
    const possible = new Groups(told.keys());
    joinAlike(possible, told);
    joinOpen(possible, sure, told);
    const unknown = unknownTo(possible, told, documents);
    const called = (groups: Groups, but: ReadonlySet<string>): ReadonlyMap<string, string> => {
      const keys = keysOf(groups, told);
      return new Map(
        documents.flatMap((document): [string, string][] => {
          const head = headOf(document);
          const key = keys.get(groups.of(head));
          return key === undefined || but.has(head) ? [] : [[document.id, key]];
        }),
      );
    };
    return new Suppliers(called(sure, new Set()), called(possible, unknown));
  }

  /** Whose a document is by the VAT number or the name it shows; null where it shows neither. */
  told({ id }: Pick<Invoice, 'id'>): string | null {
    return this.sure.get(id) ?? null;
  }

  /**
   * Whose it may be: suppliers whom a misread number, a longer name or a half that is not shown does not tell apart are one. Null
   * where it may be of any, as it shows no number that holds and nothing that another document shows.
   */
  perhaps({ id }: Pick<Invoice, 'id'>): string | null {
    return this.possible.get(id) ?? null;
  }

  /** Documents that may charge for something, by whose they may be. */
  charging<Document extends Pick<Invoice, 'id' | 'documentType'>>(
    documents: readonly Document[],
  ): Map<string, Document[]> {
    const suppliers = new Map<string, Document[]>();
    for (const document of documents) {
      const key = this.perhaps(document);
      if (key === null || document.documentType === 'credit_note') continue;
      const of = suppliers.get(key) ?? [];
      suppliers.set(key, of);
      of.push(document);
    }
    return suppliers;
  }
}

/** A supplier as `Suppliers` calls it, and its documents. */
export type DocumentsOfSupplier = readonly [string, readonly Invoice[]];

/** How the documents of one supplier name it; null when none does. */
export function supplierNameOf(documents: readonly SupplierHead[]): string | null {
  return documents.find(({ supplierName }) => supplierName !== null)?.supplierName ?? null;
}

/** What is said of one supplier by a document, or by several together. */
interface Told {
  /** As they are compared, each with its words as far as the eye can tell them. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
  /** The first of them; null where none is shown. */
  name: string | null;
  /**
   * VAT numbers, each with whether its last two digits fit the others: one that is misread or misprinted, or of another country,
   * tells nobody apart.
   */
  numbers: ReadonlyMap<string, boolean>;
  /** Whether one of the numbers fits. */
  holds: boolean;
}

function toldIn({ supplierName, supplierVatNumber }: SupplierHead): Told {
  const number = numberOf(supplierVatNumber);
  const names = namesIn(supplierName);
  const holds = number !== null && isUkVatNumber(number);
  return {
    names: new Map(names.map((name) => [name.replaceAll(' ', ''), new Set(name.split(' ').map(loosely))])),
    name: names[0] ?? null,
    numbers: new Map(number === null ? [] : [[number, holds]]),
    holds,
  };
}

/** The digits of a VAT number without those of a branch. */
function numberOf(supplierVatNumber: string | null): string | null {
  const digits = (supplierVatNumber ?? '').replace(/\D/g, '');
  const BRANCH = /^(\d{9})\d{3}$/;
  return digits.replace(BRANCH, '$1') || null;
}

/** What a company is, which is left out as often as it is written. */
const COMPANY_FORM = /(?: (?:ltd|limited|plc|llp|lp|cic|inc))+$/;
const TRADING_AS = / (?:t a|ta|trading as) /;

/** A name in small letters and digits. */
export function folded(text: string): string {
  return plainWords(text.replaceAll('&', ' and ')).join(' ');
}

function nameOf(supplierName: string | null): string {
  return folded(supplierName ?? '')
    .replace(COMPANY_FORM, '')
    .replace(/ company$/, ' co');
}

/** "J Smith t/a Smith Roofing" is known by either. */
function namesIn(supplierName: string | null): string[] {
  const whole = nameOf(supplierName);
  const parts = whole.split(TRADING_AS).map((part) => part.replace(COMPANY_FORM, ''));
  return [...new Set([whole, ...parts])].filter((name) => name !== '');
}

const meet = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  [...a.keys()].some((key) => b.has(key));

/** Whether a number that does not hold may be another one, misread. */
function isSlip(a: Told, b: Told): boolean {
  for (const [number, fits] of a.numbers)
    for (const [other, otherFits] of b.numbers) if (!(fits && otherFits) && isMisreadOf(number, other)) return true;
  return false;
}

/** Of a VAT number of which one is not read. */
const LEAST_DIGITS = 8;

/** One digit is another, is missing or is too many, or two stand the wrong way round. */
function isMisreadOf(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (short.length < LEAST_DIGITS) return false;
  if (long.length > short.length + 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  if (long.length === short.length)
    return (
      long.slice(at + 1) === short.slice(at + 1) ||
      (long[at] === short[at + 1] && long[at + 1] === short[at] && long.slice(at + 2) === short.slice(at + 2))
    );
  return long.slice(at + 1) === short.slice(at);
}

/**
 * Whether nothing tells two apart: one shows no number that holds, and either its name is in the other's or the other way
 * round, or one shows only a number and the other only a name.
 */
function isOpen(a: Told, b: Told): boolean {
  if (a.holds && b.holds) return false;
  const areHalves = (p: Told, q: Told) =>
    p.names.size === 0 && p.numbers.size > 0 && q.names.size > 0 && q.numbers.size === 0;
  if (areHalves(a, b) || areHalves(b, a)) return true;
  for (const n of a.names.values()) for (const m of b.names.values()) if (within(n, m) || within(m, n)) return true;
  return false;
}

/** Whether every word of one name is in the other. */
function within(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size > b.size) return false;
  for (const word of a) if (!b.has(word)) return false;
  return true;
}

/** "Howden" is Howdens, and "Br1ck" Brick. */
const loosely = (word: string) => alikeToTheEye(word.replace(/(?<=\w{3})s$/, ''));

/** Alike for documents that say the same of their supplier. */
const headOf = ({ supplierName, supplierVatNumber }: SupplierHead): string =>
  JSON.stringify([supplierName, supplierVatNumber]);

/** What is said of suppliers, each but once, in the order it came. */
function toldOnce(documents: readonly SupplierHead[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const document of documents) {
    const head = headOf(document);
    if (!told.has(head)) told.set(head, toldIn(document));
  }
  return told;
}

/** Which of some things are one. */
class Groups {
  private readonly parents: Map<string, string>;

  constructor(all: Iterable<string>) {
    this.parents = new Map([...all].map((one) => [one, one]));
  }

  of(one: string): string {
    const parent = this.parents.get(one) ?? one;
    return parent === one ? one : this.of(parent);
  }

  join(a: string, b: string): void {
    this.parents.set(this.of(b), this.of(a));
  }
}

/** Those with a number or a name in common are one. */
function joinAlike(groups: Groups, told: ReadonlyMap<string, Told>): void {
  const first = new Map<string, string>();
  for (const [head, one] of told)
    for (const mark of [...one.names.keys(), ...one.numbers.keys()]) {
      const before = first.get(mark);
      if (before === undefined) first.set(mark, head);
      else groups.join(before, head);
    }
}

/** Those that all that is said of them does not tell apart may be one. */
function joinOpen(possible: Groups, sure: Groups, told: ReadonlyMap<string, Told>): void {
  const together = new Map<string, Told>();
  for (const [head, one] of told) {
    const others = together.get(sure.of(head));
    together.set(sure.of(head), others === undefined ? one : both(others, one));
  }
  const before: [string, Told][] = [];
  for (const [head, one] of together) {
    for (const [other, its] of before) if (isSlip(one, its) || isOpen(one, its)) possible.join(other, head);
    before.push([head, one]);
  }
}

const both = (a: Told, b: Told): Told => ({
  names: new Map([...a.names, ...b.names]),
  name: a.name ?? b.name,
  numbers: new Map([...a.numbers, ...b.numbers]),
  holds: a.holds || b.holds,
});

/** Those of whom nothing that another document charges tells, and no number that holds. */
function unknownTo(
  groups: Groups,
  told: ReadonlyMap<string, Told>,
  documents: readonly SupplierOfDocument[],
): ReadonlySet<string> {
  const known = new Set<string>();
  const [seen, charging] = [new Set<string>(), new Set<string>()];
  for (const document of documents) {
    const group = groups.of(headOf(document));
    if (document.documentType !== 'credit_note') charging.add(group);
    if (seen.has(group) && charging.has(group)) known.add(group);
    seen.add(group);
  }
  for (const [head, one] of told) if (one.holds) known.add(groups.of(head));
  return new Set([...told.keys()].filter((head) => !known.has(groups.of(head))));
}

/** What a group is called. */
function keysOf(groups: Groups, told: ReadonlyMap<string, Told>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const call = (head: string, key: string | undefined) => {
    if (key !== undefined && !keys.has(groups.of(head))) keys.set(groups.of(head), key);
  };
  for (const [head, { numbers }] of told) for (const [number, fits] of numbers) if (fits) call(head, number);
  for (const [head, { numbers, name }] of told) call(head, [...numbers.keys()][0] ?? name ?? undefined);
  return keys;
}
