/** A grey picture in memory: one byte a pixel, row by row, 0 black. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The value that `share` (0 to 1) of the pixels do not exceed. */
export function percentile(data: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < data.length; i++) {
    const value = data[i] as number;
    counts[value] = (counts[value] as number) + 1;
  }
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
  for (let i = 0; i < data.length; i++) if ((data[i] as number) < threshold) ink[i] = 1;
  return { data: ink, width, height };
}

/** Where the ink of a picture is, measured from its middle. */
export interface InkPlaces {
  across: Int16Array;
  down: Int16Array;
  width: number;
  height: number;
}

/** The places of the ink that is not in the margins, where the edges of the paper run as straight as any line of text. */
export function inkPlaces(small: Grey): InkPlaces {
  const ink = inkOf(inner(small));
  const { data, width, height } = ink;
  const places: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i] === 1) places.push(i);
  const [middle, level] = [Math.floor(width / 2), Math.floor(height / 2)];
  const across = Int16Array.from(places, (i) => (i % width) - middle);
  const down = Int16Array.from(places, (i) => Math.floor(i / width) - level);
  return { across, down, width, height };
}

function inner({ data, width, height }: Grey): Grey {
  const [mx, my] = [Math.floor(width * 0.08), Math.floor(height * 0.06)];
  const [w, h] = [width - 2 * mx, height - 2 * my];
  const cut = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) cut.set(data.subarray((y + my) * width + mx, (y + my) * width + mx + w), y * w);
  return { data: cut, width: w, height: h };
}

/**
 * How sharply the ink falls into rows when they are taken to run at an angle: the sum of squares of neighbouring rows'
 * differences. Highest when the angle is that of the lines of text.
 * @param slope rise of a row for each pixel to the right; 0 is level.
 */
function rowSharpness({ across, down, height }: InkPlaces, slope: number): number {
  const rows = new Int32Array(height * 2);
  for (let i = 0; i < across.length; i++) {
    const row = Math.round((down[i] ?? 0) - slope * (across[i] ?? 0)) + height;
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
  }
  let sharpness = 0;
  for (let row = 1; row < rows.length; row++) sharpness += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return sharpness;
}

/** Degrees by which the lines of text fall to the right, within six either way. */
export function skewOf(ink: InkPlaces): number {
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

/** Whether the lines of text run up and down: the ink then falls into columns more sharply than into rows. */
export function isOnItsSide(ink: InkPlaces): boolean {
  const best = (places: InkPlaces) =>
    Math.max(...[-3, -1.5, 0, 1.5, 3].map((d) => rowSharpness(places, Math.tan((d * Math.PI) / 180))));
  const level = best(ink) / ink.width ** 2;
  const turned = { across: ink.down, down: ink.across, width: ink.height, height: ink.width };
  return best(turned) / turned.width ** 2 > 1.3 * level;
}

/** The lighting of each part of a picture, as the brightness of the paper in tiles. */
export function paperTiles({ data, width, height }: Grey, tile: number): Grey {
  const columns = Math.max(1, Math.ceil(width / tile));
  const rows = Math.max(1, Math.ceil(height / tile));
  const tiles = new Uint8Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      counts.fill(0);
      let seen = 0;
      for (let y = r * tile; y < Math.min(height, (r + 1) * tile); y += 2)
        for (let x = c * tile; x < Math.min(width, (c + 1) * tile); x += 2, seen++) {
          const value = data[y * width + x] ?? 255;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      let bright = 255;
      for (let above = seen - Math.floor(seen * 0.75); bright > 0; bright--) {
        above -= counts[bright] ?? 0;
        if (above <= 0) break;
      }
      tiles[r * columns + c] = bright;
    }
  }
  return { data: tiles, width: columns, height: rows };
}
