import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/extraction/draft.js';
import { readDocument } from '../../src/extraction/read_document.js';

const HEAD = [
  'Return-Path: <bills@pell.example>',
  'From: "Pell Paving" <bills@pell.example>',
  'To: orr@mailbox.example',
  'Subject: =?utf-8?Q?Your_bill_=E2=80=93_PP-771?=',
  'Date: Thu, 17 Apr 2025 09:14:01 +0100',
  'MIME-Version: 1.0',
];
const BILL = [
  'Pell Paving Ltd',
  'VAT Reg No. 391 3130 73',
  'Invoice PP-771',
  'Date 17 April 2025',
  '',
  'Clay pavers, brindle      =C2=A3220.00',
  'Kiln dried sand, 20 bags   =C2=A348.00',
  '',
  'Net                       =C2=A3268.00',
  'VAT 20%                    =C2=A353.60',
  'Total                     =C2=A3321.60',
];
const plain = (body: string, encoding: string) => [
  'Content-Type: text/plain; charset=utf-8',
  `Content-Transfer-Encoding: ${encoding}`,
  '',
  body,
];
const page = [
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<html><table><tr><td>Invoice number</td><td>A18844721=',
  '963</td></tr><tr><td>Total</td><td>=C2=A3321.60</td></tr></table></html>',
];
const multipart = (...parts: string[][]) =>
  [
    ...HEAD,
    'Content-Type: multipart/alternative;',
    ' boundary="--b1"',
    '',
    ...parts.flatMap((part) => ['----b1', ...part]),
    '----b1--',
  ].join('\r\n');
const read = (text: string) => readDocument(Buffer.from(text));
const utf8 = BILL.join('\n').replaceAll('=C2=A3', '£');

describe('a mail as its program saves it', () => {
  it.each([
    ['by itself', [...HEAD, ...plain(BILL.join('\r\n'), 'quoted-printable')].join('\r\n')],
    ['beside a web page', multipart(plain(BILL.join('\r\n'), 'quoted-printable'), page)],
    ['in base64', multipart(page, plain(Buffer.from(utf8).toString('base64'), 'base64'))],
    ['as it is', [...HEAD, ...plain(utf8, '8bit')].join('\n')],
  ])('is read for its plain text, %s', async (_, mail) => {
    const draft = await read(mail);
    expect(draft).toMatchObject({
      reconciled: true,
      invoiceNumber: 'PP-771',
      supplier: { name: 'Pell Paving Ltd' },
      totals: { net: '268.00', vat: '53.60', gross: '321.60' },
    });
    expect(draft.lines).toHaveLength(2);
  });

  it('is refused where its sums stand elsewhere', async () => {
    const thanks = plain('Thank you for your order A188447219.', '7bit');
    await expect(read(multipart(thanks, page))).rejects.toMatchObject({ code: 'unsupported' });
    await expect(read(multipart(page))).rejects.toThrow(/print the mail to PDF/);
  });

  it('that was copied out of its program is read as before', async () => {
    const copied = ['From: Pell Paving', 'Subject: bill', 'Date: 17 April 2025', '', utf8].join('\n');
    expect((await read(copied)).reconciled).toBe(true);
  });
});

it('a sum in the subject of a mail is no line', async () => {
  const mail = [
    'From: receipts@pell.example',
    'Subject: Your e-receipt £139.20',
    'Date: Fri, 25 Apr 2025 11:08:00 +0100',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Pell Electrical Ltd',
    'VAT Reg No. 391 3130 73',
    'Invoice no: PE/118',
    '',
    'Switched socket, white    £34.00',
    'Downlight, fire rated     £82.00',
    '',
    'Goods ex VAT   £116.00',
    'VAT @ 20.00%   £23.20',
    'Total inc VAT  £139.20',
  ];
  const draft = await readDocument(Buffer.from(mail.join('\n')), {});
  expect(draft.reconciled).toBe(true);
  expect(draft.lines.map(({ description }) => description)).toEqual([
    'Switched socket, white',
    'Downlight, fire rated',
  ]);
});

it('a mail is for whom it was sent to', async () => {
  const mail = [
    'From: "Pell Paving" <bills@pell.example>',
    'To: Lorna Kerr <lorna.kerr@mailbox.example>',
    'Subject: Invoice 73',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Paving to the drive    £530.00',
    'Total    £530.00',
  ];
  expect((await read(mail.join('\n'))).customer.name).toBe('Lorna Kerr');
});

describe('a mail that carries its documents', () => {
  const sample = (name: string) => readFileSync(`fixtures/invoices/samples/${name}.pdf`);
  const carried = (bytes: Buffer, type = 'application/pdf') => [
    `Content-Type: ${type}; name="Invoice.pdf"`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="Invoice.pdf"',
    '',
    bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
  ];
  const note = plain('Hi, our bill is attached, £1,204.00 with VAT. The skip was £90 and comes apart.', '8bit');
  const figures = ({ lines, totals }: Draft) => [totals, lines.map(({ net, gross }) => [net, gross])];

  it.each([
    ['application/pdf', note],
    ['application/octet-stream', plain('As attached.', '7bit')],
  ])('is read for the one file with lines, %s', async (type, words) => {
    const draft = await read(multipart(words, carried(sample('labour'), type)));
    expect(figures(draft)).toEqual(figures(await readDocument(sample('labour'))));
    expect(draft.lines.length).toBeGreaterThan(0);
  });

  it('is refused with two of them', async () => {
    const both = multipart(note, carried(sample('labour')), carried(sample('kitchen')));
    await expect(read(both)).rejects.toThrow(/several documents/);
  });

  it('is read for its own words where they fit', async () => {
    const draft = await read(multipart(plain(utf8, '8bit'), carried(sample('labour'))));
    expect(draft).toMatchObject({ reconciled: true, invoiceNumber: 'PP-771' });
  });
});
