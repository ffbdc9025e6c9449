import { describe, expect, it } from 'vitest';
import { documentTypeOf } from '../../src/extraction/header/document_type.js';

const typeOf = (...texts: string[]) => documentTypeOf(texts.map((text, i) => ({ text, height: i === 0 ? 18 : 10 })));
const LINES = ['Facing bricks 120.00', 'Total 120.00', 'VAT Reg No 123 4567 27'];

describe('what is no invoice is not taken for one', () => {
  it.each<[string, string, string[]]>([
    ['an application for payment', 'pro_forma', ['APPLICATION FOR PAYMENT No. 5', 'Date 1 October 2026']],
    ['one that says so itself', 'pro_forma', ['INVOICE 77', 'This is not a VAT invoice.']],
    [
      'an order whose invoice follows',
      'order_confirmation',
      ['Plank & Grain', 'Thank you for your order, Priya', "We'll e-mail a VAT invoice when it is sent."],
    ],
    ['a request whose receipt follows', 'pro_forma', ['Stage 3', 'A VAT receipt will be issued on payment']],
    [
      'a refund by mail',
      'credit_note',
      [
        'We have refunded the following items from order 55',
        'Total refunded (inc VAT) 120.00',
        'Refunded to Mastercard ending 8812',
      ],
    ],
    ["a shop's refund", 'credit_note', ['Your refund from Toolstation', 'Refund reference: R-88123']],
    ['a refund at the till', 'credit_note', ['BRAMLEY DIY', '*** REFUND ***', 'REFUND TOTAL -26.48']],
  ])('%s', (_, expected, texts) => {
    expect(typeOf(...texts, ...LINES)).toBe(expected);
  });

  it.each<[string, string[]]>([
    ['with thanks for the order', ['VAT INVOICE', 'Thank you for your order']],
    ['whose title is set in single letters', ['I N V O I C E', 'Ref no: #41992']],
    ['that names the application it is for', ['TAX INVOICE', 'for application for payment 5']],
    ['that tells of a refund made before', ['TAX INVOICE', 'We have refunded the deposit on your account']],
    ['that tells how refunds work', ['INVOICE 12', 'Refunds are made to the card you paid with']],
  ])('an invoice %s is one', (_, texts) => {
    expect(typeOf(...texts, ...LINES)).toBe('invoice');
  });

  it('a delivery note may stand behind the name of the firm, and an invoice have no more than a reference', () => {
    const title = 'FALLOWFIELD AGGREGATES LTD            DELIVERY NOTE / WEIGHBRIDGE TICKET';
    expect(typeOf(title, ...LINES)).toBe('delivery_note');
    expect(typeOf('FALLOWFIELD LTD      Delivery Note:', 'INVOICE 12', ...LINES)).toBe('invoice');
    expect(typeOf('Invoice ref: KM/0525/3', ...LINES)).toBe('invoice');
  });

  it.each<[string, string, string[]]>([
    ['an order confirmation and a receipt', 'unknown', ['Order confirmation & VAT receipt - Amazon.co.uk']],
    ['a quotation and an invoice', 'unknown', ['QUOTATION / INVOICE', 'Invoice number 12']],
    ['an invoice and a receipt', 'invoice', ['INVOICE / RECEIPT', 'Invoice number 12']],
    ['a pro forma invoice', 'pro_forma', ['PRO FORMA INVOICE', 'Pro forma no. PF-1']],
  ])('what calls itself %s is %s', (_, expected, texts) => {
    expect(typeOf(...texts, ...LINES)).toBe(expected);
  });
});
