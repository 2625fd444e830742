import { describe, expect, it } from 'vitest';
import { sample } from '../../providers/support.js';
import { addsUp, many, simulatedBank } from './support.js';

const bank = simulatedBank();
const references = many('UGOKS0');
const labels = [
  'TRANSACTION INFORMATION',
  'SENDER NAME',
  'SENDER PHONE NUMBER',
  'SENDER TIN NO',
  'RECEIVER NAME',
  'RECEIVER ACCOUNT NUMBER',
  'BANK NAME',
  'TRANSACTION ID',
  'TRANSACTION DETAIL',
  'RECEIPT NO / PAYMENT DATE / SETTLED AMOUNT',
  'SERVICE FEE',
  'DISCOUNT',
  '+ 15% VAT',
  'TOTAL',
  'TOTAL AMOUNT IN WORDS',
  'PAYMENT METHOD',
  'TRANSACTION TYPE',
  'PAYMENT CHANNEL',
  'PAYMENT REASON',
];

describe('M-PESA', () => {
  it('sends the envelope of the sample with a PDF inside', async () => {
    const { text, status } = await bank.ask({ reference: 'UGOKS0A1B2' });
    const envelope = JSON.parse(text) as Record<string, string>;
    const shape = JSON.parse(sample('mpesa/getReceipt_success_shape.json')) as Record<string, string>;
    expect(status).toBe(200);
    expect(envelope).toEqual({ ...shape, base64Data: expect.any(String) });
    expect(
      Buffer.from(envelope.base64Data ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('prints the labels of the sample, in its order', async () => {
    const toAccount =
      (await all()).find((lines) => lines.some((line) => line.startsWith('/ BANK NAME'))) ?? [];
    const known = sample('mpesa/pdf_text_column_layout.txt').replaceAll(/ {2,}/g, ' ').split('\n');
    const places = labels.map((label) => [
      known.findIndex((line) => line.includes(`/ ${label}`)),
      toAccount.findIndex((line) => line.startsWith(`/ ${label}`)),
    ]);
    for (const column of [0, 1]) {
      const order = places.map((place) => place[column] ?? -1);
      expect(order).not.toContain(-1);
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }
  });

  it('adds up, less the discount, and bears the date inside its number', async () => {
    const discounts = new Set<unknown>();
    for (const reference of references) {
      const { receipt, payment } = await bank.settled({ reference });
      expect(addsUp(payment)).toBe(true);
      expect(payment.paidAt).toMatch(/^2026-07-24T/);
      expect(payment.receiver.account).toMatch(/^\d{6,13}$/);
      discounts.add(receipt.discount);
    }
    expect(discounts).toEqual(new Set([0, 1]));
  });

  it('glues its row at times', async () => {
    const rows = (await all()).map((lines) => lines.find((line) => /^UGOKS0\d{4}/.test(line)) ?? '');
    expect(rows.filter((row) => /^UGOKS0\d{4} 2026/.test(row)).length).toBeGreaterThan(5);
    expect(rows.filter((row) => /^UGOKS0\d{8}-/.test(row)).length).toBeGreaterThan(2);
  });

  it('says by its code that there is no such receipt, a number that cannot be included', async () => {
    const gone = await bank.ask({ reference: 'UGOKS0GONE' });
    expect(JSON.parse(gone.text)).toEqual(JSON.parse(sample('mpesa/getReceipt_error_shape.json')));
    for (const reference of ['UZ1AAAAAAA', 'UBVKS0A1B2', 'ugoks0a1b2']) {
      const url = `https://m-pesabusiness.safaricom.et/api/receipt/getReceipt?trxNo=${reference}`;
      expect((await bank.get(url)).text, reference).toBe(gone.text);
      expect(await bank.hits('mpesa', reference)).toBe(0);
    }
  });

  function all(): Promise<(readonly string[])[]> {
    return Promise.all(references.map((reference) => bank.printed({ reference })));
  }
});
