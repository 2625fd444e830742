import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('telebirr');
const target = targetOf({ reference: 'DF70AAAA00' });
const page = sample('telebirr/page_send_money.html');
const judge = (html: string): Judgement => bank.judge(textResponse(html), target);
const change = (from: string, to: string) => {
  expect(page).toContain(from);
  return page.replace(from, to);
};

/** The same receipt without the table cells of the sample. */
const labels = {
  'የከፋይ ስም/Payer Name': 'Abebe Test Kebede',
  'Payer telebirr no.': '2519****0001',
  'Payer account type': 'Individual Customer',
  'Payer TIN No': '',
  'VAT Reg. No': '',
  'VAT Reg. Date': '',
  'Credited Party name': 'Sara Test Tadesse',
  'Credited party account no': '2519****0002',
  'transaction status': 'Completed',
  'Invoice No.': 'DF70AAAA00',
  'Payment date': '07-06-2026 18:37:39',
  'Settled Amount': '1,600.00 Birr',
  'Stamp Duty': '0.0 Birr',
  'Discount Amount': '0.0 Birr',
  'Service fee': '5.22 Birr',
  'Service fee VAT': '0.78 Birr',
  'Total Paid Amount': '1,606.00 Birr',
  'Payment Mode': 'telebirr',
  'Payment Reason': 'Send Money to Registered Customer',
  'Payment channel': 'API/App',
  'Customer Note': '',
};
const inMarkup = (pair: (label: string, value: string) => string) =>
  `<html><title>telebirr receipt</title><body>${Object.entries(labels)
    .map(([label, value]) => pair(label, value))
    .join('\n')}</body></html>`;

describe('a telebirr receipt', () => {
  const expected = judge(page);

  it.each([
    ['closed cells', (label, value) => `<table><tr><td>${label}</td><td>${value}</td></tr></table>`],
    [
      'header cells and indents',
      (label, value) => `<tr>\n <th>\n  ${label}\n</th>\n <td>\n  ${value}\n </td></tr>`,
    ],
    ['unclosed cells', (label, value) => `<table><tr><td>${label} <td>${value}</td></td></tr></table>`],
    [
      'a cell for the colon',
      (label, value) => `<table><tr><td>${label}</td><td>:</td><td>${value}</td></tr></table>`,
    ],
    [
      'labels inside cells',
      (label, value) => `<tr><td><label>${label}</label></td><td><b>${value}</b></td></tr>`,
    ],
  ] as [string, (label: string, value: string) => string][])('is read from %s', (_, pair) => {
    expect(judge(inMarkup(pair))).toEqual(expected);
  });

  it.each([
    ['paragraphs', (label, value) => `<p><strong>${label}:</strong> ${value}</p>`],
    ['blocks', (label, value) => `<div><span>${label}</span></div><div><span>${value}</span></div>`],
    ['definition lists', (label, value) => `<dt>${label}</dt><dd>${value}</dd>`],
    ['lines', (label, value) => `${label}<br>${value}<br>`],
    ['plain text', (label, value) => `${label} ${value}`],
  ] as [string, (label: string, value: string) => string][])(
    'in %s could not be checked: a name or a note may hold any label there',
    (_, pair) => {
      expect(judge(inMarkup(pair))).toMatchObject({
        kind: 'unreadable',
        receipt: { source: 'telebirr-html' },
      });
    },
  );

  it('in a layout without cells never takes status, receiver or account from what people write', () => {
    const spans = (html: string) => html.replace(/<(\/?)t[dr][^>]*>/g, '<$1span>');
    const note = 'Customer Note</td><td style="text-align: left">';
    for (const html of [
      change('>Completed<', '>Pending<').replace(
        '>Abebe Test Kebede<',
        '>Abebe transaction status Completed<',
      ),
      change(note, `${note}Bank account number 1000000000012   SHOP OWNER NAME`),
      change(
        '>Abebe Test Kebede<',
        '>Abebe Credited Party name SHOP OWNER Credited party account no 2519****9999<',
      ),
    ]) {
      expect(judge(spans(html)).kind).toBe('unreadable');
    }
  });

  it('could not be checked where a name or a note that was not escaped adds a row', () => {
    const note = 'Customer Note</td><td style="text-align: left">';
    const rows = {
      'Bank account number': '1000000000012   SHOP OWNER NAME',
      'Credited Party name': 'SHOP OWNER',
      'Settled Amount': '9,999.00 Birr',
      'transaction status': 'Pending',
      'Reversal status': 'Reversed',
    };
    for (const [label, value] of Object.entries(rows)) {
      const row = `x</td></tr><tr><td>${label}</td><td>${value}`;
      expect(judge(change(note, note + row)).kind, `note: ${label}`).toBe('unreadable');
    }
    for (const [label, value] of Object.entries(rows).slice(1)) {
      const row = `x</td></tr><tr><td>${label}</td><td>${value}`;
      expect(judge(change('>Abebe Test Kebede<', `>${row}<`)).kind, `name: ${label}`).toBe('unreadable');
    }
  });

  it('is read without the rows a browser hides', () => {
    const row = (amount: string) =>
      `<table><tr hidden><td>Bank account number</td><td>1000000000012   SHOP OWNER</td></tr>` +
      `<tr style="display:none"><td>Settled Amount</td><td>${amount}</td></tr></table></body>`;
    expect(judge(change('</body>', row('9.00 Birr')))).toEqual(expected);
    expect(judge(change('</body>', `<!-- ${row('9.00 Birr')} --></body>`))).toEqual(expected);
  });

  it('that breaks off anywhere is never verified, and never called missing or false', () => {
    const noted = change(
      'Customer Note</td><td style="text-align: left">',
      'Customer Note</td><td>This request is not correct',
    );
    for (const { index } of noted.trim().matchAll(/[<>\d]/g)) {
      const { kind } = judge(noted.slice(0, index));
      if (kind !== 'unreadable' && kind !== 'blocked') expect(`${kind} after ${index}`).toBe('unreadable');
    }
  });

  it('keeps the first of two equal labels apart from the operator: VAT numbers never become values', () => {
    const { receipt } = judge(page);
    expect(JSON.stringify(receipt)).not.toMatch(/012700|0000030603|VAT Reg/);
  });

  it('takes no label for the value of an empty cell', () => {
    const judged = judge(change('<td style="text-align: left">Individual Customer</td>', '<td></td>'));
    expect(judged).toMatchObject({ kind: 'settled', receipt: { payerAccountType: null } });
  });

  it('takes no value for a label, whatever people call themselves or write', () => {
    const note = 'የደንበኛ መልዕክት/Customer Note</td><td style="text-align: left">';
    const noted = judge(change(note, `${note}Settled Amount 9,999.00 Birr Total Paid Amount`));
    expect(noted).toMatchObject({ kind: 'settled', payment: { amount: '1600.00', total: '1606.00' } });
    const named = judge(change('>Abebe Test Kebede<', '>Service fee VAT<'));
    expect(named).toMatchObject({
      kind: 'settled',
      payment: { payer: { name: 'Service fee VAT' }, vat: '0.78' },
    });
  });

  it('is not called missing because a note quotes the words for that', () => {
    const note = 'Customer Note</td><td style="text-align: left">';
    expect(judge(change(note, `${note}This request is not correct`)).kind).toBe('settled');
  });

  it('shows double blanks on the receipt as printed, and single ones in the payment', () => {
    const judged = judge(change('>Abebe Test Kebede<', '>Mr Abebe  Test &amp; Kebede<'));
    expect(judged).toMatchObject({
      receipt: { payerName: 'Mr Abebe  Test & Kebede' },
      payment: { payer: { name: 'Mr Abebe Test & Kebede' } },
    });
  });

  it('hands markup in names on as the text it is', () => {
    const judged = judge(change('>Abebe Test Kebede<', '>&lt;script&gt;alert(1)&lt;/script&gt;<'));
    expect(judged).toMatchObject({ kind: 'settled', receipt: { payerName: '<script>alert(1)</script>' } });
  });

  it('adds up with stamp duty and discount', () => {
    const judged = judge(
      change(
        '>0.0 Birr</td></tr>\n<tr><td class="receipttableTd1" colspan="2">ቅናሽ',
        '>2.00 Birr</td></tr>\n<tr><td class="receipttableTd1" colspan="2">ቅናሽ',
      ).replace('1,606.00 Birr', '1,608.00 Birr'),
    );
    expect(judged).toMatchObject({
      payment: { amount: '1600.00', fee: '7.22', vat: '0.78', total: '1608.00' },
    });
  });

  it.each(['COMPLETED', 'completed'])('that is %s is settled: the case of a word says nothing', (status) => {
    expect(judge(change('>Completed<', `>${status}<`)).kind).toBe('settled');
  });

  it.each(['completed?', 'Completed pending reversal', 'Complеted', 'Abgeschlossen', 'ተጠናቋል'])(
    'that is %s could not be checked: nobody knows the word',
    (status) => {
      expect(judge(change('>Completed<', `>${status}<`))).toMatchObject({
        kind: 'unreadable',
        conflicts: ['status'],
      });
    },
  );

  it('with an amount that its fee and total contradict could not be checked', () => {
    for (const [from, to] of [
      ['1,600.00 Birr', '50,000.00 Birr'],
      ['1,600.00 Birr', '0.00 Birr'],
      ['1,606.00 Birr', '1,605.99 Birr'],
      ['5.22 Birr', '-5.22 Birr'],
      ['0.78 Birr', '0.79 Birr'],
    ] as const) {
      expect(judge(change(from, to)).kind, to).toBe('unreadable');
    }
  });

  it.each(['Pending', 'Reversed', 'Failed', 'REVERSED', 'Not Completed'])(
    'that is %s is not settled',
    (status) => {
      const judged = judge(change('>Completed<', `>${status}<`));
      expect(judged).toMatchObject({ kind: 'not_settled', receipt: { transactionStatus: status } });
      expect(judged).not.toHaveProperty('payment');
    },
  );

  it('verifies no money that was taken back: an amount below zero', () => {
    expect(judge(change('1,600.00 Birr', '-1,600.00 Birr')).kind).toBe('unreadable');
  });

  it('of another number is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'telebirr-html' } };
    expect(judge(change('DF70AAAA00', 'DF70AAAA01'))).toEqual(mismatch);
  });

  it.each(['DF70AAAA00 (copy)', 'No. DF70AAAA00', 'DF7OAAAA0', 'DF70-AAAA-01'])(
    'with %s for a number could not be checked: it is no number of another receipt',
    (number) => {
      expect(judge(change('DF70AAAA00', number)).kind).toBe('unreadable');
    },
  );

  it.each(['08-06-2026 00:00:03', '06-07-2026 18:37:39', '30-09-2018 18:37:39'])(
    'of %s, another day than its number says, could not be checked',
    (date) => {
      expect(judge(change('07-06-2026 18:37:39', date))).toMatchObject({
        kind: 'unreadable',
        conflicts: ['date'],
      });
    },
  );

  it.each([
    ['DF70AAAA00', 'receiptNo'],
    ['Abebe Test Kebede', 'payerName'],
    ['Completed', 'transactionStatus'],
    ['1,600.00 Birr', 'settledAmount'],
  ])('without %s is unreadable, and keeps what there is', (value, field) => {
    expect(judge(change(`>${value}<`, '><'))).toMatchObject({
      kind: 'unreadable',
      missing: [field],
      receipt: { source: 'telebirr-html', creditedPartyName: 'Sara Test Tadesse' },
    });
  });

  it('without a date that can be read has none in the payment', () => {
    expect(judge(change('07-06-2026 18:37:39', 'yesterday'))).toMatchObject({
      kind: 'settled',
      payment: { paidAt: null },
    });
  });

  it('with a title and nothing under it is unreadable', () => {
    expect(judge('<title>telebirr receipt</title>').kind).toBe('unreadable');
  });

  it('that speaks of another status or a reversal could not be checked', () => {
    const rows = '<tr><td style="text-align: left">የከፋይ ስም/Payer Name';
    for (const html of [
      change(rows, `<tr><td>Reversal status</td><td>Reversed</td></tr>${rows}`),
      change(rows, `<tr><td>Transaction reversed</td></tr>${rows}`),
      change('<title>telebirr receipt', '<title>telebirr receipt of a failed payment'),
      change('<body>', '<body><h2>Refunded</h2>'),
      change('Send Money to Registered Customer', 'Transaction Reversal'),
    ]) {
      expect(judge(html)).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
  });

  it('with a sum that cannot be read could not be checked', () => {
    expect(judge(change('5.22 Birr', '5 22 Birr'))).toMatchObject({ kind: 'unreadable' });
    expect(judge(change('1,606.00 Birr', '1 606.00 Birr'))).toMatchObject({
      kind: 'unreadable',
      conflicts: ['totalPaidAmount'],
    });
  });

  it('is called missing only in the words the bank shows, under HTTP 200', () => {
    const missing = sample('telebirr/not_found.html');
    expect(judge(missing).kind).toBe('not_found');
    expect(judge('This request is not correct').kind).toBe('not_found');
    for (const status of [400, 403, 404, 500, 503]) {
      expect(bank.judge(textResponse(missing, status), target).kind, String(status)).toBe('blocked');
    }
    expect(judge(missing.trim().slice(0, -1)).kind).toBe('blocked');
    expect(judge('<html>Try again: is this request is not correct a bug?</html>').kind).toBe('blocked');
    for (const unseen of [
      '<script>const words = "This request is not correct";</script>',
      '<!-- This request is not correct -->',
      '<p hidden>This request is not correct</p>',
    ]) {
      expect(judge(`<html><body>${unseen}<p>Please wait</p></body></html>`).kind, unseen).toBe('blocked');
      const redesigned = `<html><title>telebirr receipt</title><body>${unseen}<p>Abebe</p></body></html>`;
      expect(judge(redesigned).kind, unseen).toBe('unreadable');
    }
  });

  it('nested beyond reason, or far too large, is not read at all', () => {
    expect(judge(`${'<div>'.repeat(3_500)}${page}`).kind).toBe('settled');
    expect(judge(`${'<div>'.repeat(400_000)}${page}`).kind).toBe('unreadable');
    expect(judge(`${'x'.repeat(2_000_000)}`).kind).toBe('blocked');
  });
});

describe('a telebirr payment to a bank', () => {
  const toBank = sample('telebirr/page_wallet_to_bank.html');

  it.each([
    ['1000000000012   Sara Test Tadesse', '1000000000012', 'Sara Test Tadesse'],
    ['1000000000012 Sara  Test', '1000000000012', 'Sara Test'],
    ['1000000000012', '1000000000012', null],
  ])('goes to the owner of the account in %j', (printed, account, name) => {
    const judged = judge(toBank.replace('1000000000012   Sara Test Tadesse', printed));
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { bankAccountNumber: printed },
      payment: { receiver: { account, name, bank: 'Commercial Bank of Ethiopia' } },
    });
  });

  it('is read from the label of the page when its cell holds nothing', () => {
    const label = '<label id="paid_reference_number">1000000000012   Sara Test Tadesse</label>';
    expect(toBank).toContain(label);
    const moved = toBank.replace(label, '').replace('</body>', `${label}</body>`);
    expect(judge(moved)).toEqual(judge(toBank));
  });
});
