import { percentOf } from '../../rulebook/money.js';
import { nearestPence, readNumber } from '../numbers.js';
import type { BandReading, Figure } from '../reading.js';
import { bandsOfRow, rowsOfAnalysis, withoutBoxBeside } from './bands.js';
import { isAnalysisHead } from './body.js';
import { headingKinds } from './column_names.js';
import { totalKind } from './labels.js';
import { labelledMoney, moneyAt } from './money_words.js';
import { type Row, textOf } from './page.js';
import { KNOWN_RATES } from './rate_cell.js';
import { segmentsOf } from './rows.js';

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
  const gross = rows.flatMap(grossHeading)[0];
  const analysis = rowsOfAnalysis(rows);
  const ofAnalysis = analysis.map(withoutBoxBeside).flatMap((row) => {
    const [band] = bandsOfRow(row, true);
    return band === undefined
      ? [...unfitRate(row, settlementPercent), ...unfitTotal(row, bands)]
      : unfitGross(row, band, gross);
  });
  const others = rows.filter((row) => !analysis.includes(row));
  return [...ofAnalysis, ...others.flatMap((row) => unfitVatOn(row, settlementPercent))];
}

/** `VAT @ 20% on 1,240.00   248.00`: the rate, what it is charged on and the VAT, with nothing else behind. */
const VAT_ON =
  /^(?:plus |add )?(?:vat|tax)\b[^\d%]{0,12}(?<rate>\d{1,2}(?:\.\d+)?) ?% ?\)? ?(?:charged )?(?:on|of) £?(?<goods>\d[\d,]*\.\d\d)\)?[:=]? £?(?<vat>\d[\d,]*\.\d\d)$/i;

/** `VAT on 484.00 @ 20%   96.80`: the other way round. */
const VAT_ON_AT =
  /^(?:plus |add )?(?:vat|tax) (?:on|of) £?(?<goods>\d[\d,]*\.\d\d) ?(?:@|at) ?(?<rate>\d{1,2}(?:\.\d+)?) ?%[:=]? £?(?<vat>\d[\d,]*\.\d\d)$/i;

/** Goods of which the VAT told behind them is not that at the rate told before them. */
function unfitVatOn(row: Row, settlementPercent: number | null): UnfitFigure[] {
  const text = textOf(row.words).trim();
  const told = (VAT_ON.exec(text) ?? VAT_ON_AT.exec(text))?.groups;
  const rate = KNOWN_RATES.find((r) => r === Number(told?.rate));
  const goods = readNumber(told?.goods ?? '');
  const last = row.words.at(-1);
  const tax = last === undefined ? null : moneyAt(row, last);
  return rate === undefined || goods === null || tax === null ? [] : unfitVat(rate, goods, tax, settlementPercent);
}

interface Heading {
  x0: number;
  x1: number;
}

/** The heading of the sums with VAT of an analysis that tells the goods and the VAT beside them. */
function grossHeading(row: Row): Heading[] {
  if (!isAnalysisHead(row)) return [];
  const headings = segmentsOf(row, 0.75).map((words) => ({ words, kinds: headingKinds(textOf(words)) }));
  const last = headings.at(-1);
  const before = headings.slice(0, -1).map(({ kinds }) => kinds[0]);
  if (!last?.kinds.includes('gross') || !before.includes('net') || !before.includes('vat')) return [];
  return [{ x0: last.words[0]?.x0 ?? 0, x1: last.words.at(-1)?.x1 ?? 0 }];
}

/** `A   20.00   65.83   13.17   79.00`, in which the last is not the goods and the VAT. */
function unfitGross(row: Row, { rate, code, net, vat }: BandReading, heading: Heading | undefined): UnfitFigure[] {
  const last = row.words.at(-1);
  const figure = last === undefined ? null : moneyAt(row, last);
  if (!heading || !last || !net || !vat || !figure || row.words.filter((w) => moneyAt(row, w)).length < 3) return [];
  const isBelow = last.x0 < heading.x1 + row.height && last.x1 > heading.x0 - row.height;
  const whole = nearestPence(net) + nearestPence(vat);
  if (!isBelow || nearestPence(figure) === whole) return [];
  return [
    { what: `the sum with VAT at ${rate === null ? code : `${rate}%`}`, figure, expected: (whole / 100).toFixed(2) },
  ];
}

/** `20%   94.54   18.21`: goods and their VAT right behind the rate, of which one is misprinted. */
function unfitRate(row: Row, settlementPercent: number | null): UnfitFigure[] {
  const numbers = row.words.map((word) => readNumber(word.text));
  const percent = numbers.findIndex((n) => n?.percent === true);
  // "1   20.00   823.14   164.63", "20.0   823.14   164.63": the rate stands without a sign, behind its code or before all.
  const bare = numbers.length - 3;
  const isBare = percent < 0 && (bare === 0 || bare === 1) && KNOWN_RATES.some((r) => r === numbers[bare]?.value);
  const told = isBare ? bare : percent;
  // "Z   29.00   2.00": a code alone stands for a rate that is told elsewhere.
  const isCoded = told < 0 && /^[A-Z]\d?$|^\d$/.test(row.words[0]?.text ?? '');
  const at = isCoded ? 0 : told;
  const rate = KNOWN_RATES.find((r) => r === numbers[at]?.value);
  const behind = row.words.slice(at + 1, at + 3).map((word) => moneyAt(row, word));
  // "S1   6,621.63   20.00%   1,324.33": the goods may stand before the rate.
  const before = behind.length === 1 && percent > 0 ? row.words.slice(percent - 1, percent) : [];
  const [goods, tax] = [...before.map((word) => moneyAt(row, word)), ...behind];
  if ((rate === undefined && !isCoded) || !goods || !tax || row.words.length > at + 4) return [];
  const [net, vat] = [nearestPence(goods), nearestPence(tax)];
  if (isCoded) return vat === 0 ? [] : [{ what: `the VAT at rate ${row.words[0]?.text}`, figure: tax, expected: null }];
  if (rate === undefined || Math.abs(vat) > Math.abs(net) / 2) return [];
  return unfitVat(rate, goods, tax, settlementPercent);
}

/** VAT that its goods do not make at its rate, with or without a discount for paying early. */
function unfitVat(
  rate: number,
  goods: { value: number },
  tax: Figure,
  settlementPercent: number | null,
): UnfitFigure[] {
  const [net, vat] = [nearestPence(goods), nearestPence(tax)];
  if (vat === 0) return [];
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
