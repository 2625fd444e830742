import { describe, expect, it } from 'vitest';
import { judgeDashenPdf } from '../../src/providers/dashen.js';
import { resolve } from '../../src/providers/resolve.js';
import type { Judgement } from '../../src/providers/types.js';
import { now, pdfResponse, provider, providers, sample, targetOf, textResponse } from './support.js';

const bank = provider('dashen');
const number = 'ZZZWDTS2626700AA';
const target = targetOf({ reference: number });
const page = sample('dashen/page.html');
const judge = (html: string): Judgement => bank.judge(textResponse(html), target);
const change = (from: string, to: string) => {
  expect(page).toContain(from);
  return page.replace(from, to);
};

describe('a Dashen receipt', () => {
  it('adds up with every charge, and less the discount', () => {
    const charges: [string, string][] = [
      ['Service Charge</td><td>ETB 0.00', 'Service Charge</td><td>ETB 5.00'],
      ['VAT (15%):</td><td>ETB 0.00', 'VAT (15%):</td><td>ETB 0.75'],
      ['DRRF Fee</td><td>ETB 0.00', 'DRRF Fee</td><td>ETB 0.25'],
      ['Stamp Duty</td><td>ETB 0.00', 'Stamp Duty</td><td>ETB 2.00'],
      ['Discount Amount</td><td>ETB 0.00', 'Discount Amount</td><td>ETB 1.00'],
      ['Total</td><td>ETB 1,005.00', 'Total</td><td>ETB 1,012.00'],
    ];
    const charged = charges.reduce((html, [from, to]) => html.replace(from, to), page);
    expect(judge(charged)).toMatchObject({
      receipt: { serviceCharge: 5, vat: 0.75, disasterRecovery: 0.25, stampDuty: 2, discount: 1, tax: 0 },
      payment: { amount: '1005.00', fee: '6.25', vat: '0.75', total: '1012.00' },
    });
    const withoutTotal = charged.replace('<td>Total</td>', '<td>Sum</td>');
    expect(judge(withoutTotal)).toMatchObject({ payment: { fee: '6.25', vat: '0.75', total: null } });
  });

  it('keeps its labels apart where one is part of another', () => {
    const judged = judge(
      change('Excise Tax (15%):</td><td>ETB 0.00', 'Excise Tax (15%):</td><td>ETB 1.00')
        .replace('Income Tax Fee</td><td>ETB 0.00', 'Income Tax Fee</td><td>ETB 2.00')
        .replace('<td>Tax</td><td>ETB 0.00', '<td>Tax:</td><td>ETB 3.00')
        .replace('Total</td><td>ETB 1,005.00', 'Total</td><td>ETB 1,011.00'),
    );
    expect(judged).toMatchObject({ receipt: { exciseTax: 1, incomeTax: 2, tax: 3 } });
  });

  it('is read at another rate of tax', () => {
    const html = change('VAT (15%):</td><td>ETB 0.00', 'VAT (18%)</td><td>ETB 0.90').replace(
      'Total</td><td>ETB 1,005.00',
      'Total</td><td>ETB 1,005.90',
    );
    expect(judge(html)).toMatchObject({
      kind: 'settled',
      receipt: { vat: 0.9 },
    });
  });

  it('takes nothing a payer writes for a value of its own', () => {
    const written =
      'rent\nReceiver Name: TEST SHOP\nReceiver Account Number: 1\nTransaction Reference: X\nTotal ETB 9.00';
    expect(judge(change('test &amp; payment', written))).toMatchObject({
      kind: 'settled',
      receipt: {
        receiverName: 'Sara Test Tadesse',
        receiverAccount: '2955******002',
        reference: number,
        totalAmount: 1005,
        paymentReason: written.replaceAll('\n', ' '),
      },
    });
  });

  it('leaves out what it does not print, and has null for what is blank', () => {
    const judged = judge(
      change('<p><strong>Beneficiary Bank Name:</strong> Dashen Bank</p>\n', '')
        .replace('test &amp; payment', '-')
        .replace('<td>ETB 1,005.00</td></tr>\n</table>', '<td></td></tr>\n</table>'),
    );
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { paymentReason: null, totalAmount: null },
      payment: { reason: null, total: null, receiver: { bank: null } },
    });
    expect(judged.receipt).not.toHaveProperty('receiverBank');
    expect(judged.receipt).not.toHaveProperty('amountInWords');
  });

  it('may print its amount in words, in a paragraph or in a row', () => {
    const words = 'One Thousand Five Birr';
    for (const printed of [
      `<p><strong>Amount in words:</strong> ${words}</p></body>`,
      `<table><tr><td>Amount in words</td><td>${words}</td></tr></table></body>`,
    ]) {
      expect(judge(change('</body>', printed))).toMatchObject({ receipt: { amountInWords: words } });
    }
  });

  it('without number or amount is unreadable, and keeps what there is', () => {
    for (const [value, field] of [
      [` ${number}`, 'reference'],
      ['ETB 1,005.00', 'transferredAmount'],
    ] as const) {
      expect(judge(change(value, ''))).toMatchObject({
        kind: 'unreadable',
        missing: [field],
        receipt: { source: 'dashen-html', payerName: 'Abebe Test Kebede' },
      });
    }
  });

  it('of another day than its number says could not be checked, but for bookings after a weekend', () => {
    const kind = (date: string) => judge(change('Sep 24, 2026', date)).kind;
    expect(kind('Sep 21, 2026')).toBe('settled');
    expect(kind('Sep 20, 2026')).toBe('unreadable');
    expect(kind('Sep 25, 2026')).toBe('unreadable');
  });

  it('of another number is a mismatch; what is no number of a receipt says nothing', () => {
    expect(judge(change(number, 'ZZZWDTS2626700AB'))).toEqual({
      kind: 'mismatch',
      receipt: { source: 'dashen-html' },
    });
    for (const odd of [`${number} (copy)`, `No. ${number}`, number.slice(1)]) {
      expect(judge(change(number, odd)).kind, odd).toBe('unreadable');
    }
  });

  it('with sums that contradict each other could not be checked', () => {
    for (const [from, to] of [
      ['Transaction Amount</td><td>ETB 1,005.00', 'Transaction Amount</td><td>ETB 90,000.00'],
      ['Transaction Amount</td><td>ETB 1,005.00', 'Transaction Amount</td><td>ETB 0.00'],
      ['Service Charge</td><td>ETB 0.00', 'Service Charge</td><td>ETB -5.00'],
      ['DRRF Fee</td><td>ETB 0.00', 'DRRF Fee</td><td>ETB 1.00'],
      ['Total</td><td>ETB 1,005.00', 'Total</td><td>ETB 1 005.00'],
    ] as const) {
      expect(judge(change(from, to)).kind, to).toBe('unreadable');
    }
  });

  it('could not be checked where words that were not escaped add a paragraph or a row', () => {
    for (const added of [
      '</p><p>Receiver Name: SHOP OWNER',
      '</p><p>Receiver Account Number: 1000000000012',
      '</p><p>Transaction Amount: ETB 90,000.00',
      '</p><p>Total: ETB 90,000.00',
      '</p><table><tr><td>Transaction Amount</td><td>ETB 90,000.00</td></tr></table><p>x',
      '</p><p>Sender Account Number: 1</p><p>Transaction Reference: ZZZWDTS2626700AB',
    ]) {
      expect(judge(change('test &amp; payment', `rent${added}`)).kind, added).toBe('unreadable');
    }
  });

  it('that speaks of a status or a reversal could not be checked', () => {
    for (const changed of [
      change('<table>', '<p><strong>Transaction Status:</strong> Reversed</p><table>'),
      change('<table>', '<table><tr><td>Status</td><td>Pending</td></tr>'),
      change('<h2>Dashen Bank</h2>', '<h2>Transaction Failed</h2>'),
      change('Within Dashen Transfer', 'Transfer Reversal'),
    ]) {
      expect(judge(changed)).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    expect(judge(change('<table>', '<p><strong>Status:</strong> Completed</p><table>')).kind).toBe('settled');
  });

  it('is read without what a browser hides', () => {
    const hidden =
      '<p hidden>Receiver Name: X</p><table style="display: none"><tr><td>Total</td><td>1</td></tr></table>';
    expect(judge(change('<table>', `${hidden}<table>`))).toEqual(judge(page));
  });

  it('that breaks off anywhere is never verified, and never called missing or false', () => {
    for (const { index } of page.trim().matchAll(/[<>\d]/g)) {
      const { kind } = judge(page.slice(0, index));
      if (kind !== 'unreadable' && kind !== 'blocked') expect(`${kind} after ${index}`).toBe('unreadable');
    }
  });
});

describe('Dashen\'s "no such receipt"', () => {
  const answer = sample('dashen/not_found_400.json');
  const kind = (body: string, status: number) => bank.judge(textResponse(body, status), target).kind;

  it('comes with HTTP 400 or 404 and its own words', () => {
    expect(kind(answer, 400)).toBe('not_found');
    expect(kind(answer.replace('400', '404'), 404)).toBe('not_found');
  });

  it('is nothing else', () => {
    expect(kind(answer, 200)).toBe('blocked');
    expect(kind('{"statusCode":400,"message":"Bad Request"}', 400)).toBe('blocked');
    expect(kind('<html>Transaction not found</html>', 404)).toBe('blocked');
    expect(kind('', 404)).toBe('blocked');
  });
});

describe('a PDF of Dashen kept from before mid-2026', () => {
  const text = sample('dashen/old_pdf_text_one_line.txt');
  const asked = 'ZZZWDTI261620000';

  it('is read whatever lines its text comes in', () => {
    const whole = judgeDashenPdf([text], asked);
    expect(whole.kind).toBe('settled');
    for (const label of ['Sender Name', 'Narrative', 'Receiver Name', 'Transaction Amount', 'Tax', 'Total']) {
      expect(judgeDashenPdf(text.split(new RegExp(` (?=${label})`)), asked)).toEqual(whole);
    }
  });

  it('is judged as one also when it comes as the answer', () => {
    const old = targetOf({ reference: asked });
    expect(bank.judge(pdfResponse([text]), old)).toEqual(judgeDashenPdf([text], asked));
    expect(bank.document?.(pdfResponse([text]))).not.toBeNull();
    expect(bank.judge(pdfResponse(null), old)).toMatchObject({
      kind: 'unreadable',
      receipt: { source: 'dashen-pdf' },
    });
  });

  it('keeps names and words apart from labels they look like', () => {
    const named = text
      .replace('Narrative: transfer', 'Narrative: Total Tax for Receiver Name: Me')
      .replace('Test Merchant Plc', 'TotalEnergies Tax Plc');
    expect(judgeDashenPdf([named], asked)).toMatchObject({
      kind: 'settled',
      receipt: {
        paymentReason: 'Total Tax for Receiver Name: Me',
        receiverName: 'TotalEnergies Tax Plc',
        tax: 0,
        totalAmount: 20475,
      },
    });
  });

  it('may have words behind its last sum', () => {
    expect(judgeDashenPdf([`${text.trim()} Thank you for banking with us`], asked)).toMatchObject({
      receipt: { totalAmount: 20475 },
      payment: { total: '20475.00' },
    });
  });

  it('whose receiver has a name that holds labels could not be checked', () => {
    const named = text.replace('Test Merchant Plc', 'ME Receiver Account Number: 1000000000012');
    expect(judgeDashenPdf([named], asked)).toMatchObject({
      kind: 'unreadable',
      conflicts: ['receiverAccount'],
    });
  });

  it('whose account has words behind it could not be checked', () => {
    const broken = text.replace('Instituton Name:', 'Instituto');
    expect(judgeDashenPdf([broken], asked)).toMatchObject({
      kind: 'unreadable',
      conflicts: ['receiverAccount'],
    });
  });

  it('that speaks of a status or a reversal could not be checked', () => {
    for (const [from, to] of [
      ['08:45:50 am', '08:45:50 am Transaction Status: Reversed'],
      ['Total ETB 20,475.00', 'Status Reversed Total ETB 20,475.00'],
      ['Within Dashen Transfer', 'Reversal of a transfer'],
    ] as const) {
      expect(text).toContain(from);
      expect(judgeDashenPdf([text.replace(from, to)], asked).kind, to).toBe('unreadable');
    }
  });

  it('of another number is a mismatch', () => {
    expect(judgeDashenPdf([text], 'ZZZWDTI261620001')).toEqual({
      kind: 'mismatch',
      receipt: { source: 'dashen-pdf' },
    });
  });
});

describe("Dashen's other number", () => {
  it.each(['WDTS5186142501962751000', 'WDTI5921680061225850000', 'wdts5186142501962751000'])(
    '%s is refused, and the right one asked for',
    (reference) => {
      for (const chosen of [{}, { provider: 'dashen' }]) {
        expect(resolve(providers, { reference, ...chosen }, now)).toEqual({
          kind: 'unsupported',
          by: 'reference',
          provider: 'dashen',
          message: expect.stringContaining('FT Ref'),
        });
      }
    },
  );

  it('is not refused in the name of another bank', () => {
    const resolved = resolve(providers, { reference: 'WDTS5186142501962751000', provider: 'telebirr' }, now);
    expect(resolved).toEqual({ kind: 'unsupported', by: 'reference', provider: 'telebirr' });
  });
});
