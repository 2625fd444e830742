import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('amhara');
const target = targetOf({ reference: 'FT262500AAAA', provider: 'amhara' });
const { data } = JSON.parse(sample('amhara/outgoing.json')) as { data: Record<string, unknown> };
const judge = (changes: Record<string, unknown>, status: unknown = true): Judgement =>
  bank.judge(jsonResponse({ status, data: { ...data, ...changes } }), target);

describe("Amhara Bank's receipt", () => {
  it('is settled by the one status that says so', () => {
    for (const status of ['MAT', 'mat', 'MAT ']) expect(judge({ status }).kind, status).toBe('settled');
    for (const status of ['RET', 'ret', 'PND', 'Reversed']) {
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

  it('could not be checked where a word about a status is not known, or the query failed', () => {
    const unreadable = { kind: 'unreadable', conflicts: ['status'] };
    for (const status of ['MATURED', 'XYZ', '1']) expect(judge({ status }), status).toMatchObject(unreadable);
    for (const status of [false, 'true', 1, null]) {
      expect(judge({}, status), String(status)).toMatchObject(unreadable);
    }
    expect(judge({ reversalStatus: 'DONE' })).toMatchObject(unreadable);
    expect(judge({ reversed: true })).toMatchObject(unreadable);
    expect(judge({ reversed: 'No', reversalRef: '-' }).kind).toBe('settled');
  });

  it.each([
    [{ amount: '90000.00' }, ['sums']],
    [{ amount: '0.00', totalAmount: 'ETB36.00' }, ['sums']],
    [{ netChargeAmount: 'ETB-30', totalAmount: 'ETB4976.00' }, ['sums']],
    [{ amount: 'USD 5000.00' }, ['currency', 'sums']],
    [{ currencyId: 'usd' }, ['currency', 'sums']],
    [{ taxAmount: 'some' }, ['vat', 'sums']],
  ])('whose sums contradict each other is unreadable: %j', (changes, conflicts) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', conflicts });
  });

  it('that says two things in one place is unreadable', () => {
    const text = JSON.stringify({ status: true, data });
    for (const doubled of ['"amount":"1.00"', '"Status":"RET"', '"reveiveraccount":"1"']) {
      const twice = text.replace('"city"', `${doubled},"city"`);
      expect(bank.judge(textResponse(twice), target).kind, doubled).toBe('unreadable');
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

  it('is not found by status and a message that says so, whose wording varies', () => {
    const notFound = { kind: 'not_found', receipt: { source: 'amhara-json' } };
    for (const status of [500, 404]) {
      for (const message of ['Transaction not found', 'No record found.', 'no such transaction']) {
        expect(bank.judge(jsonResponse({ status: false, message }, status), target)).toEqual(notFound);
      }
    }
    for (const body of [
      { status: false },
      { status: false, message: ' ' },
      { status: false, message: 'Transaktion unbekannt' },
      { status: false, message: 'Branch closed' },
      { status: false, message: 'Session for transaction not found' },
      { status: 'false', message: 'x' },
      { message: 'Not found' },
      { status: false, message: 'Transaction not found', error: 'ECONNRESET' },
    ]) {
      expect(bank.judge(jsonResponse(body, 500), target).kind, JSON.stringify(body)).toBe('blocked');
    }
    expect(bank.judge(jsonResponse({ status: true, data: {} }), target).kind).toBe('blocked');
  });

  it('is not called missing by words of a system in trouble', () => {
    for (const message of [
      'Internal server error',
      'Core banking timeout',
      'Service temporarily unavailable',
      'Could not connect to the database',
      'Something went wrong, please try again later',
      'An unexpected error occurred',
    ]) {
      expect(bank.judge(jsonResponse({ status: false, message }, 500), target).kind, message).toBe('blocked');
    }
  });

  it('is not called missing by an API that refuses or is down', () => {
    for (const status of [401, 403, 429, 502, 503]) {
      const said = jsonResponse({ status: false, message: 'Too many requests' }, status);
      expect(bank.judge(said, target).kind, String(status)).toBe('blocked');
    }
  });

  it('of another number is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'amhara-json' } };
    expect(judge({ transactionReference: 'FT262500AAAB' })).toEqual(mismatch);
  });

  it("is nobody else's for a number with something behind it, or a day that its number contradicts", () => {
    for (const transactionReference of ['FT262500AAAA\\BNK', 'FT262500AAAA-1', '262500AAAA']) {
      expect(judge({ transactionReference }), transactionReference).toMatchObject({
        kind: 'unreadable',
        conflicts: ['reference'],
      });
    }
    for (const dateTime of ['2609080908', '2609030908']) {
      expect(judge({ dateTime })).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
    }
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
      totalAmount: 'ETB5004.50',
      otherBankName: '-',
      branchName: null,
    });
    expect(judged).toMatchObject({ kind: 'settled', receipt: { serviceCharge: null } });
    for (const field of ['disasterRecovery', 'receiverBank', 'payerBank', 'branch']) {
      expect(judged.receipt).not.toHaveProperty(field);
    }
  });

  it('keeps a currency that is not birr', () => {
    const charges = { netChargeAmount: 'USD30', drChargeAmount: null, taxAmount: null };
    expect(judge({ ...charges, totalAmount: 'USD 5030.00', currencyId: 'usd' })).toMatchObject({
      receipt: { currency: 'USD' },
      payment: { amount: '5000.00', currency: 'USD', fee: '30.00', total: '5030.00' },
    });
  });
});
