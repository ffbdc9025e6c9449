import { describe, expect, it } from 'vitest';
import type { Grey } from '../../src/extraction/ocr/grey.js';
import { wipeRules } from '../../src/extraction/ocr/rules.js';

const WIDTH = 800;
const HEIGHT = 400;

function paper(): Grey {
  return { data: new Uint8Array(WIDTH * HEIGHT).fill(250), width: WIDTH, height: HEIGHT };
}

function ink({ data }: Grey, x: number, y: number, width: number, height: number): void {
  for (let row = y; row < y + height; row++) data.fill(30, row * WIDTH + x, row * WIDTH + x + width);
}

/** Letters as bars of two strokes and a foot, 22 pixels high. */
function word(picture: Grey, x: number, y: number, letters: number): void {
  for (let i = 0; i < letters; i++) {
    ink(picture, x + i * 16, y, 3, 22);
    ink(picture, x + i * 16 + 9, y, 3, 22);
    ink(picture, x + i * 16, y + 19, 12, 3);
  }
}

function inkIn({ data }: Grey, x: number, y: number, width: number, height: number): number {
  let count = 0;
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) if ((data[row * WIDTH + column] ?? 255) < 128) count++;
  return count;
}

describe('a picture without its rules', () => {
  it('has no dots between its rows, and all of its letters', () => {
    const picture = paper();
    word(picture, 60, 100, 20);
    word(picture, 60, 160, 20);
    for (let x = 40; x < 760; x += 7) ink(picture, x, 140, 3, 3);
    const before = inkIn(picture, 0, 90, WIDTH, 40) + inkIn(picture, 0, 150, WIDTH, 40);
    wipeRules(picture);
    expect(inkIn(picture, 0, 136, WIDTH, 10)).toBe(0);
    expect(inkIn(picture, 0, 90, WIDTH, 40) + inkIn(picture, 0, 150, WIDTH, 40)).toBe(before);
  });

  it('has no frame, even where letters stand close to it', () => {
    const picture = paper();
    ink(picture, 40, 60, 720, 3);
    ink(picture, 40, 340, 720, 3);
    ink(picture, 40, 60, 3, 283);
    ink(picture, 757, 60, 3, 283);
    for (const y of [90, 160, 230]) word(picture, 50, y, 20);
    const words = inkIn(picture, 48, 80, 400, 200);
    wipeRules(picture);
    expect(inkIn(picture, 0, 0, 46, HEIGHT)).toBe(0);
    expect(inkIn(picture, 750, 0, 50, HEIGHT)).toBe(0);
    expect(inkIn(picture, 0, 50, WIDTH, 20)).toBe(0);
    expect(inkIn(picture, 48, 80, 400, 200)).toBe(words);
  });

  it('keeps the decimal point behind a leader, a dash, and letters that touch in a long word', () => {
    const picture = paper();
    for (let x = 60; x < 600; x += 10) ink(picture, x, 119, 3, 3);
    word(picture, 612, 100, 2);
    ink(picture, 644, 119, 3, 3);
    word(picture, 652, 100, 2);
    ink(picture, 100, 200, 60, 3);
    word(picture, 60, 250, 12);
    ink(picture, 60, 269, 190, 3);
    const kept: [number, number, number, number][] = [
      [608, 95, 90, 32],
      [90, 190, 80, 20],
      [50, 240, 250, 40],
    ];
    const before = kept.map((box) => inkIn(picture, ...box));
    wipeRules(picture);
    expect(kept.map((box) => inkIn(picture, ...box))).toEqual(before);
    expect(inkIn(picture, 100, 110, 400, 16)).toBe(0);
  });

  it('is the same picture where there are none', () => {
    const picture = paper();
    word(picture, 60, 100, 20);
    const before = new Uint8Array(picture.data);
    wipeRules(picture);
    expect(picture.data).toEqual(before);
  });
});
