import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('boa');
const target = targetOf({ reference: 'FT261960AAAA00001' });
const { header, body } = JSON.parse(sample('boa/getDetails_success.json')) as {
  header: unknown;
  body: [Record<string, unknown>];
};
const judge = (changes: Record<string, unknown>, top: Record<string, unknown> = {}): Judgement =>
  bank.judge(jsonResponse({ header, body: [{ ...body[0], ...changes }], ...top }), target);
const blocked = { kind: 'blocked', receipt: { source: 'boa-json' } };

describe("Bank of Abyssinia's slip", () => {
  it('is not found by the name the bank gives a payer it does not know, where nothing else is shown', () => {
    const unknown = { header, body: [{ "Payer's Name": ' invalid reference number' }] };
    expect(bank.judge(jsonResponse(unknown), target).kind).toBe('not_found');
    expect(bank.judge(jsonResponse(unknown, 503), target).kind).toBe('blocked');
    expect(bank.judge(jsonResponse({ ...unknown, header: { status: 'error' } }), target).kind).toBe(
      'blocked',
    );
  });

  it('is not called missing because of what its payer is called', () => {
    expect(judge({ "Payer's Name": 'Invalid reference number' })).toMatchObject({
      kind: 'settled',
      payment: { payer: { name: 'Invalid reference number' } },
    });
  });

  it('verifies no money that was taken back: an amount below zero', () => {
    for (const sum of ['-5000.00', 'ETB -5,000.00', -5000]) {
      expect(judge({ 'Transferred Amount': sum }).kind, String(sum)).toBe('unreadable');
    }
  });

  it('needs the shape of an answer: anything else is a block page', () => {
    expect(judge({}, { body: [] })).toEqual(blocked);
    expect(judge({}, { body: null })).toEqual(blocked);
    expect(judge({}, { header: null })).toEqual(blocked);
    expect(judge({}, { body: [{ 'Tel.': '1' }] })).toEqual(blocked);
  });

  it('could not be checked where the query did not succeed, or a word about a status is not known', () => {
    for (const header of [{ status: 'failed' }, { status: 'pending' }, { status: '00' }]) {
      expect(judge({}, { header })).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    expect(judge({}, { header: { status: 'SUCCESS' } })).toMatchObject({
      kind: 'settled',
      receipt: { upstreamStatus: 'Success' },
    });
    for (const status of ['Reversed', 'Failed', 'Pending', 'whatever']) {
      const unreadable = { kind: 'unreadable', conflicts: ['status'] };
      expect(judge({ 'Transaction Status': status }), status).toMatchObject(unreadable);
    }
    expect(judge({ 'Reversal Reference': 'FT261970AAAA' }).kind).toBe('unreadable');
    expect(judge({ isReversed: true }).kind).toBe('unreadable');
    expect(judge({ 'Transaction Type': 'Reversal' }).kind).toBe('unreadable');
    expect(judge({ isReversed: false, 'Transaction Status': 'Completed', 'Status ': '-' }).kind).toBe(
      'settled',
    );
  });

  it.each([
    [{ 'Transferred Amount': '50,000.00' }, ['sums']],
    [{ 'Transferred Amount': '0.00', 'Total Amount including VAT': '5.75' }, ['sums']],
    [{ 'Service Charge': '-5.00', 'Total Amount including VAT': '4,995.75' }, ['sums']],
    [{ 'Service Charge': 'five' }, ['serviceCharge', 'sums']],
    [{ 'Transferred Amount': 'USD 5,000.00' }, ['currency', 'sums']],
    [{ currency: 'USD', 'Service Charge': 'ETB 5.00' }, ['currency', 'sums']],
  ])('whose sums contradict each other is unreadable: %j', (changes, conflicts) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', conflicts });
  });

  it('names nobody by what is no text', () => {
    for (const odd of [{ name: 'x' }, ['x'], '{}']) {
      const judged = judge({ "Receiver's Account": odd });
      expect(judged).toMatchObject({ kind: 'unreadable', receipt: { receiverAccount: null } });
    }
  });

  it('that says two things in one place is unreadable', () => {
    const text = JSON.stringify({ header, body });
    const twice = [
      ['"currency"', '"transferred  amount":"90,000.00","currency"'],
      ['"currency"', '"Transferred Amount":"90,000.00","currency"'],
      ['"currency"', '"Beneficiary\'s Account":"1****0009","currency"'],
      ['"currency"', '"TRANSACTION REFERENCE":"FT261960AAAB","currency"'],
    ] as const;
    for (const [at, doubled] of twice) {
      expect(bank.judge(textResponse(text.replace(at, doubled)), target).kind, doubled).toBe('unreadable');
    }
    const same = text.replace('"currency"', '"receiver’s  account":"1****0002","currency"');
    expect(bank.judge(textResponse(same), target).kind).toBe('settled');
    const two = { header, body: [body[0], { ...body[0], 'Transferred Amount': '1.00' }] };
    expect(bank.judge(jsonResponse(two), target).kind).toBe('unreadable');
  });

  it.each([
    ['15/07/2026, 14:04:20', '2026-07-15T14:04:20+03:00'],
    ['15/07/26 14:04', '2026-07-15T14:04:00+03:00'],
    ['15/07/2026 14:04', '2026-07-15T14:04:00+03:00'],
    ['13/07/2026 23:59', '2026-07-13T23:59:00+03:00'],
    ['2026?', null],
  ])('prints its date as %s', (printed, paidAt) => {
    expect(judge({ 'Transaction Date': printed })).toMatchObject({
      kind: 'settled',
      receipt: { transactionDate: printed },
      payment: { paidAt },
    });
  });

  it('of another number is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'boa-json' } };
    expect(judge({ 'Transaction Reference': 'FT261960AAAB' })).toEqual(mismatch);
  });

  it("is nobody else's for a number with something behind it, or a day that its number contradicts", () => {
    for (const number of ['FT261960AAAA\\BNK', 'FT261960AAAA (copy)', 'FT26196', 'none']) {
      expect(judge({ 'Transaction Reference': number }), number).toMatchObject({
        kind: 'unreadable',
        conflicts: ['reference'],
      });
    }
    for (const day of ['16/07/2026 14:04', '11/07/2026 14:04']) {
      expect(judge({ 'Transaction Date': day })).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
    }
  });

  it('may call the receiver a beneficiary', () => {
    const renamed = { "Receiver's Name": undefined, "Receiver's Account": undefined };
    const judged = judge({
      ...renamed,
      'Beneficiary Name': 'SARA  TEST',
      'Beneficiary’s account': '1****0009',
    });
    expect(judged).toMatchObject({
      receipt: { receiverName: 'SARA  TEST', receiverAccount: '1****0009' },
      payment: { receiver: { name: 'SARA TEST', account: '1****0009' } },
    });
  });

  it('may withhold the payer and the charges', () => {
    const judged = judge({
      "Payer's Name": '-',
      'Source Account Name': undefined,
      'Source Account': '',
      'Service Charge': undefined,
      'VAT (15%)': '-',
      'Total Amount including VAT': null,
    });
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { totalAmount: null },
      payment: { payer: { name: null, account: null }, fee: null, vat: null, total: null },
    });
    for (const field of ['payerName', 'payerAccount', 'serviceCharge', 'vat']) {
      expect(judged.receipt).not.toHaveProperty(field);
    }
  });

  it.each([
    [{ 'Transaction Reference': '-' }, 'transactionReference'],
    [{ 'Transferred Amount': 'five' }, 'transferredAmount'],
  ])('with %j is unreadable', (changes, missing) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', missing: [missing] });
  });

  it('is asked for as a browser would', () => {
    expect(bank.request(target, 0).headers).toMatchObject({
      'user-agent': expect.stringContaining('Mozilla/5.0'),
      referer: 'https://cs.bankofabyssinia.com/slip/',
    });
  });
});
