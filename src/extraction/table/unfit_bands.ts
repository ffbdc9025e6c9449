import { percentOf } from '../../rulebook/money.js';
import { nearestPence, readNumber } from '../numbers.js';
import type { BandReading, Figure } from '../reading.js';
import { bandsOfRow, rowsOfAnalysis, withoutBoxBeside } from './bands.js';
import { totalKind } from './labels.js';
import { labelledMoney, moneyAt } from './money_words.js';
import type { Row } from './page.js';
import { KNOWN_RATES } from './rate_cell.js';

/** A figure of the analysis of VAT that its other figures do not make. */
export interface UnfitFigure {
  what: string;
  figure: Figure;
  expected: string | null;
}

/**
 * Rows of an analysis of VAT that are left out of it because their figures do not work out, and its totals when they are not the sums of its rows.
 * @param bands those that do work out.
 * @param settlementPercent a discount before which the VAT may have been worked out.
 */
export function unfitBands(
  rows: readonly Row[],
  bands: readonly BandReading[],
  settlementPercent: number | null,
): UnfitFigure[] {
  return rowsOfAnalysis(rows)
    .map(withoutBoxBeside)
    .flatMap((row) =>
      bandsOfRow(row, true).length > 0 ? [] : [...unfitRate(row, settlementPercent), ...unfitTotal(row, bands)],
    );
}

/** `20%   94.54   18.21`: goods and their VAT right behind the rate, of which one is misprinted. */
function unfitRate(row: Row, settlementPercent: number | null): UnfitFigure[] {
  const numbers = row.words.map((word) => readNumber(word.text));
  const told = numbers.findIndex((n) => n?.percent === true);
  // "Z   29.00   2.00": a code alone stands for a rate that is told elsewhere.
  const isCoded = told < 0 && /^[A-Z]\d?$|^\d$/.test(row.words[0]?.text ?? '');
  const at = isCoded ? 0 : told;
  const rate = KNOWN_RATES.find((r) => r === numbers[at]?.value);
  const [goods, tax] = row.words.slice(at + 1, at + 3).map((word) => moneyAt(row, word));
  if ((rate === undefined && !isCoded) || !goods || !tax || row.words.length > at + 4) return [];
  const [net, vat] = [nearestPence(goods), nearestPence(tax)];
  if (isCoded) return vat === 0 ? [] : [{ what: `the VAT at rate ${row.words[0]?.text}`, figure: tax, expected: null }];
  if (rate === undefined || vat === 0 || Math.abs(vat) > Math.abs(net) / 2) return [];
  const early = settlementPercent === null ? net : net - percentOf(net, settlementPercent);
  if (Math.abs(percentOf(early, rate) - vat) <= 2) return [];
  const expected = (percentOf(net, rate) / 100).toFixed(2);
  return [{ what: `the VAT at ${rate}%`, figure: tax, expected }];
}

/** `Total   94.54   18.91` below the rates: the sums of their goods and of their VAT. */
function unfitTotal(row: Row, bands: readonly BandReading[]): UnfitFigure[] {
  const money = labelledMoney(row);
  const [goods, tax] = money.map(({ word }) => moneyAt(row, word));
  const isTotal = totalKind(money[0]?.label ?? '') === 'total';
  if (!isTotal || money.length !== 2 || !goods || !tax || bands.length === 0) return [];
  const sum = (key: 'net' | 'vat') =>
    bands.reduce((total, band) => total + (band[key] === null ? Number.NaN : nearestPence(band[key])), 0);
  const [net, vat] = [sum('net'), sum('vat')];
  // Only beside one that fits is the other shown to be of the same analysis.
  if ((nearestPence(goods) === net) === (nearestPence(tax) === vat) || Number.isNaN(net + vat)) return [];
  const [figure, whole] = nearestPence(goods) === net ? [tax, vat] : [goods, net];
  return [{ what: 'the total of the VAT analysis', figure, expected: (whole / 100).toFixed(2) }];
}
