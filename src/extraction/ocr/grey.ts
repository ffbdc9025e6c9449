/** A grey picture in memory: one byte a pixel, row by row, 0 black. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The value that `share` (0 to 1) of the pixels do not exceed. */
export function percentile(data: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value] ?? 0;
    if (seen >= share * data.length) return value;
  }
  return 255;
}

/** Dark pixels of a picture: those well below the paper around them. */
export function inkOf({ data, width, height }: Grey): Grey {
  const paper = percentile(data, 0.6);
  const threshold = Math.max(40, paper * 0.62);
  const ink = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) ink[i] = (data[i] ?? 255) < threshold ? 1 : 0;
  return { data: ink, width, height };
}

/**
 * How sharply the ink falls into rows when they are taken to run at an angle: the sum of squares of neighbouring rows'
 * differences. Highest when the angle is that of the lines of text.
 * @param slope rise of a row for each pixel to the right; 0 is level.
 */
export function rowSharpness({ data, width, height }: Grey, slope: number): number {
  const rows = new Float64Array(height * 2);
  const offset = Math.floor(height / 2);
  for (let y = 0; y < height; y++) {
    const from = y * width;
    for (let x = 0; x < width; x++) {
      if (data[from + x] !== 1) continue;
      const row = Math.round(y - slope * (x - width / 2)) + offset;
      if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
    }
  }
  let sharpness = 0;
  for (let row = 1; row < rows.length; row++) sharpness += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return sharpness;
}

/** Degrees by which the lines of text fall to the right, within five either way. */
export function skewOf(ink: Grey): number {
  let best = 0;
  let bestSharpness = -1;
  const tryAngle = (degrees: number) => {
    const sharpness = rowSharpness(ink, Math.tan((degrees * Math.PI) / 180));
    if (sharpness > bestSharpness) {
      best = degrees;
      bestSharpness = sharpness;
    }
  };
  for (let degrees = -6; degrees <= 6; degrees += 0.5) tryAngle(degrees);
  const rough = best;
  for (let degrees = rough - 0.45; degrees <= rough + 0.45; degrees += 0.05) tryAngle(degrees);
  return best;
}

/** The picture a quarter turn to the left. */
export function transpose({ data, width, height }: Grey): Grey {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[(width - 1 - x) * height + y] = data[y * width + x] ?? 0;
  return { data: turned, width: height, height: width };
}

/** Whether the lines of text run up and down: the ink then falls into columns more sharply than into rows. */
export function isOnItsSide(ink: Grey): boolean {
  const best = (picture: Grey) =>
    Math.max(...[-3, -1.5, 0, 1.5, 3].map((d) => rowSharpness(picture, Math.tan((d * Math.PI) / 180))));
  const level = best(ink) / ink.width ** 2;
  const upright = transpose(ink);
  return best(upright) / upright.width ** 2 > 1.3 * level;
}

/** The lighting of each part of a picture, as the brightness of the paper in tiles. */
export function paperTiles({ data, width, height }: Grey, tile: number): Grey {
  const columns = Math.max(1, Math.ceil(width / tile));
  const rows = Math.max(1, Math.ceil(height / tile));
  const tiles = new Uint8Array(columns * rows);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const values: number[] = [];
      for (let y = r * tile; y < Math.min(height, (r + 1) * tile); y += 2)
        for (let x = c * tile; x < Math.min(width, (c + 1) * tile); x += 2) values.push(data[y * width + x] ?? 255);
      values.sort((a, b) => a - b);
      tiles[r * columns + c] = values[Math.floor(values.length * 0.75)] ?? 255;
    }
  }
  return { data: tiles, width: columns, height: rows };
}
