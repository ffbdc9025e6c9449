import type { DatedPercent, ZeroRateWindow } from './model.js';
import { percentOf } from './money.js';

export type RateCharged = 'zero' | 'reduced' | 'standard' | 'other';

/** VAT rates and zero-rate windows by date of supply, from rulebook.yaml. */
export class Rates {
  private readonly windows: ReadonlyMap<string, ZeroRateWindow>;

  constructor(
    private readonly standard: readonly DatedPercent[],
    private readonly reduced: readonly DatedPercent[],
    windows: readonly ZeroRateWindow[],
  ) {
    this.windows = new Map(windows.map((w) => [w.item, w]));
  }

  standardAt(date: string): number {
    return at(this.standard, date);
  }

  reducedAt(date: string): number {
    return at(this.reduced, date);
  }

  /** Each rate by date, as rulebook.yaml lists it. */
  get histories(): Readonly<Record<'standard' | 'reduced', readonly DatedPercent[]>> {
    return { standard: this.standard, reduced: this.reduced };
  }

  get zeroRateWindows(): Iterable<ZeroRateWindow> {
    return this.windows.values();
  }

  get items(): Iterable<string> {
    return this.windows.keys();
  }

  /** Which rate of the tax point the VAT is, within one penny; the nearest when two fit. */
  charged(net: number, vat: number, date: string): RateCharged {
    if (vat === 0) return 'zero';
    if (Math.sign(net) !== Math.sign(vat)) return 'other';
    const offStandard = Math.abs(vat - percentOf(net, this.standardAt(date)));
    const offReduced = Math.abs(vat - percentOf(net, this.reducedAt(date)));
    if (Math.min(offStandard, offReduced) > 1) return 'other';
    if (offStandard === offReduced) return 'other';
    return offStandard < offReduced ? 'standard' : 'reduced';
  }

  /** The percentage shown to the user: "20", "5", "17.5", "0", or null when no rate fits. */
  shown(rate: RateCharged, date: string): string | null {
    if (rate === 'zero') return '0';
    if (rate === 'standard') return String(this.standardAt(date));
    return rate === 'reduced' ? String(this.reducedAt(date)) : null;
  }

  /** The zero-rate dates of an energy-saving item. */
  windowOf(item: string | undefined): ZeroRateWindow | undefined {
    return item === undefined ? undefined : this.windows.get(item);
  }

  window(item: string | undefined, country: string, date: string): 'no_window' | 'before' | 'inside' | 'after' {
    const window = this.windowOf(item);
    if (!window) return 'no_window';
    const { from, to } = country === 'northern_ireland' ? window.northern_ireland : window.great_britain;
    if (date < from) return 'before';
    return date <= to ? 'inside' : 'after';
  }
}

function at(history: readonly DatedPercent[], date: string): number {
  let percent = history[0]?.percent ?? 0;
  for (const entry of history) if (entry.from <= date) percent = entry.percent;
  return percent;
}
