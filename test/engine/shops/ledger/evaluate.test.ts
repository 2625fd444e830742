/** What a shop makes of a verified payment: one answer, and every reason for it. */
import { describe, expect, it } from 'vitest';
import type { SavedAccount } from '../../../../src/engine/api/shops.js';
import { type EvaluationInput, evaluatePayment } from '../../../../src/engine/shops/ledger/evaluate.js';
import { sealed } from '../../../../src/engine/store/receipt-store.js';
import { checksOf } from '../../../../src/engine/verification/response.js';
import type { Payment } from '../../../../src/providers/types.js';
import { banks, paid } from '../support.js';

const telebirr: SavedAccount = { provider: 'telebirr', number: '0911223344', holder: 'Almaz Test Bekele' };
const cbe: SavedAccount = { provider: 'cbe', number: '1000000000012', holder: null };
const nib: SavedAccount = { provider: 'Nib International Bank', number: '7000012345678', holder: null };

function judged(change: Partial<EvaluationInput> = {}) {
  const settings = { tolerance: '0.00', maxAgeHours: 24 };
  const question = {
    paid: paid(),
    settings,
    accounts: [telebirr],
    accepted: null,
    now: Date.now(),
    ...change,
  };
  return evaluatePayment(question, banks);
}

/** The checks of an API answer with this payment, for an account with saved receiving accounts. */
function apiChecks({ providerKey, reference, payment, receipt }: ReturnType<typeof paid>, saved: string[]) {
  return checksOf({
    target: { provider: providerKey, source: receipt.source, reference, qualifier: '', url: '' },
    ...{ realm: 'live', body: sealed({ payment, receipt }), history: null, requestId: null },
    ...{ expect: undefined, saved, banks, now: Date.now() },
  })?.checks;
}

const to = (receiver: Partial<Payment['receiver']>, provider = 'telebirr') =>
  paid({ receiver: { name: null, account: null, bank: null, ...receiver } }, provider);

describe('the shop', () => {
  it('accepts a payment without findings', () => {
    expect(judged({ expected: '500 ' })).toEqual({ answer: 'accept', remarks: [] });
  });

  it('says by how much too little or too much was paid', () => {
    expect(judged({ expected: 600 })).toEqual({
      answer: 'look',
      remarks: [{ kind: 'amount', expected: '600.00', actual: '500.00', difference: '-100.00' }],
    });
    expect(judged({ expected: '499.50' }).remarks).toMatchObject([{ kind: 'amount', difference: '0.50' }]);
  });

  it('lets an amount be off by its tolerance, and no further', () => {
    const settings = { tolerance: '5.00', maxAgeHours: 24 };
    expect(judged({ settings, expected: 505 }).answer).toBe('accept');
    expect(judged({ settings, expected: 505.01 }).answer).toBe('look');
  });

  it('does not take dollars for birr, and says so once, whatever was expected', () => {
    const dollars = paid({ amount: '500.00', currency: 'USD' });
    const answer = { answer: 'look', remarks: [{ kind: 'not_birr', amount: '500.00', currency: 'USD' }] };
    expect(judged({ paid: dollars })).toEqual(answer);
    expect(judged({ paid: dollars, expected: 500 })).toEqual(answer);
  });

  it('gives the age of a payment that is too old, and says when it is unknown', () => {
    const old = paid({ paidAt: new Date(Date.now() - 30 * 3_600_000).toISOString() });
    expect(judged({ paid: old })).toEqual({
      answer: 'look',
      remarks: [{ kind: 'too_old', hours: 30, limitHours: 24 }],
    });
    expect(judged({ paid: paid({ paidAt: null }) }).remarks).toMatchObject([
      { kind: 'too_old', hours: null },
    ]);
  });

  it('names who accepted it before, when, and where', () => {
    const accepted = {
      member: 'm1',
      by: 'Selam',
      at: '2026-11-20T11:02:00.000Z',
      link: 'https://t.me/c/1/7',
      anyway: false,
    };
    expect(judged({ accepted, expected: 400 })).toMatchObject({
      answer: 'look',
      remarks: [
        { kind: 'already_accepted', by: 'Selam', at: accepted.at, link: 'https://t.me/c/1/7' },
        { kind: 'amount', difference: '100.00' },
      ],
    });
  });

  it('refuses a real payment to somebody else, whatever the other findings', () => {
    const elsewhere = to({ name: 'Kebede Test', account: '2519****9999' });
    expect(judged({ paid: elsewhere, expected: 600 })).toMatchObject({
      answer: 'refuse',
      remarks: [{ kind: 'not_ours' }, { kind: 'amount' }],
    });
  });

  it('does not accept a payment dated in the future, and says so', () => {
    const ahead = paid({ paidAt: new Date(Date.now() + 11 * 60_000).toISOString() });
    expect(judged({ paid: ahead })).toEqual({ answer: 'look', remarks: [{ kind: 'future' }] });
    const soon = paid({ paidAt: new Date(Date.now() + 9 * 60_000).toISOString() });
    expect(judged({ paid: soon }).answer).toBe('accept');
  });

  it('does not say that money came to it while it has saved no account', () => {
    expect(judged({ accounts: [] })).toEqual({
      answer: 'look',
      remarks: [{ kind: 'receiver_unchecked', why: 'no_accounts' }],
    });
  });
});

describe('the receiver', () => {
  const answers = (receiver: Partial<Payment['receiver']>, accounts: SavedAccount[], provider = 'telebirr') =>
    judged({ paid: to(receiver, provider), accounts });
  const unclear = { answer: 'look', remarks: [{ kind: 'receiver_unchecked', why: 'unclear' }] };

  it.each([
    ['a whole number and the name', { account: '251911223344', name: 'BEKELE Almaz Test' }],
    ['a whole number, where no name is printed', { account: '251911223344' }],
    ['a whole number without a holder', { account: '1000000000012', bank: 'CBE', name: 'Anybody Else' }],
    ['a masked number and the name', { account: '2519****3344', name: 'ALMAZ TEST  BEKELE' }],
    [
      'a masked number and the name in another order',
      { account: '2519****3344', name: 'Bekele Mrs Almaz Test' },
    ],
  ])('is the shop by %s', (_, receiver) => {
    expect(answers(receiver, [cbe, telebirr]).answer).toBe('accept');
  });

  it.each([
    ['a whole number against the name', { account: '251911223344', name: 'Kebede Test Alemu' }],
    ['a whole number and a part of the name', { account: '251911223344', name: 'Almaz Bekele' }],
    ['a masked number without a name', { account: '2519****3344' }],
    ['the name, where no number is printed', { name: 'Mrs Almaz Test Bekele' }],
    ['a mask of another length', { account: '2519******3344', name: 'Almaz Test Bekele' }],
    ['a masked number against the name', { account: '2519****3344', name: 'Kebede Test Alemu' }],
    ['another name, where no number is printed', { name: 'Kebede Test Alemu' }],
    ['nothing at all', {}],
    ['a mask that shows too little', { account: '*******44', name: 'Almaz Test Bekele' }],
  ])("needs a person's review by %s", (_, receiver) => {
    expect(answers(receiver, [telebirr])).toEqual(unclear);
  });

  it('is found at the bank the money went to, by whatever name the receipt has for it', () => {
    for (const bank of ['Commercial Bank of Ethiopia', 'COMMERCIAL BANK OF ETHIOPIA (CBE)', 'CBE']) {
      expect(answers({ account: '1000000000012', bank }, [cbe]).answer).toBe('accept');
    }
    expect(answers({ account: '7000012345678', bank: 'NIB International Bank S.C.' }, [nib]).answer).toBe(
      'accept',
    );
  });

  it('is not the shop because another bank has the same number: one phone has a wallet at each', () => {
    expect(answers({ account: '0911223344' }, [telebirr], 'cbebirr')).toEqual(unclear);
    expect(answers({ account: '1000000000012', bank: 'Dashen Bank' }, [cbe])).toEqual(unclear);
    expect(answers({ account: '5000000000077', bank: 'Dashen Bank' }, [cbe]).answer).toBe('refuse');
  });

  it('is somebody else where the bank named is another and no number is printed', () => {
    expect(answers({ name: 'Almaz Test Bekele', bank: 'Dashen Bank' }, [telebirr]).answer).toBe('refuse');
    expect(answers({ name: 'Almaz Test Bekele', bank: 'SOME MICROFINANCE' }, [telebirr])).toEqual(unclear);
    expect(answers({ name: 'Almaz Test Bekele' }, [cbe])).toEqual(unclear);
  });

  it('is evaluated as in the API: a check that is not ok there is never accepted', () => {
    const saved = [telebirr, cbe].map((account) => JSON.stringify(account));
    const names = [null, 'Almaz Test Bekele', 'Almaz Bekele', 'Kebede Test Alemu'];
    const numbers = [null, '251911223344', '2519****3344', '2519****9999', '*44', '1000000000012'];
    const receivers = [null, 'CBE', 'Dashen Bank', 'SOME MICROFINANCE'];
    for (const bank of receivers) {
      for (const account of numbers) {
        for (const name of names) {
          const paid = to({ name, account, bank });
          const api = apiChecks(paid, saved)?.receiver;
          const shop = judged({ paid, accounts: [telebirr, cbe] }).answer;
          expect(api?.ok, JSON.stringify({ bank, account, name })).toBe(shop === 'accept');
        }
      }
    }
  });

  it('does not take one bank for another that has a word of its name', () => {
    expect(banks.keyOf('Oromia Bank S.C.')).toBe('oromia');
    expect(banks.keyOf('Cooperative Bank of Oromia')).toBeNull();
    expect(banks.keyOf('cbe birr')).toBe('cbebirr');
  });
});
