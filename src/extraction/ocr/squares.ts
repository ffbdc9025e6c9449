import type { Grey } from './grey.js';

/** Side of the squares that ink is looked for in. */
export const SQUARE = 4;

/**
 * A picture of squares: 1 where one holds ink. What is left over at the right and at the foot is in none.
 * @param darker than this is ink.
 * @param enough pixels of it in a square.
 */
export function darkSquares({ data, width, height }: Grey, darker: number, enough: number): Grey {
  const columns = Math.floor(width / SQUARE);
  const rows = Math.floor(height / SQUARE);
  const ink = new Uint8Array(columns * rows);
  const dark = new Uint8Array(columns);
  const four = fourAt(data);
  for (let row = 0; row < rows; row++) {
    dark.fill(0);
    for (let y = row * SQUARE; y < (row + 1) * SQUARE; y++) {
      for (let column = 0, at = y * width; column < columns; column++, at += SQUARE) {
        if (four.getInt32(at, true) === FOUR_WHITE) continue;
        let here = 0;
        if ((data[at] as number) < darker) here++;
        if ((data[at + 1] as number) < darker) here++;
        if ((data[at + 2] as number) < darker) here++;
        if ((data[at + 3] as number) < darker) here++;
        if (here > 0) dark[column] = (dark[column] as number) + here;
      }
    }
    for (let column = 0; column < columns; column++)
      if ((dark[column] as number) >= enough) ink[row * columns + column] = 1;
  }
  return { data: ink, width: columns, height: rows };
}

/** The pixels of a picture four at a time, wherever they begin: most of a page is white, and is soon passed over. */
export function fourAt(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.length);
}

export const FOUR_WHITE = -1;
