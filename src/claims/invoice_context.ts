import type { Concept } from '../rulebook/catalogue.js';
import { isLike, type LinesLike, type Placed } from '../rulebook/companions.js';
import { wordingOf } from '../rulebook/meaning/wording.js';
import type { SupplyType } from '../rulebook/model.js';
import type { Reading } from '../rulebook/reading/reading.js';
import type { Rulebook } from '../rulebook/rulebook.js';

/** What a line of an invoice is, by its words and by the lines beside it. */
export interface LineContext {
  supplyType: SupplyType;
  /** Why, for the person who reads it. */
  because: string;
  /** Another line or the heading names an energy-saving product, and something was fitted. */
  esmInvoiceCtx: boolean;
  /** Another line or the heading says that the same supplier fitted something. */
  saiInvoiceCtx: boolean;
}

/** What stands above the lines. */
export interface InvoiceHeading {
  /** Job title, as printed. */
  heading?: string | null;
}

interface Own {
  kind: SupplyType | 'goods' | 'unknown';
  because: string;
  works: boolean;
  evidence: Evidence;
}

/** What a text says about the invoice it stands on (`evidence` of companions.yaml). */
interface Evidence {
  fitted: boolean;
  energySaving: boolean;
  wholeWorks: boolean;
}

const NO_EVIDENCE: Evidence = { fitted: false, energySaving: false, wholeWorks: false };

/**
 * Gives each line of one invoice its supply type and what the rest of the invoice says about it. Words of the line come
 * first. Goods on an invoice that also charges for building work are supply and installation, unless the line says they are
 * supplied alone: a contractor who splits his price has still made one supply, and to call his materials a purchase would
 * make a claim of VAT charged in error.
 */
export function invoiceContext(
  book: Rulebook,
  texts: readonly string[],
  { heading = null }: InvoiceHeading = {},
): LineContext[] {
  const own = texts.map((text) => ownContext(book, text));
  const above = heading === null ? null : ownContext(book, heading);
  const suppliedAlone = above?.kind === 'materials';
  const works = own.some((o) => o.works) || above?.works === true;
  const wholeWorks = [...own, ...(above ? [above] : [])].some((o) => o.evidence.wholeWorks);
  const fittedAnywhere = above?.evidence.fitted === true || own.some((o) => o.evidence.fitted);
  const known = own.filter((o) => o.kind !== 'unknown' && o.kind !== 'other');
  return own.map((line, i) => {
    const others = [...own.filter((_, j) => j !== i), ...(above ? [above] : [])].map((o) => o.evidence);
    const flags = {
      esmInvoiceCtx: fittedAnywhere && !wholeWorks && others.some((o) => o.energySaving),
      saiInvoiceCtx: !suppliedAlone && others.some((o) => o.fitted),
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
    if (suppliedAlone) return { supplyType: 'materials', because: 'the heading says supplied alone', ...flags };
    if (known.length > 0 && known.every((o) => o.kind === 'goods' || o.kind === 'materials'))
      return { supplyType: 'materials', because: 'the other lines are goods', ...flags };
    return { supplyType: 'other', because: 'neither its words nor the other lines say how it was supplied', ...flags };
  });
}

function ownContext(book: Rulebook, text: string): Own {
  const reading = book.read(text);
  const concept = reading.head?.mention.concept;
  const wording = wordingOf(reading);
  const evidence = evidenceOf(book, reading);
  const own = (kind: Own['kind'], because: string, works = false): Own => ({ kind, because, works, evidence });
  if (wording === 'supply_and_install') return own('supply_and_install', 'its words say supplied and fitted', true);
  if (wording === 'goods_alone') return own('materials', 'its words say supplied alone');
  if (wording === 'hire' || wording === 'operated') return own('plant_hire', 'its words say hire');
  if (wording === 'services_only') return own('labour', 'its words say work alone', true);
  if (concept === undefined)
    return wording === 'work_hints' || wording === 'work_opens'
      ? own('labour', 'its words speak of work', true)
      : own('unknown', '');
  const byClass = book.supply.byClass[concept.class];
  if (byClass !== undefined) return own(byClass, `it is ${concept.label}`);
  const ofWorks = book.supply.works.includes(concept.class);
  if (ofWorks || wording === 'work_hints') return own('labour', 'it is building work', ofWorks || evidence.fitted);
  return concept.class === 'ask' ? own('unknown', '') : own('goods', `${concept.label}: goods`);
}

function evidenceOf({ companions: { evidence } }: Rulebook, reading: Reading): Evidence {
  const { head, others, about } = reading;
  const things = [...(head ? [head] : []), ...others];
  const is = (rows: readonly LinesLike[], concept: Concept | null) =>
    rows.some((row) => isLike(placedAs(reading, concept), row));
  const named = [...things.flatMap((t) => [t.mention, ...t.describedBy]), ...about.map((a) => a.mention)];
  const energySaving = named.some((m) => is(evidence.energySaving, m.concept));
  const first = head?.mention.concept ?? null;
  if (is(evidence.notFitted, first)) return { ...NO_EVIDENCE, energySaving };
  const fitted = [first, ...others.map((o) => o.mention.concept)].some((concept) => is(evidence.fitted, concept));
  return { energySaving, fitted, wholeWorks: is(evidence.wholeWorks, first) };
}

/** A line of which the words alone are known. */
function placedAs(reading: Reading, concept: Concept | null): Placed {
  return {
    meaning: { concept },
    reading,
    supplied: 'other',
    facts: {
      productClass: concept?.class,
      goodsAlone: concept?.goodsAlone,
      lineKind: concept === null ? null : (concept.lineKind ?? 'ordinary'),
      esm: concept?.esm ?? 'none',
    },
    doubts: new Set(),
  };
}
