import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, provider, sample, targetOf } from './support.js';

const bank = provider('amhara');
const target = targetOf({ reference: 'FT262500AAAA', provider: 'amhara' });
const { data } = JSON.parse(sample('amhara/outgoing.json')) as { data: Record<string, unknown> };
const judge = (changes: Record<string, unknown>, status: unknown = true): Judgement =>
  bank.judge(jsonResponse({ status, data: { ...data, ...changes } }), target);

describe("Amhara Bank's receipt", () => {
  it('is settled by the one status that says so', () => {
    for (const status of ['RET', 'PND', 'mat', 'MATURED']) {
      expect(judge({ status }), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
    expect(judge({ status: undefined })).toMatchObject({
      kind: 'unreadable',
      missing: ['transactionStatus'],
    });
  });

  it('is not settled when the bank says its own query failed', () => {
    for (const status of [false, 'true', 1, undefined, null]) {
      expect(judge({}, status === undefined ? null : status).kind, String(status)).toBe('not_settled');
    }
  });

  it('of a kind of transfer that is not known names nobody, and is unreadable', () => {
    for (const transactionDesc of ['Account Transfer', 'IPS Outgoing', 'IPS OUTGOING TXN', '']) {
      const judged = judge({ transactionDesc });
      expect(judged, transactionDesc).toMatchObject({ kind: 'unreadable', missing: ['transactionType'] });
      expect(judged.receipt).toMatchObject({ payerName: null, receiverName: null, receiverAccount: null });
    }
  });

  it('never shows the settlement account as a party', () => {
    const incoming = JSON.parse(sample('amhara/incoming.json')) as unknown;
    for (const judged of [
      judge({}),
      bank.judge(jsonResponse(incoming), targetOf({ reference: 'FT262480AAAA', provider: 'amhara' })),
    ]) {
      expect(judged.kind).toBe('settled');
      expect(JSON.stringify(judged)).not.toMatch(/A2A Transfer|ETB1[27]000000/);
    }
  });

  it('is not found by status and message, whatever the message says', () => {
    const notFound = { kind: 'not_found', receipt: { source: 'amhara-json' } };
    for (const status of [500, 404]) {
      const said = jsonResponse({ status: false, message: 'Transaktion unbekannt' }, status);
      expect(bank.judge(said, target)).toEqual(notFound);
    }
    for (const body of [{ status: false }, { status: 'false', message: 'x' }, { message: 'Not found' }]) {
      expect(bank.judge(jsonResponse(body, 500), target).kind).toBe('blocked');
    }
    expect(bank.judge(jsonResponse({ status: true, data: {} }), target).kind).toBe('blocked');
  });

  it('is not called missing by an API that refuses or is down', () => {
    for (const status of [401, 403, 429, 502, 503]) {
      const said = jsonResponse({ status: false, message: 'Too many requests' }, status);
      expect(bank.judge(said, target).kind, String(status)).toBe('blocked');
    }
  });

  it('of another number, or of a day its number contradicts, is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'amhara-json' } };
    expect(judge({ transactionReference: 'FT262500AAAB' })).toEqual(mismatch);
    expect(judge({ dateTime: '2609080908' })).toEqual(mismatch);
    expect(judge({ dateTime: '2609030908' })).toEqual(mismatch);
  });

  it('may be booked up to three days after it was paid', () => {
    for (const day of ['07', '06', '05', '04']) {
      expect(judge({ dateTime: `2609${day}0908` }), day).toMatchObject({
        kind: 'settled',
        payment: { paidAt: `2026-09-${day}T09:08:00+03:00` },
      });
    }
    expect(judge({ dateTime: '2613060908' })).toMatchObject({ kind: 'settled', payment: { paidAt: null } });
  });

  it.each([
    [{ transactionReference: '-' }, 'reference'],
    [{ amount: 'five' }, 'transferredAmount'],
    [{ amount: ['5000'] }, 'transferredAmount'],
  ])('with %j is unreadable', (changes, missing) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', missing: [missing] });
  });

  it('keeps blank fields as null and leaves out optional ones', () => {
    const judged = judge({
      netChargeAmount: '---',
      drChargeAmount: '',
      otherBankName: '-',
      branchName: null,
    });
    expect(judged).toMatchObject({ kind: 'settled', receipt: { serviceCharge: null } });
    for (const field of ['disasterRecovery', 'receiverBank', 'payerBank', 'branch']) {
      expect(judged.receipt).not.toHaveProperty(field);
    }
  });

  it('keeps a currency that is not birr', () => {
    expect(judge({ currencyId: 'usd' })).toMatchObject({
      receipt: { currency: 'USD' },
      payment: { amount: '5000.00', currency: 'USD', fee: null, total: null },
    });
  });
});
