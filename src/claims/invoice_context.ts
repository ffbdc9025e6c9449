import { wordingOf } from '../rulebook/meaning/wording.js';
import type { SupplyType } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** What a line of an invoice is, by its words and by the lines beside it. */
export interface LineContext {
  supplyType: SupplyType;
  /** Why, for the person who reads it. */
  because: string;
  /** Another line of the invoice is of an energy-saving material, and the invoice charges for work. */
  esmInvoiceCtx: boolean;
  /** Another line of the invoice is a supply and installation. */
  saiInvoiceCtx: boolean;
}

type Own = {
  kind: SupplyType | 'goods' | 'unknown';
  because: string;
  works: boolean;
  fitted: boolean;
  energySaving: boolean;
};

/**
 * Gives each line of one invoice its supply type. Words of the line come first. Goods on an invoice that also charges
 * for building work are supply and installation, unless the line says they are supplied alone: a contractor who splits
 * his price has still made one supply, and to call his materials a purchase would make a claim of VAT charged in error.
 */
export function invoiceContext(book: Rulebook, texts: readonly string[]): LineContext[] {
  const own = texts.map((text) => ownContext(book, text));
  const works = own.some((o) => o.works);
  const known = own.filter((o) => o.kind !== 'unknown' && o.kind !== 'other');
  return own.map((line, i) => {
    const others = own.filter((_, j) => j !== i);
    const flags = {
      esmInvoiceCtx: works && others.some((o) => o.energySaving),
      saiInvoiceCtx: others.some((o) => o.fitted),
    };
    if (line.kind === 'goods')
      return works
        ? {
            supplyType: 'supply_and_install',
            because: 'goods on an invoice that also charges for building work',
            ...flags,
          }
        : { supplyType: 'materials', because: line.because, ...flags };
    if (line.kind !== 'unknown') return { supplyType: line.kind, because: line.because, ...flags };
    if (works) return { supplyType: 'supply_and_install', because: 'the invoice charges for building work', ...flags };
    if (known.length > 0 && known.every((o) => o.kind === 'goods' || o.kind === 'materials'))
      return { supplyType: 'materials', because: 'the other lines are goods', ...flags };
    return { supplyType: 'other', because: 'neither its words nor the other lines say how it was supplied', ...flags };
  });
}

function ownContext(book: Rulebook, text: string): Own {
  const reading = book.read(text);
  const concept = reading.head?.mention.concept;
  const wording = wordingOf(reading);
  const ofWorks = concept !== undefined && book.supply.works.includes(concept.class);
  const energySaving = concept?.esm === 'listed' || concept?.class === 'esm_product';
  const own = (kind: Own['kind'], because: string, more: Partial<Own> = {}): Own => ({
    kind,
    because,
    works: false,
    fitted: false,
    energySaving,
    ...more,
  });
  if (wording === 'supply_and_install')
    return own('supply_and_install', 'its words say supplied and fitted', { works: true, fitted: true });
  if (wording === 'goods_alone') return own('materials', 'its words say supplied alone');
  if (wording === 'hire' || wording === 'operated') return own('plant_hire', 'its words say hire');
  if (wording === 'services_only') return own('labour', 'its words say work alone', { works: true });
  if (concept === undefined)
    return wording === 'work_hints' ? own('labour', 'its words speak of work', { works: true }) : own('unknown', '');
  const byClass = book.supply.byClass[concept.class];
  if (byClass !== undefined) return own(byClass, `it is ${concept.label}`);
  if (ofWorks || wording === 'work_hints') return own('labour', 'it is building work', { works: ofWorks });
  return concept.class === 'ask' ? own('unknown', '') : own('goods', `${concept.label}: goods`);
}
