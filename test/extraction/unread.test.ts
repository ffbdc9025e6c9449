import { describe, expect, it } from 'vitest';
import { takeBandsAway } from '../../src/extraction/ocr/bands.js';
import type { Grey } from '../../src/extraction/ocr/grey.js';
import { unreadInk } from '../../src/extraction/ocr/unread.js';
import type { Word } from '../../src/extraction/table/page.js';

const paper = (width: number, height: number): Grey => ({
  data: new Uint8Array(width * height).fill(255),
  width,
  height,
});
const blot = ({ data, width }: Grey, x0: number, y0: number, x1: number, y1: number, value = 0) => {
  for (let y = y0; y < y1; y++) data.fill(value, y * width + x0, y * width + x1);
};
const word = (x0: number, y0: number, x1: number, y1: number): Word => ({ text: 'x', x0, y0, x1, y1, confidence: 0.9 });

describe('ink that no word covers', () => {
  const picture = paper(400, 200);
  blot(picture, 20, 20, 60, 40);
  blot(picture, 200, 20, 212, 40);
  const words = [word(20, 20, 60, 40), word(20, 60, 60, 80), word(20, 100, 60, 120)];

  it('is found where a figure was lost, and nowhere else', () => {
    expect(unreadInk(picture, words)).toEqual([{ x0: 200, y0: 20, x1: 212, y1: 40 }]);
    expect(unreadInk(picture, [...words, word(200, 20, 212, 40)])).toEqual([]);
  });

  it('is neither a rule, nor a frame, nor a speck', () => {
    const ruled = paper(400, 200);
    blot(ruled, 0, 50, 400, 54);
    blot(ruled, 300, 80, 304, 84);
    for (const [x0, y0, x1, y1] of [
      [100, 80, 280, 84],
      [100, 180, 280, 184],
      [100, 80, 104, 184],
      [276, 80, 280, 184],
    ] as const)
      blot(ruled, x0, y0, x1, y1);
    expect(unreadInk(ruled, words)).toEqual([]);
  });
});

describe('shaded bands', () => {
  it('become white, with light letters dark; what stands on plain paper is not touched', () => {
    const page = paper(300, 400);
    blot(page, 0, 150, 300, 200, 40);
    for (let x = 60; x < 100; x += 12) blot(page, x, 165, x + 4, 185, 250);
    for (let x = 60; x < 100; x += 12) blot(page, x, 320, x + 4, 340, 20);
    const before = new Uint8Array(page.data);
    takeBandsAway(page);
    const at = (x: number, y: number) => page.data[y * 300 + x] ?? -1;
    expect(at(200, 175)).toBeGreaterThan(200);
    expect(at(61, 175)).toBeLessThan(60);
    expect(page.data.subarray(300 * 300)).toEqual(before.subarray(300 * 300));
  });

  it('on no page: the page stays as it is', () => {
    const page = paper(300, 300);
    blot(page, 60, 100, 64, 120);
    const before = new Uint8Array(page.data);
    takeBandsAway(page);
    expect(page.data).toEqual(before);
  });
});
