import { describe, expect, it } from 'vitest';
import { check } from '../../src/engine/checks.js';
import type { Payment } from '../../src/providers/types.js';

const paidAt = '2026-11-20T10:30:00+03:00';
const now = Date.parse(paidAt) + 24 * 60_000;

function paid(receiver: Partial<Payment['receiver']> = {}, source = 'telebirr-html') {
  const payment: Payment = {
    amount: '5000.00',
    currency: 'ETB',
    fee: '1.74',
    vat: '0.26',
    total: '5002.00',
    payer: { name: 'Abebe Test Kebede', account: '2519****0001' },
    receiver: { name: 'Miss  SARA TEST TADESSE', account: '1****0002', bank: null, ...receiver },
    reference: 'DKK4A1B2C3',
    status: 'settled',
    paidAt,
    reason: null,
    channel: null,
  };
  return { payment, receipt: { source } };
}

describe('the amount', () => {
  it('is compared in cents, and the difference is told with its sign', () => {
    expect(check(paid(), { amount: 5100 }, now)).toEqual({
      ok: false,
      amount: { ok: false, expected: '5100.00', actual: '5000.00', difference: '-100.00' },
    });
    expect(check(paid(), { amount: '4,999.99' }, now).amount).toMatchObject({
      ok: false,
      difference: '0.01',
    });
  });

  it('may be off by the tolerance in either direction, and no further', () => {
    expect(check(paid(), { amount: 5002, tolerance: 2 }, now).ok).toBe(true);
    expect(check(paid(), { amount: 4998, tolerance: '2.00' }, now).ok).toBe(true);
    expect(check(paid(), { amount: 5002.01, tolerance: 2 }, now).ok).toBe(false);
  });

  it('is expected in birr: the same figure in another currency is not it', () => {
    const { payment, receipt } = paid();
    const dollars = { payment: { ...payment, currency: 'USD' }, receipt };
    expect(check(dollars, { amount: 5000 }, now)).toEqual({
      ok: false,
      amount: { ok: false, expected: '5000.00', actual: '0.00', difference: '-5000.00' },
    });
    expect(check(dollars, { amount: 5, tolerance: 5 }, now).ok).toBe(false);
  });

  it('reads thousands commas and blanks', () => {
    expect(check(paid(), { amount: ' 5,000.00 ' }, now).ok).toBe(true);
    expect(check(paid(), { amount: '5 000' }, now).ok).toBe(true);
  });
});

describe('the receiver', () => {
  it('matches a full account exactly, whatever blanks are in it', () => {
    const shown = paid({ account: '1000000000012' });
    expect(check(shown, { account: '1000 0000 00012' }, now).receiver).toEqual({
      ok: true,
      match: 'exact',
      confidence: 1,
    });
    expect(check(shown, { account: '1000000000013' }, now).receiver).toMatchObject({
      ok: false,
      match: 'none',
    });
  });

  it('matches a masked account by what the mask shows, and says that it was masked', () => {
    expect(check(paid(), { account: '1000000000002' }, now).receiver).toMatchObject({
      ok: true,
      match: 'masked',
    });
    expect(check(paid(), { account: '2000000000002' }, now).receiver).toMatchObject({
      ok: false,
      match: 'none',
    });
    expect(check(paid(), { account: '1000000000003' }, now).receiver).toMatchObject({
      ok: false,
      match: 'none',
    });
  });

  it('does not take a masked account for the shop when the name is another', () => {
    const wrong = { account: '1000000000002', name: 'Dawit Alemu' };
    expect(check(paid(), wrong, now).receiver).toEqual({ ok: false, match: 'none', confidence: 0 });
    expect(check(paid(), { ...wrong, name: 'sara tadesse' }, now).receiver).toMatchObject({
      ok: true,
      match: 'masked',
    });
  });

  it('compares phones by their last nine digits', () => {
    const wallet = paid({ account: '2519****0002' });
    for (const account of ['0911110002', '+251 911 110 002', '911110002']) {
      expect(check(wallet, { account }, now).receiver, account).toMatchObject({ ok: true, match: 'masked' });
    }
    expect(check(wallet, { account: '0711110002' }, now).receiver).toMatchObject({ ok: false });
  });

  it('strips what a bank puts behind an account', () => {
    expect(
      check(paid({ account: '01425******0001/BANK' }), { account: '01425123450001' }, now).receiver?.ok,
    ).toBe(true);
  });

  it('falls back on the name where no account is printed, past titles, case and double blanks', () => {
    const nameless = paid({ account: null });
    expect(check(nameless, { name: 'Sara Tadesse' }, now).receiver).toMatchObject({
      ok: true,
      match: 'name',
    });
    expect(check(nameless, { account: '1000000000002' }, now).receiver).toMatchObject({
      ok: false,
      match: 'none',
    });
    expect(check(nameless, { name: 'Sara' }, now).receiver?.ok).toBe(false);
  });
});

describe('the age', () => {
  it('is counted from the bank time', () => {
    expect(check(paid(), { maxAgeHours: 1 }, now).age).toEqual({ ok: true, hours: 0.4 });
    expect(check(paid(), { maxAgeHours: 0.1 }, now).age).toEqual({ ok: false, hours: 0.4 });
  });

  it('allows three hours where the zone of the bank time is not proven', () => {
    expect(check(paid({}, 'mb-json'), { maxAgeHours: 1 }, now + 3 * 3_600_000).age?.ok).toBe(true);
    expect(check(paid({}, 'mb-json'), { maxAgeHours: 1 }, now + 4 * 3_600_000).age?.ok).toBe(false);
  });

  it('fails when the bank prints no time', () => {
    const undated = paid();
    undated.payment.paidAt = null;
    expect(check(undated, { maxAgeHours: 24 }, now).age).toEqual({ ok: false, hours: null });
  });
});
