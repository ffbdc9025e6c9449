/** Which column of a spreadsheet holds what, by the names people give their columns. */

export type Field =
  | 'text'
  | 'net'
  | 'vat'
  | 'gross'
  | 'supplyType'
  | 'route'
  | 'taxPoint'
  | 'completionDate'
  | 'supplier'
  | 'country'
  | 'answer';

/** Names of each field, the surest first: of two columns that fit, the one whose name stands first is taken. */
const NAMES: Record<Field, readonly string[]> = {
  text: [
    'line text',
    'invoice line',
    'line description',
    'item description',
    'product description',
    'goods description',
    'description of goods',
    'description of goods or services',
    'full description',
    'description',
    'desc',
    'line item',
    'details',
    'detail',
    'particulars',
    'narrative',
    'item',
    'item name',
    'product',
    'product name',
    'text',
    'line',
    'service',
    'work',
    'works',
    'memo',
    'what we got',
    'what we bought',
    'what was bought',
    'what it was',
    'what it is',
    'what for',
    'what',
  ],
  net: [
    'net amount',
    'net',
    'net total',
    'net value',
    'net line total',
    'net price',
    'net cost',
    'amount net',
    'total net',
    'line net',
    'amount ex vat',
    'total ex vat',
    'price ex vat',
    'cost ex vat',
    'ex vat',
    'goods amount',
    'goods value',
    'goods total',
    'goods',
    'line amount',
    'line value',
    'subtotal',
    'sub total',
    'amount',
    'value',
    'cost',
  ],
  vat: [
    'vat charged',
    'vat amount',
    'vat',
    'vat value',
    'vat total',
    'total vat',
    'amount vat',
    'amount of vat',
    'line vat',
    'vat paid',
    'tax amount',
    'tax charged',
    'tax paid',
    'sales tax',
    'tax',
  ],
  gross: [
    'gross',
    'gross amount',
    'gross total',
    'total inc vat',
    'amount inc vat',
    'price inc vat',
    'cost inc vat',
    'inc vat',
    'total gross',
    'line total',
    'total amount',
    'total',
  ],
  supplyType: [
    'supply type',
    'type of supply',
    'kind of supply',
    'sort of supply',
    'supply kind',
    'supply',
    'line type',
    'item type',
    'type',
    'kind',
  ],
  route: ['claimant route', 'route', 'scheme', 'claim route', 'claim form', 'claim type'],
  taxPoint: [
    'tax point',
    'tax point date',
    'date of supply',
    'supply date',
    'tax date',
    'invoice date',
    'date of invoice',
    'date',
    'document date',
    'date bought',
    'bought on',
    'bought',
    'purchase date',
    'date of purchase',
    'purchased on',
    'date purchased',
    'invoiced on',
    'date invoiced',
    'when bought',
  ],
  completionDate: ['completion date', 'date of completion', 'completion'],
  supplier: [
    'supplier',
    'supplier name',
    'merchant',
    'vendor',
    'vendor name',
    'contractor',
    'trader',
    'company',
    'invoice from',
    'from',
  ],
  country: ['country', 'nation', 'country of site', 'site country'],
  answer: ['confirmed answer', 'answer', 'answers', 'your answer'],
};

/** Columns whose name holds "vat" or "tax" but which are a percentage, a code or a number plate of the supplier. */
const NOT_MONEY = /%|\b(?:rate|percent|code|no|number|reg|registration|id|ref)\b/;

/** Names of columns as compared: lower case, words only ("Net amount (£)" is "net amount", "lineText" is "line text"). */
export function columnName(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[£$€]|\bgbp\b/g, ' ')
    .replace(/v\.a\.t\.?/g, 'vat')
    .replace(/%/g, ' % ')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}

/** The name without small words, and with one way to say before and with VAT: "The cost before tax" is "cost ex vat". */
function plainName(header: string): string {
  return columnName(header)
    .replace(/^(?:the|our|my) /, '')
    .replace(/\b(?:before|without|exclusive of|excluding|excl|exc|ex) (?:vat|tax)\b/, 'ex vat')
    .replace(/\b(?:with|inclusive of|including|incl|inc|after) (?:vat|tax)\b/, 'inc vat');
}

/** Index of the column of each field that is recognised; a column serves one field only. */
export function recogniseColumns(
  header: readonly string[],
  ignored: ReadonlySet<string> = new Set(),
): Map<Field, number> {
  const names = header.map((cell) => (ignored.has(cell.trim()) ? '' : plainName(cell)));
  const found = new Map<Field, number>();
  const taken = new Set<number>();
  for (const field of Object.keys(NAMES) as Field[]) {
    for (const name of NAMES[field]) {
      const at = names.findIndex((n, i) => n === name && !taken.has(i) && !(field === 'vat' && NOT_MONEY.test(n)));
      if (at < 0) continue;
      found.set(field, at);
      taken.add(at);
      break;
    }
  }
  return found;
}

/** The short names of fields, for the help and for someone whose column was not recognised. */
const SHORT_NAMES: Partial<Record<Field, readonly string[]>> = {
  text: ['description', 'details', 'item'],
  net: ['net', 'amount', 'goods'],
  vat: ['vat', 'tax'],
  supplyType: ['supply type', 'kind of supply'],
  route: ['route', 'scheme'],
  taxPoint: ['tax point', 'date', 'invoice date'],
};

/** "description, details or item" */
export function namesOf(field: Field): string {
  const names = SHORT_NAMES[field] ?? NAMES[field].slice(0, 1);
  return names.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** Words for a supply type, a route or a country in a cell, and the value of the tool they mean. */
const CELL_WORDS: Partial<Record<Field, Readonly<Record<string, string>>>> = {
  supplyType: {
    labour: 'labour',
    labor: 'labour',
    'labour only': 'labour',
    services: 'labour',
    'services only': 'labour',
    'fix only': 'labour',
    'fit only': 'labour',
    materials: 'materials',
    material: 'materials',
    'materials only': 'materials',
    goods: 'materials',
    'goods only': 'materials',
    'supply only': 'materials',
    'supply and install': 'supply_and_install',
    'supply install': 'supply_and_install',
    'supply and fit': 'supply_and_install',
    'supply fit': 'supply_and_install',
    'supply and fix': 'supply_and_install',
    'supply fix': 'supply_and_install',
    's f': 'supply_and_install',
    's i': 'supply_and_install',
    'labour and materials': 'supply_and_install',
    'materials and labour': 'supply_and_install',
    'professional services': 'professional_services',
    'professional service': 'professional_services',
    'professional fees': 'professional_services',
    professional: 'professional_services',
    'plant hire': 'plant_hire',
    hire: 'plant_hire',
    plant: 'plant_hire',
    'tool hire': 'plant_hire',
    'equipment hire': 'plant_hire',
    other: 'other',
  },
  route: {
    '431nb': 'self_build_431nb',
    nb: 'self_build_431nb',
    vat431nb: 'self_build_431nb',
    'self build 431nb': 'self_build_431nb',
    'new build': 'self_build_431nb',
    'self build': 'self_build_431nb',
    '431c': 'self_build_431c',
    c: 'self_build_431c',
    vat431c: 'self_build_431c',
    'self build 431c': 'self_build_431c',
    conversion: 'self_build_431c',
  },
  country: {
    england: 'england',
    wales: 'wales',
    scotland: 'scotland',
    'northern ireland': 'northern_ireland',
    ni: 'northern_ireland',
  },
};

/**
 * The tool's value for a word of a cell ("Supply & fit" is supply_and_install). A word that is not known comes back as
 * it is, for the tool's own check to refuse with the nearest allowed one.
 */
export function cellWord(field: 'supplyType' | 'route' | 'country', cell: string): string {
  const words = cell
    .trim()
    .toLowerCase()
    .replace(/&|\+/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const table = CELL_WORDS[field] ?? {};
  const known = Object.hasOwn(table, words) ? table[words] : undefined;
  if (known !== undefined) return known;
  const joined = words.replace(/ and /g, ' ');
  return (Object.hasOwn(table, joined) ? table[joined] : undefined) ?? cell.trim();
}
