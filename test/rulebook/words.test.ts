import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/rulebook/words.js';

const ABBREVIATIONS = new Map([
  ['d.p.m', ['damp', 'proof', 'membrane']],
  ['s&f', ['supply', 'and', 'fit']],
  ['galv', ['galvanised']],
  ['conc. cist', ['concealed', 'cistern']],
  ['cvr & fr', ['cover', 'and', 'frame']],
]);

const shown = (line: string) => splitWords(line, ABBREVIATIONS).map(({ kind, form }) => `${kind} ${form}`);

describe('a line as words', () => {
  it.each<[line: string, ...words: string[]]>([
    ['Copper tubes 15mm', 'word copper', 'word tube', 'code 15mm'],
    ['2.4m x 1.2m', 'code 2.4m', 'word x', 'code 1.2m'],
    [
      'D.P.M., galv. nails',
      'word damp',
      'word proof',
      'word membrane',
      'break .',
      'break ,',
      'word galvanised',
      'word nail',
    ],
    ['Oak galv. Nails', 'word oak', 'word galvanised', 'break .', 'word nail'],
    ['S&F oak door/frame', 'word supply', 'word and', 'word fit', 'word oak', 'word door', 'slash and', 'word frame'],
    ['bath - white', 'word bath', 'break -', 'word white'],
    ['self-levelling', 'word self', 'word levelling'],
    ['door 30" wide, 5% slope', 'word door', 'code 30"', 'word wide', 'break ,', 'code 5', 'word slope'],
    ['12 no lintels', 'code 12', 'code nr', 'word lintel'],
    ["'Oak 22' board", "code 'oak 22'", 'word board'],
    ['ULTRASTEEL+ 210L', 'word ultrasteel', 'code +', 'code 210l'],
    ['½" elbow £4', 'code 1/2"', 'word elbow', 'code 4'],
    ['Café 𝐀', 'word cafe', 'word a'],
    ['Morsø, Bjælke', 'word morso', 'break ,', 'word bjaelke'],
    ['CONC CIST 6L', 'word concealed', 'word cistern', 'code 6l'],
    ['Frame, conc. cist. white', 'word frame', 'break ,', 'word concealed', 'word cistern', 'word white'],
    ['Cvr & fr 600', 'word cover', 'word and', 'word frame', 'code 600'],
    ['conc cistern, conc-cist', 'word conc', 'word cistern', 'break ,', 'word conc', 'word cist'],
    ['Roof fixings', 'word roof', 'word fixings'],
  ])('%s', (line, ...words) => expect(shown(line)).toEqual(words));

  it('takes a word that every object of the language knows for a word', () => {
    expect(shown('constructor toString valueOf')).toEqual(['word constructor', 'word tostring', 'word valueof']);
  });

  it('tells where each word stands in the line as printed', () => {
    const line = 'Pipe, (copper) 15mm';
    expect(splitWords(line, ABBREVIATIONS).map(({ start, end }) => line.slice(start, end))).toEqual([
      'Pipe',
      ',',
      '(',
      'copper',
      ')',
      '15mm',
    ]);
  });
});
