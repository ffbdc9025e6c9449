import type { SupplyType } from '../rulebook/model.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { type LineAlone, lineAlone, mayFit } from './line_alone.js';
import { folded } from './suppliers.js';

/** What a line of an invoice is, by its words and by the lines beside it. */
export interface LineContext {
  supplyType: SupplyType;
  /** Why, for the person who reads it. */
  because: string;
  /** Another line or the heading names an energy-saving product, and something was fitted. */
  esmInvoiceCtx: boolean;
  /** Another line or the heading says that the same supplier fitted something. */
  saiInvoiceCtx: boolean;
  /** Another line or the heading charges for works, or somebody says that the line itself does. */
  besideWorks: boolean;
  /** Its words say supplied alone, and another line charges for fitting it. */
  fittedBeside: boolean;
}

/** What is known of an invoice besides the words of its lines. */
export interface InvoiceHeading {
  /** Job title, as printed. */
  heading?: string | null;
  /** Name of the supplier, as printed. */
  supplierName?: string | null;
  /** How each line was supplied, where somebody said so. */
  stated?: readonly (SupplyType | undefined)[];
  /** Whether each line bears less VAT than goods do, as work on a home does. */
  belowStandard?: readonly boolean[];
  /** Who supplied each line, where a list of several suppliers says so. */
  suppliers?: readonly (string | null)[];
}

/**
 * Gives each line of one invoice its supply type and what the rest of the invoice says about it. Words of the line come
 * first. Goods on an invoice that also charges for building work are supply and installation, unless the line says they are
 * supplied alone: a contractor who splits his price has still made one supply, and to call his materials a purchase would
 * make a claim of VAT charged in error. What one supplier did says nothing of the goods of another.
 */
export function invoiceContext(
  book: Rulebook,
  texts: readonly string[],
  { suppliers = [], ...heading }: InvoiceHeading = {},
): LineContext[] {
  const different = new Set(texts.map((_, i) => suppliers[i] ?? null));
  if (different.size < 2) return contextOfOne(book, texts, heading);
  const contexts: LineContext[] = [];
  for (const supplier of different) {
    const at = [...texts.keys()].filter((i) => (suppliers[i] ?? null) === supplier);
    const each = contextOfOne(
      book,
      at.map((i) => texts[i] as string),
      {
        heading: heading.heading ?? null,
        supplierName: supplier ?? heading.supplierName ?? null,
        stated: at.map((i) => heading.stated?.[i]),
        belowStandard: at.map((i) => heading.belowStandard?.[i] === true),
      },
    );
    for (const [n, i] of at.entries()) contexts[i] = each[n] as LineContext;
  }
  return contexts;
}

function contextOfOne(
  book: Rulebook,
  texts: readonly string[],
  { heading = null, supplierName = null, stated = [], belowStandard = [] }: Omit<InvoiceHeading, 'suppliers'>,
): LineContext[] {
  const read = texts.map((text, i) => lineAlone(book, text, stated[i]));
  const own = read.map((line, i) =>
    belowStandard[i] === true && mayBearVatOfWork(line, read) ? { ...line, mayBeFitting: true } : line,
  );
  const above = heading === null ? null : lineAlone(book, heading);
  const suppliedAlone = above?.kind === 'materials';
  const works = own.some((o) => o.works && !o.onExcluded) || above?.works === true;
  const wholeWorks = [...own, ...(above ? [above] : [])].some((o) => o.evidence.wholeWorks);
  const fittedAnywhere = above?.evidence.fitted === true || own.some((o) => o.evidence.fitted);
  const byTrade = supplierName !== null && doesTheWork(book, supplierName);
  const known = own.filter((o) => o.kind !== 'unknown' && o.kind !== 'other');
  const sellsOthers = own.some((o) => o.kind === 'materials' || (o.kind === 'goods' && !o.evidence.toldAsJob));
  return own.map((line, i) => {
    const others = [...own.filter((_, j) => j !== i), ...(above ? [above] : [])];
    const flags = {
      esmInvoiceCtx: fittedAnywhere && !wholeWorks && others.some((o) => o.evidence.energySaving),
      saiInvoiceCtx: !suppliedAlone && others.some((o) => o.evidence.fitted || o.mayBeFitting),
      besideWorks:
        stated[i] === 'labour' ||
        stated[i] === 'supply_and_install' ||
        others.some(({ works, onExcluded }) => works && !onExcluded),
      fittedBeside: line.kind === 'materials' && others.some((o) => mayFit(book, o, line)),
    };
    // Called labour, goods whose words say supplied alone contradict themselves, so that it is asked who fitted them.
    if (flags.fittedBeside)
      return { supplyType: 'labour', because: 'the invoice also charges for fitting it', ...flags };
    const workedOn = above?.works === true || own.some((o) => o.works && mayBeOn(book, o, line));
    if (line.kind === 'goods' && workedOn)
      return {
        supplyType: 'supply_and_install',
        because: 'goods on an invoice that also charges for building work',
        ...flags,
      };
    if (line.kind === 'goods' && byTrade && !suppliedAlone)
      return { supplyType: 'other', because: `${supplierName} may have fitted it`, ...flags };
    if (line.kind === 'goods' && line.evidence.toldAsJob && !sellsOthers && !suppliedAlone)
      return { supplyType: 'other', because: 'it is told as a job that was done', ...flags };
    if (line.kind === 'goods') return { supplyType: 'materials', because: line.because, ...flags };
    if (line.kind !== 'unknown') return { supplyType: line.kind, because: line.because, ...flags };
    if (works) return { supplyType: 'supply_and_install', because: 'the invoice charges for building work', ...flags };
    if (suppliedAlone) return { supplyType: 'materials', because: 'the heading says supplied alone', ...flags };
    if (!byTrade && known.length > 0 && known.every((o) => o.kind === 'goods' || o.kind === 'materials'))
      return { supplyType: 'materials', because: 'the other lines are goods', ...flags };
    return { supplyType: 'other', because: 'neither its words nor the other lines say how it was supplied', ...flags };
  });
}

/**
 * Whether a line that bears the VAT of work may be work: one that no word explains ("Assembly", "12 hours"), or goods that another line
 * sells ("oak flooring" at 20% and "oak floor" at 0%).
 */
function mayBearVatOfWork(line: LineAlone, all: readonly LineAlone[]): boolean {
  if (line.kind !== 'goods') return line.kind === 'unknown';
  return all.some((other) => other !== line && other.kind === 'goods' && other.thing === line.thing);
}

/** Whether a supplier is called after the work of a trade, and not after a shop of it. */
function doesTheWork({ companions: { suppliers } }: Rulebook, supplierName: string): boolean {
  if (suppliers === undefined) return false;
  const name = ` ${folded(supplierName)} `;
  const has = (names: readonly string[]) => names.some((words) => name.includes(` ${words} `));
  return has(suppliers.doTheWork) && !has(suppliers.sell);
}

/** Whether the work of one line may be on the goods of another: on nothing that it names, or on goods of their kind. */
function mayBeOn(book: Rulebook, work: LineAlone, goods: LineAlone): boolean {
  if (work.onExcluded) return false;
  return work.kind === 'supply_and_install' || !work.onGoods || mayFit(book, work, goods);
}
