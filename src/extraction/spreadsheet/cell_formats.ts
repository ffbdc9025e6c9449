import { XMLParser } from 'fast-xml-parser';
import { fromBuffer, type ZipFile } from 'yauzl';

/** How a sheet shows its numbers: a formula leaves 613.172 in a cell that people see as £613.17. */
export interface NumberFormat {
  percent: boolean;
  decimals: number;
  /** Of a number of a document: the letters before it, and how many digits it has at least. */
  numbered: { before: string; digits: number } | null;
}

/** Formats that have a number and no code, by the standard of the file (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  2: '0.00',
  4: '#,##0.00',
  7: '0.00',
  8: '0.00',
  9: '0%',
  10: '0.00%',
  39: '0.00',
  40: '0.00',
  43: '0.00',
  44: '0.00',
};

type Node = Record<string, unknown>;

export interface SheetLook {
  /** The format of a cell by its address (`B12`). */
  format: (address: string) => NumberFormat | null;
  /** Numbers, from 1, of the rows that are hidden or filtered away. */
  hidden: ReadonlySet<number>;
}

/** How each sheet shows its cells, in the order of the workbook. */
export async function looksOfSheets(bytes: Buffer): Promise<SheetLook[]> {
  const parts = await partsOf(
    bytes,
    /^xl\/(?:workbook\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/,
  );
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    isArray: (name) => ['numFmt', 'xf', 'sheet', 'Relationship', 'row', 'c'].includes(name),
  });
  const parsed = (name: string): Node => (parts.has(name) ? (parser.parse(parts.get(name) as Buffer) as Node) : {});
  const formats = formatsOf(parsed('xl/styles.xml'));
  const targets = new Map(
    nodes(parsed('xl/_rels/workbook.xml.rels'), 'Relationships', 'Relationship').map((r) => [
      String(r['@Id']),
      String(r['@Target']).replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  return nodes(parsed('xl/workbook.xml'), 'workbook', 'sheets', 'sheet').map((sheet) => {
    const found = new Map<string, NumberFormat>();
    const hidden = new Set<number>();
    for (const row of nodes(parsed(targets.get(String(sheet['@id'])) ?? ''), 'worksheet', 'sheetData', 'row')) {
      if (/^(?:1|true)$/.test(String(row['@hidden'] ?? ''))) hidden.add(Number(row['@r']));
      for (const cell of nodes(row, 'c')) {
        const format = formats[Number(cell['@s'] ?? -1)];
        if (format) found.set(String(cell['@r']), format);
      }
    }
    return { format: (address) => found.get(address) ?? null, hidden };
  });
}

/** The number as the cell shows it; whole numbers are left as they are, for nobody rounds money to pounds unseen. */
export function shownAs(value: number, format: NumberFormat): string | null {
  if (format.numbered !== null && Number.isInteger(value) && value >= 0)
    return `${format.numbered.before}${String(value).padStart(format.numbered.digits, '0')}`;
  if (format.percent) return `${Number((value * 100).toFixed(6))}%`;
  if (format.decimals < 2) return null;
  const scale = 10 ** format.decimals;
  // Half away from zero, of the fifteen digits that a sheet works with.
  const rounded = Math.round(Number((Math.abs(value) * scale).toPrecision(15))) / scale;
  return `${value < 0 && rounded !== 0 ? '-' : ''}${rounded.toFixed(format.decimals)}`;
}

function formatsOf(styles: Node): (NumberFormat | null)[] {
  const codes = new Map(
    nodes(styles, 'styleSheet', 'numFmts', 'numFmt').map((f) => [Number(f['@numFmtId']), String(f['@formatCode'])]),
  );
  return nodes(styles, 'styleSheet', 'cellXfs', 'xf').map((xf) => {
    const id = Number(xf['@numFmtId'] ?? 0);
    return formatOf(codes.get(id) ?? BUILT_IN[id] ?? '');
  });
}

/** What a code such as `"£"#,##0.00;[Red]-"£"#,##0.00` says of numbers above nothing; null when it is of no number. */
function formatOf(code: string): NumberFormat | null {
  const first = (code.split(';')[0] ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '');
  const digits = /[0#?](?:\.([0#?]+))?(?=[^0#?.,]*$)/.exec(first);
  if (!digits || /[dmyhs]/i.test(first)) return null;
  return { percent: first.includes('%'), decimals: digits[1]?.length ?? 0, numbered: numberedBy(code) };
}

/** `"NP-"0000`: the number of a document with the letters before it and its leading noughts. */
function numberedBy(code: string): NumberFormat['numbered'] {
  const match = /^"([A-Z]{1,6}[-/ ]?)"(0{3,})$/i.exec(code.split(';')[0] ?? '');
  return match === null ? null : { before: match[1] as string, digits: (match[2] as string).length };
}

function nodes(from: Node, ...path: string[]): Node[] {
  let at: unknown = from;
  for (const name of path) at = typeof at === 'object' && at !== null ? (at as Node)[name] : undefined;
  // An element without attributes and children is parsed as text; it still counts, for styles are told by their place.
  return Array.isArray(at) ? at.map((n): Node => (typeof n === 'object' && n !== null ? n : {})) : [];
}

/** The parts of a workbook whose names fit; what it may unpack to was checked before. */
function partsOf(bytes: Buffer, wanted: RegExp): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error: Error | null, zip?: ZipFile) => {
      if (error || !zip) return reject(error ?? new Error('no archive'));
      const parts = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(parts));
      zip.on('entry', (entry) => {
        const name = String(entry.fileName);
        if (!wanted.test(name)) return zip.readEntry();
        zip.openReadStream(entry, (failed: Error | null, stream) => {
          if (failed || !stream) return reject(failed ?? new Error(name));
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('error', reject);
          stream.on('end', () => {
            parts.set(name, Buffer.concat(chunks));
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
