import { describe, expect, it } from 'vitest';
import { exactText } from '../../src/extraction/exact_text.js';

describe('what is written on a document that cannot be misread', () => {
  it.each([
    ['a text', 'Jewson Ltd\nFacing bricks 65mm  1240.00', 'Facing bricks 65mm'],
    ['a table', 'description,net\nFacing bricks,1240.00\n', 'Facing bricks,1240.00'],
    [
      'an e-invoice',
      '<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><Carpet>Nuts &amp; bolts</Carpet></Invoice>',
      'Nuts & bolts',
    ],
  ])('is all of %s', async (_what, document, written) => {
    expect(await exactText(Buffer.from(document))).toContain(written);
    expect(await exactText(Buffer.from(document))).not.toContain('Carpet');
  });

  it('is nothing of lines that were given instead of it', async () => {
    expect(await exactText(Buffer.from('{"lines":[{"description":"Bricks"}]}'))).toBeNull();
  });
});
