import { describe, expect, it } from 'vitest';
import { Suppliers, supplierLikeness } from '../../src/claims/suppliers.js';

const BRICK = { supplierName: 'Brick Co Ltd', supplierVatNumber: 'GB123456782' };
const OTHER_NUMBER = 'GB980780684';
const says = (supplierName: string | null, supplierVatNumber: string | null = null) => ({
  supplierName,
  supplierVatNumber,
});

describe('the supplier of two documents', () => {
  it.each([
    ['with the number of a branch', says('BC Hereford', 'GB 123 4567 82 001'), 'same'],
    ['without a number', says('BRICK CO'), 'same'],
    ['whose name is written out', says('The Brick Company Limited'), 'open'],
    ['whose name is written apart otherwise', says('BrickCo Limited'), 'same'],
    ['who trades under it', says('J Smith t/a Brick Co'), 'same'],
    ['with a number misread', says('Brick Co', 'GB123456789'), 'doubtful'],
    ['with another number', says('Brick Co Ltd', OTHER_NUMBER), 'doubtful'],
    ['with a number misread and another name', says('Brlok Go', 'GB123456728'), 'doubtful'],
    ['with a number misread and no name', says(null, 'GB12345678'), 'doubtful'],
    ['misread, without a number', says('Br1ck C0 Ltd'), 'open'],
    ['with the town behind the name, without a number', says('Brick Co Hereford'), 'open'],
    ['with the town behind the name and another number', says('Brick Co Hereford', OTHER_NUMBER), 'different'],
    ['of another name', says('Stone Co Ltd'), 'different'],
    ['of whom nothing is said', says(null), 'different'],
  ] as const)('%s', (_what, other, expected) => {
    expect(supplierLikeness(BRICK, other)).toBe(expected);
    expect(supplierLikeness(other, BRICK)).toBe(expected);
  });
});

describe('the suppliers of a project', () => {
  type Said = ReturnType<typeof says> & { documentType?: 'credit_note' };
  const suppliers = (...said: readonly Said[]) => {
    const documents = said.map((one, i) => ({ documentType: 'invoice' as const, ...one, id: `inv_${i}` }));
    const of = Suppliers.of(documents);
    return {
      told: documents.map((document) => of.told(document)),
      perhaps: documents.map((document) => of.perhaps(document)),
    };
  };
  const credit = (one: ReturnType<typeof says>): Said => ({ ...one, documentType: 'credit_note' });

  it('are called by a number that holds, whichever document shows it', () => {
    const all = suppliers(says('Brick Co'), BRICK, says('BC Trading', 'GB123456782001'), says('BC Trading Ltd'));
    expect(all.told).toEqual(Array(4).fill('123456782'));
    expect(all.perhaps).toEqual(all.told);
  });

  it('may be one where a number misread or a longer name does not tell them apart, and no letter takes them for one', () => {
    const all = suppliers(BRICK, says('Bric', 'GB123456789'), says('Brick Co Hereford'), says('Stone', OTHER_NUMBER));
    expect(all.told).toEqual(['123456782', '123456789', 'brick co hereford', '980780684']);
    expect(all.perhaps).toEqual(['123456782', '123456782', '123456782', '980780684']);
  });

  it('that are alike and show numbers of their own stay apart, and so does a third', () => {
    const { perhaps } = suppliers(
      says('Smith', 'GB123456782'),
      says('Smith Roofing', OTHER_NUMBER),
      says('Smith Roofing Ltd'),
      says('Smart Roofing', 'GB440198853'),
    );
    expect(perhaps).toEqual(['123456782', '980780684', '980780684', '440198853']);
  });

  it('are not told by a document that shows half and stands alone, or by credit notes alone', () => {
    expect(suppliers(BRICK, credit(says('BC Trading'))).perhaps).toEqual(['123456782', null]);
    expect(suppliers(BRICK, credit(says('BC')), credit(says('BC Ltd'))).perhaps.slice(1)).toEqual([null, null]);
    expect(suppliers(BRICK, says('BC'), credit(says('BC Ltd'))).perhaps.slice(1)).toEqual(['bc', 'bc']);
    expect(suppliers(BRICK, credit(says('BC', OTHER_NUMBER))).perhaps.slice(1)).toEqual(['980780684']);
    expect(suppliers(BRICK, says(null)).told).toEqual(['123456782', null]);
  });
});
