import { describe, expect, it } from 'vitest';
import { sample } from '../../providers/support.js';
import { addsUp, many, simulatedBank } from './support.js';

const bank = simulatedBank();
const phone = '0900000001';
const references = many('DE3KB00');
const page = 'https://cbepay1.cbe.com.et/aureceipt';

describe('CBE Birr', () => {
  it('prints every label of the sample', async () => {
    const lines = await bank.printed({ reference: 'DE3KB00A1B2', phone });
    const labels = sample('cbebirr/pdf_text_line_layout.txt')
      .split('\n')
      .filter(
        (line) =>
          /^(?:[A-Z][A-Za-z /()]+:?)$/.test(line) && !/[A-Z]{3} [A-Z]{4}|Rent|USSD|One |Completed/.test(line),
      );
    expect(labels.length).toBeGreaterThan(18);
    for (const label of labels)
      expect(
        lines.some((line) => line.startsWith(label)),
        label,
      ).toBe(true);
  });

  it('adds up, and bears the date inside its number', async () => {
    for (const reference of references) {
      const { receipt, payment } = await bank.settled({ reference, phone });
      expect(addsUp(payment)).toBe(true);
      expect(payment.paidAt).toMatch(/^2026-05-03T/);
      expect(receipt).toMatchObject({ reference, orderId: reference, paymentChannel: 'USSD', tip: 0 });
      expect(receipt.payerAccount).toMatch(/^2519XXXX\d{4}$/);
    }
  });

  it('glues its row at times', async () => {
    const pages = await Promise.all(references.map((reference) => bank.printed({ reference, phone })));
    const rows = pages.map((lines) => lines.find((line) => /^DE3KB00\d{4}.*2026-/.test(line)) ?? '');
    expect(rows.filter((row) => /^DE3KB00\d{4} 2026/.test(row)).length).toBeGreaterThan(5);
    expect(rows.filter((row) => /^DE3KB00\d{8}-/.test(row)).length).toBeGreaterThan(2);
  });

  it('opens with the phone in either form, and without one shows its empty page', async () => {
    const input = { reference: 'DE3KB00C3D4', phone };
    const [first, second] = [await bank.ask(input, 0), await bank.ask(input, 1)];
    expect(first.headers['content-type']).toBe('application/pdf');
    expect(second.body.equals(first.body)).toBe(true);
    expect(await bank.hits('cbebirr', 'DE3KB00C3D4')).toBe(2);
    for (const query of [
      'TID=DE3KB00C3D4',
      'TID=DE3KB00C3D4&PH=251700000001',
      `TID=AZ1AAAAAAAA&PH=${phone}`,
    ]) {
      const answer = await bank.get(`${page}?${query}`);
      expect(answer.status, query).toBe(200);
      expect(answer.text, query).toBe(sample('cbebirr/not_found_shell.html'));
    }
  });

  it('knows numbers of ten and twelve characters too', async () => {
    for (const reference of ['KB00001A1B', 'KB0000001A1B']) {
      const { payment } = await bank.settled({ url: `${page}?TID=${reference}&PH=${phone}` });
      expect(payment.reference).toBe(reference);
    }
  });
});
