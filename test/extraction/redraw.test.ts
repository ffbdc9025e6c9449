import { describe, expect, it } from 'vitest';
import type { Grey } from '../../src/extraction/ocr/grey.js';
import { redrawn } from '../../src/extraction/ocr/redraw.js';
import { bendOf } from '../../src/extraction/ocr/straighten.js';

const SAME = { ax: 1, bx: 0, cx: 0, ay: 0, by: 1, cy: 0 };

/** Rows of words, each row as low at every place as `lowered` says, in pixels. */
function rowsOfWords(width: number, height: number, lowered: (x: number) => number): Grey {
  const data = new Uint8Array(width * height).fill(250);
  for (let row = 60; row < height - 60; row += 24)
    for (let x = 40; x < width - 40; x++) {
      if ((x * 7 + row * 13) % 60 < 14) continue;
      const top = Math.round(row + lowered(x));
      for (let y = top; y < top + 8; y++) data[y * width + x] = 20;
    }
  return { data, width, height };
}

/** Rows of pixels that are half ink: eight to each row of words when these are straight. */
function fullRows({ data, width, height }: Grey): number {
  const ink = Array.from({ length: height }, (_, y) =>
    data.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0),
  );
  return ink.filter((count) => count > width / 2).length;
}

describe('a picture drawn anew', () => {
  const source: Grey = { data: Uint8Array.from([0, 10, 20, 30, 40, 50, 60, 70, 80]), width: 3, height: 3 };

  it('is the same where nothing is to be done', () => {
    const { data } = redrawn(source, 3, 3, SAME, null);
    expect([data[0], data[1], data[3], data[4]]).toEqual([0, 10, 30, 40]);
  });

  it('lies between its neighbours when it is moved by half a pixel', () => {
    const { data } = redrawn(source, 3, 3, { ...SAME, cx: 0.5, cy: 0.5 }, null);
    expect(data[0]).toBe(20);
    expect(data[4]).toBe(60);
  });

  it('is white where it reaches out of its source, and nowhere else', () => {
    const wide: Grey = { data: new Uint8Array(100 * 4).fill(7), width: 100, height: 4 };
    const { data } = redrawn(wide, 120, 4, { ...SAME, cx: -10 }, null);
    const row = [...data.subarray(120, 240)];
    expect(row.slice(0, 10)).toEqual(Array(10).fill(255));
    expect(row.slice(10, 109)).toEqual(Array(99).fill(7));
    expect(row.slice(110)).toEqual(Array(10).fill(255));
  });

  it('has every speck of a white page, wherever it is', () => {
    const [width, height] = [151, 67];
    const specks: Grey = { data: new Uint8Array(width * height).fill(255), width, height };
    for (let i = 5; i < specks.data.length; i += 311) specks.data[i] = 15;
    // A quarter of a pixel to the right and half of one down.
    const { data } = redrawn(specks, width, height, { ...SAME, cx: 0.25, cy: 0.5 }, null);
    const at = (x: number, y: number) => specks.data[y * width + x] ?? 0;
    const mixed = (x: number, y: number) => 0.75 * at(x, y) + 0.25 * at(x + 1, y);
    for (let y = 0; y < height - 1; y++)
      for (let x = 0; x < width - 1; x++)
        expect(data[y * width + x]).toBe(Math.round((mixed(x, y) + mixed(x, y + 1)) / 2));
  });

  it('is as white as its tones make it', () => {
    const grain: Grey = { data: new Uint8Array(64 * 16).fill(231), width: 64, height: 16 };
    grain.data[8 * 64 + 40] = 227;
    const tones = Uint8Array.from({ length: 256 }, (_, grey) => (grey < 228 ? grey : 255));
    const { data } = redrawn(grain, 64, 16, SAME, null, tones);
    expect([...data.keys()].filter((i) => data[i] !== 255 && i % 64 < 63 && i < 15 * 64)).toEqual([8 * 64 + 40]);
  });

  it('stands upright after a quarter turn', () => {
    const [width, height] = [5, 4];
    const data = Uint8Array.from({ length: width * height }, (_, i) => i);
    const turned = redrawn(
      { data, width, height },
      height,
      width,
      { ax: 0, bx: 1, cx: 0, ay: -1, by: 0, cy: height },
      null,
    );
    // What was at the bottom left is at the top left; the row and column at the end have no neighbour to be drawn from.
    expect([turned.data[1], turned.data[2], turned.data[3]]).toEqual([10, 5, 0]);
    expect(turned.data[height + 1]).toBe(11);
  });

  it('has straight rows where they were bent', () => {
    const [width, height] = [640, 900];
    const bent = rowsOfWords(width, height, (x) => 14 * Math.sin((x / width) * Math.PI));
    const straight = rowsOfWords(width, height, () => 0);
    const bend = bendOf(bent, height);
    expect(fullRows(bent)).toBeLessThan(0.3 * fullRows(straight));
    expect(fullRows(redrawn(bent, width, height, SAME, bend))).toBeGreaterThan(0.75 * fullRows(straight));
  });

  it('is not bent where its rows are straight', () => {
    expect(
      bendOf(
        rowsOfWords(640, 900, () => 0),
        900,
      ),
    ).toBeNull();
  });
});
