import { describe, expect, it } from 'vitest';
import type { Expect } from '../../../src/engine/api/index.js';
import { check } from '../../../src/engine/verification/expectations.js';
import type { Payment } from '../../../src/providers/types.js';
import { banks } from '../shops/support.js';

const paidAt = '2026-11-20T10:30:00+03:00';
const now = Date.parse(paidAt) + 24 * 60_000;

function paid(receiver: Partial<Payment['receiver']> = {}, source = 'telebirr-html', providerKey = 'cbe') {
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
  return { providerKey, payment, receipt: { source } };
}

function checked(shown: ReturnType<typeof paid>, expectation: Expect, at = now) {
  return check(shown, expectation, { banks, now: at });
}

const none = { ok: false, match: 'none', confidence: 0 };
const mismatch = { ...none, reason: 'mismatch' };
const ambiguous = { ...none, reason: 'ambiguous' };
const notPrinted = { ...none, reason: 'not_printed' };
const exact = { ok: true, match: 'exact', confidence: 1 };
const masked = { ok: true, match: 'masked', confidence: 0.9 };
const byName = { ok: true, match: 'name', confidence: 0.7 };

describe('the amount', () => {
  it('is compared in cents, and the difference is given with its sign', () => {
    expect(checked(paid(), { amount: 5100 })).toEqual({
      ok: false,
      amount: {
        ok: false,
        reason: 'mismatch',
        expected: '5100.00',
        actual: '5000.00',
        difference: '-100.00',
      },
    });
    expect(checked(paid(), { amount: '4,999.99' }).amount).toMatchObject({ ok: false, difference: '0.01' });
  });

  it('may differ by the tolerance in either direction, and no more', () => {
    expect(checked(paid(), { amount: 5002, tolerance: 2 }).ok).toBe(true);
    expect(checked(paid(), { amount: 4998, tolerance: '2.00' }).ok).toBe(true);
    expect(checked(paid(), { amount: 5002.01, tolerance: 2 }).ok).toBe(false);
  });

  it('is expected in birr: the same figure in another currency is not it', () => {
    const shown = paid();
    const dollars = { ...shown, payment: { ...shown.payment, currency: 'USD' } };
    expect(checked(dollars, { amount: 5000 }).amount).toMatchObject({
      ok: false,
      expected: '5000.00',
      actual: '0.00',
      difference: '-5000.00',
    });
    expect(checked(dollars, { amount: 5, tolerance: 5 }).ok).toBe(false);
  });

  it('reads thousands commas and blanks', () => {
    expect(checked(paid(), { amount: ' 5,000.00 ' }).ok).toBe(true);
    expect(checked(paid(), { amount: '5 000' }).ok).toBe(true);
  });
});

const receiverOf = (receiver: Partial<Payment['receiver']>, expectation: Expect, provider = 'cbe') =>
  checked(paid(receiver, 'telebirr-html', provider), expectation).receiver;

describe('the account', () => {
  it('matches exactly where it is printed whole, whatever blanks are in it', () => {
    const account = '1000000000012';
    expect(receiverOf({ account }, { account: '1000 0000 00012' })).toEqual(exact);
    expect(receiverOf({ account }, { account: '1000000000013' })).toEqual(mismatch);
  });

  it('matches what a mask leaves visible, and says that it was masked', () => {
    expect(receiverOf({}, { account: '1000000000002' })).toEqual(masked);
    expect(receiverOf({}, { account: '2000000000002' })).toEqual(mismatch);
    expect(receiverOf({}, { account: '1000000000003' })).toEqual(mismatch);
    const twice = { account: '1000**00**012' };
    expect(receiverOf(twice, { account: '1000000000012' })).toEqual(masked);
    expect(receiverOf(twice, { account: '1000001100012' })).toEqual(mismatch);
  });

  it('has the length of its mask: a shorter or longer one is `unknown`', () => {
    const account = '5169******001';
    expect(receiverOf({ account }, { account: '5169123456001' })).toEqual(masked);
    expect(receiverOf({ account }, { account: '5169001' })).toEqual(ambiguous);
    expect(receiverOf({ account }, { account: '51691234567001' })).toEqual(ambiguous);
    expect(receiverOf({}, { account: '1000002' })).toEqual(ambiguous);
  });

  it.each(['*******4', '1*', '1****4', '*****', 'XXXX12'])('cannot be decided by the mask %s', (account) => {
    const wanted = account === 'XXXX12' ? '100012' : '10000004';
    expect(receiverOf({ account }, { account: wanted })).toEqual(ambiguous);
  });

  it('may be given by its last digits, which never give certainty', () => {
    for (const account of ['0012', '00012', '000012']) {
      expect(receiverOf({ account: '1000000000012' }, { account }), account).toEqual(masked);
    }
    expect(receiverOf({ account: '1000000000012' }, { account: '012' })).toEqual(ambiguous);
    expect(receiverOf({}, { account: '0002' })).toEqual(masked);
    expect(receiverOf({}, { account: '10002' })).toEqual(ambiguous);
    expect(receiverOf({}, { account: '0003' })).toEqual(mismatch);
  });

  it('is not known where the receipt prints only its end, or no number', () => {
    expect(receiverOf({ account: '0012' }, { account: '1000000000012' })).toEqual(ambiguous);
    expect(receiverOf({ account: '1****0002 - - -' }, { account: '1000000000002' })).toEqual(ambiguous);
    expect(receiverOf({ account: null }, { account: '1000000000002' })).toEqual(notPrinted);
  });

  it('of a phone is compared by its last nine digits', () => {
    for (const account of ['0911110002', '+251 911 110 002', '911110002']) {
      expect(receiverOf({ account: '2519****0002' }, { account }), account).toEqual(masked);
      expect(receiverOf({ account: '251911110002' }, { account }), account).toEqual(exact);
    }
    expect(receiverOf({ account: '2519****0002' }, { account: '0711110002' })).toEqual(mismatch);
  });

  it('is read without the suffix that a bank adds', () => {
    expect(receiverOf({ account: '01425******0001/BANK' }, { account: '014251234560001' })).toEqual(masked);
  });

  it('is at one bank: the same number at another one is not it', () => {
    const at = (bank: string) => ({ account: '1000000000012', bank });
    const account = '1000000000012';
    expect(receiverOf(at('AWASH BANK'), { account }, 'amhara')).toEqual(ambiguous);
    expect(receiverOf(at('SOME MICROFINANCE'), { account }, 'amhara')).toEqual(ambiguous);
    expect(receiverOf(at('Dashen Bank'), { account, bank: 'cbe' }, 'amhara')).toEqual(mismatch);
    expect(receiverOf({ account }, { account, bank: 'cbe' }, 'cbebirr')).toEqual(mismatch);
    expect(receiverOf(at('Commercial Bank of Ethiopia'), { account, bank: 'cbe' }, 'telebirr')).toEqual(
      exact,
    );
    expect(receiverOf(at('COMMERCIAL BANK OF ETHIOPIA'), { account })).toEqual(exact);
  });
});

describe('account and name', () => {
  const account = '1000000000002';

  it('have to hold both, and neither outweighs the other', () => {
    expect(receiverOf({}, { account, name: 'Sara Test Tadesse' })).toEqual(masked);
    expect(receiverOf({}, { account, name: 'Dawit Alemu' })).toEqual(mismatch);
    expect(receiverOf({}, { account: '1000000000003', name: 'Sara Test Tadesse' })).toEqual(mismatch);
    expect(receiverOf({ account }, { account, name: 'Dawit Alemu' })).toEqual(mismatch);
    expect(receiverOf({}, { account, name: 'Sara Tadesse' })).toEqual(ambiguous);
  });

  it('do not hold by the name alone where the account is not printed', () => {
    expect(receiverOf({ account: null }, { account, name: 'Sara Test Tadesse' })).toEqual(notPrinted);
    expect(receiverOf({ name: null }, { account, name: 'Sara Test Tadesse' })).toEqual(notPrinted);
  });
});

describe('the name', () => {
  const named = (name: string, expected: string) => receiverOf({ name }, { name: expected });

  it('matches past titles, case, blanks and the order of its words', () => {
    expect(named('Miss  SARA TEST TADESSE', 'Tadesse Sara Test')).toEqual(byName);
    expect(named('W/ro Sara Tadesse', 'sara tadesse')).toEqual(byName);
    expect(named('Selam Trading P.L.C', 'SELAM TRADING PLC')).toEqual(byName);
  });

  it.each([
    ['Sara Test Tadesse', 'Test Test'],
    ['Sara Tadesse Kebede', 'Sara Sara'],
    ['Selam Trading PLC', 'TRADING PLC'],
    ['SARA TADESSE AND SHOP OWNER', 'Shop Owner'],
    ['Sara Test Tadesse', 'Sara Tadesse'],
    ['Sara', 'Sara Tadesse'],
    ['Sara', 'Sara'],
    ['Trading', 'TRADING'],
    ['Trading PLC', 'TRADING PLC'],
    ['Sara Tadesse', 'Dawit Alemu'],
    ['Saran Tadesse', 'Sara Tadesse'],
  ])('%s is not known to be %s', (printed, expected) => {
    expect(named(printed, expected)).toMatchObject(none);
  });

  it('distinguishes another name from an incomplete one, and from none', () => {
    expect(named('Dawit Alemu', 'Sara Tadesse')).toEqual(mismatch);
    expect(named('Sara Test Tadesse', 'Sara Tadesse')).toEqual(ambiguous);
    expect(receiverOf({ name: null }, { name: 'Sara Tadesse' })).toEqual(notPrinted);
  });

  it.each([
    ['ሣራ ታደሰ', 'ሳራ ታደሠ'],
    ['ኃይሉ ፀጋዬ', 'ሃይሉ ጸጋዬ'],
    ['ሐይሉ ዓለሙ', 'ሀይሉ አለሙ'],
    ['ወ/ሮ ዐለም ፀሐይ', 'አለም ጸሀይ'],
  ])('is one in both Amharic spellings: %s, %s', (printed, expected) => {
    expect(named(printed, expected)).toEqual(byName);
  });

  it('keeps names apart that are pronounced differently in Amharic', () => {
    expect(named('ሳራ ታደሰ', 'ሰራ ታደሰ')).toEqual(mismatch);
    expect(named('ሻራ ታደሰ', 'ሳራ ታደሰ')).toEqual(mismatch);
  });
});

describe('the bank', () => {
  const bankOf = (bank: string | null, expected: string, provider = 'telebirr') =>
    checked(paid({ bank }, 'telebirr-html', provider), { bank: expected }).bank;

  it("is the one named on the receipt, else the receipt's own", () => {
    expect(bankOf('Commercial Bank of Ethiopia', 'cbe')).toEqual({
      ok: true,
      expected: 'cbe',
      actual: 'cbe',
    });
    expect(bankOf(null, 'telebirr')).toEqual({ ok: true, expected: 'telebirr', actual: 'telebirr' });
    const other = { ok: false, reason: 'mismatch', expected: 'cbe' };
    expect(bankOf('Dashen Bank', 'cbe')).toEqual({ ...other, actual: 'dashen' });
    expect(bankOf(null, 'cbe', 'cbebirr')).toEqual({ ...other, actual: 'cbebirr' });
  });

  it('is `unknown` where the receipt names it in an unknown way', () => {
    expect(bankOf('SOME MICROFINANCE', 'cbe')).toEqual({
      ok: false,
      reason: 'ambiguous',
      expected: 'cbe',
      actual: 'SOME MICROFINANCE',
    });
  });
});

describe('the age', () => {
  it('is counted from the bank time', () => {
    expect(checked(paid(), { maxAgeHours: 1 }).age).toEqual({ ok: true, hours: 0.4 });
    expect(checked(paid(), { maxAgeHours: 0.1 }).age).toEqual({ ok: false, reason: 'mismatch', hours: 0.4 });
  });

  it('allows three hours where the zone of the bank time is not proven', () => {
    const shown = paid({}, 'mb-json');
    expect(checked(shown, { maxAgeHours: 1 }, now + 3 * 3_600_000).age?.ok).toBe(true);
    expect(checked(shown, { maxAgeHours: 1 }, now + 4 * 3_600_000).age?.ok).toBe(false);
  });

  it('fails when the bank prints no time, and is not known within a day without a time', () => {
    const shown = paid();
    shown.payment.paidAt = null;
    expect(checked(shown, { maxAgeHours: 24 }).age).toEqual({
      ok: false,
      reason: 'not_printed',
      hours: null,
    });
    shown.payment.paidAt = '2026-11-20T00:00:00+03:00';
    expect(checked(shown, { maxAgeHours: 1 }).age).toMatchObject({ ok: false, reason: 'ambiguous' });
    expect(checked(shown, { maxAgeHours: 24 }).age?.ok).toBe(true);
    expect(checked(shown, { maxAgeHours: 1 }, now + 86_400_000).age?.reason).toBe('mismatch');
  });

  it('fails for a payment dated more than ten minutes ahead', () => {
    const ahead = (minutes: number) => Date.parse(paidAt) - minutes * 60_000;
    expect(checked(paid(), { maxAgeHours: 1 }, ahead(10)).age?.ok).toBe(true);
    expect(checked(paid(), { maxAgeHours: 1 }, ahead(11)).age).toMatchObject({
      ok: false,
      reason: 'mismatch',
    });
  });
});

describe('the earliest time', () => {
  it('is compared with the printed one, whatever the offset', () => {
    const notBefore = '2026-11-20T07:30:00Z';
    expect(checked(paid(), { notBefore })).toEqual({
      ok: true,
      notBefore: { ok: true, expected: notBefore, actual: paidAt },
    });
    const later = '2026-11-20T07:30:01.000Z';
    expect(checked(paid(), { notBefore: later })).toEqual({
      ok: false,
      notBefore: { ok: false, reason: 'mismatch', expected: later, actual: paidAt },
    });
  });

  it('is not met by a payment without a time, of an uncertain one, or from the future', () => {
    const notBefore = '2026-11-20T06:00:00Z';
    const shown = paid();
    shown.payment.paidAt = null;
    expect(checked(shown, { notBefore }).notBefore).toMatchObject({ reason: 'not_printed', actual: null });
    shown.payment.paidAt = '2026-11-20T00:00:00+03:00';
    expect(checked(shown, { notBefore }).notBefore?.reason).toBe('ambiguous');
    expect(checked(paid(), { notBefore }, now - 86_400_000).notBefore?.reason).toBe('mismatch');
  });
});
