import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, now, pdfResponse, provider, providers, sample, targetOf } from './support.js';

const bank = provider('zemen');
const text = sample('zemen/pdf_text.txt');
const target = targetOf({ reference: 'aB3dE5gH000ETTB251800000' });
const judge = (changed: string): Judgement => bank.judge(pdfResponse(changed.split('\n')), target);
const change = (from: string, to: string) => {
  expect(text).toContain(from);
  return judge(text.replace(from, to));
};

const truth = {
  amount: '1594.25',
  fee: '5.00',
  total: '1600.00',
  receiver: { name: 'Sara Test Tadesse', account: '1000000000012' },
  reference: '000ETTB251800000',
  paidAt: '2025-06-29T00:00:00+03:00',
};

describe("Zemen's receipt", () => {
  it('settles only when the bank says so, in whatever case', () => {
    expect(change('status: COMPLETED', 'status: Completed').kind).toBe('settled');
    for (const status of ['PENDING', 'REVERSED', 'failed']) {
      expect(change('status: COMPLETED', `status: ${status}`), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
  });

  it.each(['COMPLETED?', 'COMPLETED Branch: Bole', 'COMPLETED\nBranch: Bole', 'HELD'])(
    'with the status %j, which nobody knows, is unreadable',
    (status) => {
      expect(change('status: COMPLETED', `status: ${status}`)).toMatchObject({
        kind: 'unreadable',
        conflicts: ['status'],
      });
    },
  );

  it.each([
    ['Date: 29-Jun-2025', 'Date: 29-Jun-2025, 10:55:59 am', '2025-06-29T10:55:59+03:00'],
    ['Date: 29-Jun-2025', 'Date: 29-Jun-2025, 10:55:59 pm', '2025-06-29T22:55:59+03:00'],
    ['Date: 29-Jun-2025', 'Date 26-Jun-2025', '2025-06-26T00:00:00+03:00'],
    ['Date: 29-Jun-2025', 'Date: -', null],
  ])('with %j as %j was paid at %s', (from, to, paidAt) => {
    expect(change(from, to)).toMatchObject({ kind: 'settled', payment: { paidAt } });
  });

  it('of another number is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'zemen-pdf' } };
    expect(change('000ETTB251800000', '000ETTB251800001')).toEqual(mismatch);
    for (const other of ['000ETTB251800000 Page 1 of 1', '000ETTB251800000\nPage 1 of 1', 'x']) {
      expect(change('000ETTB251800000', other), other).toMatchObject({
        kind: 'unreadable',
        conflicts: ['reference'],
      });
    }
  });

  it.each(['30-Jun-2025', '25-Jun-2025', '29-Juni', '29-Jun-2025 Branch: Bole'])(
    'of the day %j, which its number contradicts or nobody can read, is unreadable',
    (day) => {
      expect(change('29-Jun-2025', day)).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
    },
  );

  it('is read in whatever order its lines stand above the words, wrapped or with the values below', () => {
    const settled = judge(text);
    const lines = text.trim().split('\n');
    const detail = lines.findIndex((line) => line.startsWith('Transaction Detail'));
    const other = [...lines.slice(1, detail).reverse(), ...lines.slice(detail)];
    expect(judge(other.join('\n'))).toEqual(settled);
    expect(judge(text.replaceAll(': ', ':\n'))).toEqual(settled);
    expect(judge(text.replace('Sara Test Tadesse', 'Sara Test\nTadesse'))).toEqual(settled);
    expect(judge(text.replaceAll(': ', ''))).toEqual(settled);
  });

  it.each([
    'Fund Transfer for order no twelve of the ETB 10.00\nshop ETB 50,000.00',
    'Fund Transfer ETB 1,594.25\nshop 50,000.00',
    'For 900 ETB worth of ETB 1,594.25',
    'Fund Transfer ETB 50,000.00',
    'Fund Transfer ETB 9 1,594.25',
    'Fund Transfer ETB .25',
  ])('reads no amount out of %j', (detail) => {
    expect(change('Fund Transfer ETB 1,594.25', detail).kind).toBe('unreadable');
  });

  it.each([
    'Recipient name: SHOP OWNER',
    'Recipient account no.: 1000000000099',
    'Recipient account no.: 1',
    'Reference No: 000ETTB251800001',
    'Transaction status: COMPLETED',
    'Date: 29-Jun-2025',
    'Total Amount Paid ETB 9.00',
    'Service Charge ETB 9.00',
  ])('believes nothing that the payer wrote into words or name: %j', (line) => {
    for (const place of ['Fund Transfer', 'ABEBE TEST KEBEDE']) {
      const judged = change(place, `Rent\n${line}`);
      if (judged.kind === 'settled') {
        expect(judged.payment).toMatchObject({ ...truth, payer: expect.anything() });
      } else expect(judged.kind, place).toBe('unreadable');
    }
  });

  it('believes no recipient in the words where the bank prints none', () => {
    const without = text.replace(/^Recipient .*\n/gm, '');
    const forged = without.replace('Fund Transfer', 'x\nRecipient name: SHOP\nRecipient account no.: 1\ny');
    expect(judge(forged).kind).toBe('unreadable');
  });

  it('with a status nobody knows, wherever it stands, is unreadable', () => {
    for (const place of ['Invoice No', 'Recipient name', 'VAT 15%', 'Total amount in word']) {
      const judged = change(place, `Payment Status Reversed\n${place}`);
      expect(judged.kind, place).toBe('unreadable');
    }
  });

  it('whose token names another account than the payer’s is unreadable', () => {
    const asked = (token: string) =>
      bank.judge(pdfResponse(text.split('\n')), targetOf({ reference: token })).kind;
    expect(asked('12340001000ETTB251800000')).toBe('settled');
    expect(asked('99999001000ETTB251800000')).toBe('settled');
    expect(asked('12340002000ETTB251800000')).toBe('unreadable');
    expect(judge(text.replace('1234******001', '******')).kind).toBe('settled');
  });

  it.each(['PORE', 'ATCW', 'ATWR'])('of kind %s is no transfer: nobody receives it', (kind) => {
    const reference = `000${kind}251800000`;
    const paid = bank.judge(
      pdfResponse(text.replace('000ETTB251800000', reference).split('\n')),
      targetOf({ reference: `aB3dE5gH${reference}` }),
    );
    expect(paid).toMatchObject({
      kind: 'settled',
      receipt: { recipientName: 'Sara Test Tadesse' },
      payment: { receiver: { name: null, account: null, bank: null }, channel: expect.any(String) },
    });
  });

  it.each([
    ['Reference No: 000ETTB251800000\n', 'reference'],
    ['Transaction status: COMPLETED\n', 'transactionStatus'],
    ['Transaction Detail Fund Transfer ETB 1,594.25\n', 'settledAmount'],
  ])('without %j is unreadable, and keeps what there is', (line, missing) => {
    expect(change(line, '')).toMatchObject({
      kind: 'unreadable',
      missing: [missing],
      receipt: { payerName: 'ABEBE TEST KEBEDE' },
    });
  });

  it('is not found by the bank’s own words alone', () => {
    expect(bank.judge(jsonResponse({ messages: 'Unauthorized', status: '401' }, 401), target).kind).toBe(
      'blocked',
    );
    expect(bank.judge(jsonResponse({ message: 'Transaction not found.' }, 404), target).kind).toBe('blocked');
    for (const status of [200, 403, 500, 503]) {
      const said = { messages: 'Transaction not found.', status: '404' };
      expect(bank.judge(jsonResponse(said, status), target).kind, String(status)).toBe('blocked');
    }
  });
});

describe("Zemen's number", () => {
  it('without its bank’s name is ambiguous: Dashen and others print numbers of this form', () => {
    expect(resolve(providers, { reference: '000ETTB251800000' }, now)).toMatchObject({
      kind: 'ambiguous',
      candidates: ['dashen', 'zemen', 'wegagen'],
    });
  });

  it('keeps the case of the token it ends', () => {
    expect(targetOf({ reference: 'ab3De5Gh000ETTB251800000' }).reference).toBe('ab3De5Gh000ETTB251800000');
    expect(resolve(providers, { reference: 'ab3De5Gh000ettb251800000' }, now).kind).toBe('unsupported');
  });
});
