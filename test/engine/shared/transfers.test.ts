/** One transfer under two numbers: the account is told, whichever of the two it is shown again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../../../src/engine/access/accounts.js';
import { createKeys } from '../../../src/engine/access/api-keys.js';
import { type Authenticator, createAuthenticator } from '../../../src/engine/access/authenticate.js';
import type { ApiKeys } from '../../../src/engine/api/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { ReceiptCopies } from '../../../src/engine/store/receipt-copies.js';
import type { CachedReceipt } from '../../../src/engine/store/receipt-store.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import type { ReceiptCache } from '../../../src/engine/verification/receipt-cache.js';
import type { Payment, Target } from '../../../src/providers/types.js';
import { kept } from '../../support/receipts.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { cacheOf } from '../support.js';

let store: TestStore;
let keys: ApiKeys;
let authenticator: Authenticator;
let cache: ReceiptCache;

beforeAll(async () => {
  store = await openTestStore();
  const scripts = loadScripts(store.client);
  keys = createKeys(store, createAccounts(store, 'http://localhost', Date.now), Date.now);
  authenticator = createAuthenticator({
    store,
    scripts,
    liveRealm: 'sandbox',
    recordMs: 86_400_000,
    copies: new ReceiptCopies(2 ** 20),
  });
  cache = cacheOf(store);
});
afterAll(() => store.close());

let drawn = 0;

/** A payment of 5,000 birr to an account that ends in 012. */
function receipt(provider: string, change: Partial<Payment> = {}): { target: Target; kept: CachedReceipt } {
  const reference = `R${++drawn}`;
  const base = kept(reference);
  const payment: Payment = {
    ...base.payment,
    amount: '5000.00',
    currency: 'ETB',
    payer: { name: 'Abebe Test Kebede', account: null },
    receiver: { name: 'Sara Test Tadesse', account: '1****0012', bank: null },
    paidAt: '2026-11-20T10:30:00+03:00',
    ...change,
    reference,
  };
  const target = {
    provider,
    source: `${provider}-html`,
    reference,
    qualifier: '',
    url: 'https://bank.example',
  };
  return { target, kept: { ...base, payment } };
}

/** Shows receipts to one new account, as a call that fetched them does; what the last answer says. */
async function shown(...receipts: ReturnType<typeof receipt>[]) {
  const { key, account } = await keys.mint({ mode: 'test' });
  const show = (one: ReturnType<typeof receipt>) =>
    cache.show('sandbox', one.target, one.kept, { account, label: 'Till' });
  let last: string[] | undefined;
  for (const one of receipts) last = (await show(one)).history.possiblySameAs;
  return { key, account, last };
}

/** Shows a cached receipt several times. @returns what the last answer says */
async function fromCache(key: string, one: ReturnType<typeof receipt>, times: number) {
  let last: string[] | undefined;
  for (let nth = 0; nth < times; nth += 1) {
    const { found } = await authenticator.authenticate(key, cache.keyOf('sandbox', one.target), []);
    if (!found) throw new Error('the receipt is not in the cache');
    last = found.history.possiblySameAs;
  }
  return last;
}

const telebirr = (change: Partial<Payment> = {}) =>
  receipt('telebirr', {
    receiver: { name: 'SARA TADESSE', account: '1000000000012', bank: 'Commercial Bank of Ethiopia' },
    ...change,
  });
const cbe = (change: Partial<Payment> = {}) =>
  receipt('cbe', { payer: { name: 'ETHIO TELECOM', account: null }, ...change });

describe('one transfer under two numbers', () => {
  it('is reported for the second, and for the first when it is verified again', async () => {
    const [wallet, bank] = [telebirr({ paidAt: '2026-11-20T10:28:30+03:00' }), cbe()];
    expect((await shown(wallet)).last).toBeUndefined();
    expect((await shown(wallet, bank)).last).toEqual([wallet.target.reference]);
    expect((await shown(wallet, bank, wallet)).last).toEqual([bank.target.reference]);
  });

  it('is reported from the cache too, in the one round trip of the authentication', async () => {
    const [wallet, bank] = [telebirr(), cbe()];
    await cache.put('sandbox', bank.target, bank.kept);
    const { key } = await shown(wallet);
    const { found } = await authenticator.authenticate(key, cache.keyOf('sandbox', bank.target), []);
    expect(found?.history).toMatchObject({ times: 1, possiblySameAs: [wallet.target.reference] });
    const fresh = await keys.mint({ mode: 'test' });
    const first = await authenticator.authenticate(fresh.key, cache.keyOf('sandbox', bank.target), []);
    expect(first.found?.history).not.toHaveProperty('possiblySameAs');
    const again = await authenticator.authenticate(fresh.key, cache.keyOf('sandbox', bank.target), []);
    expect(again.found?.history).toMatchObject({ times: 2 });
    expect(again.found?.history).not.toHaveProperty('possiblySameAs');
  });

  it('is reported for a receipt that was shown from the cache several times before the other came, or came back', async () => {
    const [wallet, bank] = [telebirr(), cbe()];
    await cache.put('sandbox', wallet.target, wallet.kept);
    const { key, account } = await shown(wallet);
    const showBank = () => cache.show('sandbox', bank.target, bank.kept, { account, label: 'Till' });
    expect(await fromCache(key, wallet, 3)).toBeUndefined();
    await showBank();
    expect(await fromCache(key, wallet, 3)).toEqual([bank.target.reference]);
    await cache.withdrawView('sandbox', bank.target, bank.kept, account);
    expect(await fromCache(key, wallet, 3)).toBeUndefined();
    await showBank();
    expect(await fromCache(key, wallet, 3)).toEqual([bank.target.reference]);
  });

  it.each(['the first', 'the second'])(
    'is reported from the cache for both when %s is read anew, with another time',
    async (which) => {
      const [wallet, bank] = [telebirr({ paidAt: '2026-11-20T07:30:00+03:00' }), cbe()];
      const [moved, other] = which === 'the first' ? [wallet, bank] : [bank, wallet];
      for (const one of [wallet, bank]) await cache.put('sandbox', one.target, one.kept);
      const { key } = await shown(wallet, bank);
      for (const one of [wallet, bank]) expect(await fromCache(key, one, 3)).toBeUndefined();
      const payment = { ...moved.kept.payment, paidAt: other.kept.payment.paidAt };
      await cache.replace('sandbox', moved.target, { ...moved.kept, payment });
      expect(await fromCache(key, moved, 3)).toEqual([other.target.reference]);
      expect(await fromCache(key, other, 3)).toEqual([moved.target.reference]);
    },
  );

  it('is reported for a receipt that was read anew with a time a minute later, when the other came a minute after that', async () => {
    const [wallet, bank] = [telebirr(), cbe({ paidAt: '2026-11-20T10:32:30+03:00' })];
    await cache.put('sandbox', wallet.target, wallet.kept);
    const { key, account } = await shown(wallet);
    const payment = { ...wallet.kept.payment, paidAt: '2026-11-20T10:31:00+03:00' as const };
    await cache.replace('sandbox', wallet.target, { ...wallet.kept, payment });
    expect(await fromCache(key, wallet, 2)).toBeUndefined();
    const { history } = await cache.show('sandbox', bank.target, bank.kept, { account, label: 'Till' });
    expect(history.possiblySameAs).toEqual([wallet.target.reference]);
    expect(await fromCache(key, wallet, 2)).toEqual([bank.target.reference]);
  });

  it.each(['served from the cache', 'fetched from the bank'])(
    'is reported for a receipt, %s, that has its first time again after the other came in between',
    async (way) => {
      const [wallet, bank, later] = [telebirr(), cbe(), cbe({ paidAt: '2026-11-20T12:30:00+03:00' })];
      const { key, account } = await shown(later);
      const shownWith = async (paidAt: Payment['paidAt']) => {
        const read = { ...wallet.kept, payment: { ...wallet.kept.payment, paidAt } };
        await cache.replace('sandbox', wallet.target, read);
        if (way === 'served from the cache') return fromCache(key, wallet, 2);
        return (await cache.show('sandbox', wallet.target, read, { account, label: 'Till' })).history
          .possiblySameAs;
      };
      expect(await shownWith(wallet.kept.payment.paidAt)).toBeUndefined();
      expect(await shownWith(later.kept.payment.paidAt)).toEqual([later.target.reference]);
      await cache.show('sandbox', bank.target, bank.kept, { account, label: 'Till' });
      await cache.replace('sandbox', wallet.target, wallet.kept);
      expect(await fromCache(key, wallet, 1)).toEqual([bank.target.reference]);
    },
  );

  it('is matched by the name where one of the two prints no account', async () => {
    const nameless = { name: 'Tadesse SARA Test', account: null, bank: null };
    const [wallet, bank] = [telebirr({ receiver: nameless }), cbe()];
    expect((await shown(wallet, bank)).last).toEqual([wallet.target.reference]);
  });

  it.each<[string, Partial<Payment>]>([
    ['another amount', { amount: '5000.01' }],
    ['another currency', { currency: 'USD' }],
    ['more than two minutes between', { paidAt: '2026-11-20T10:32:01+03:00' }],
    ['another receiver', { receiver: { name: 'Sara Test Tadesse', account: '1****0013', bank: null } }],
    ['no receiver', { receiver: { name: null, account: null, bank: null } }],
    ['no time of day', { paidAt: '2026-11-20T00:00:00+03:00' }],
  ])('is not thought of with %s', async (_what, change) => {
    expect((await shown(telebirr(), cbe(change))).last).toBeUndefined();
  });

  it('is not reported where one bank has numbers for two payers', async () => {
    const other = cbe({ payer: { name: 'Hanna Test Girma', account: null } });
    expect((await shown(cbe(), other)).last).toBeUndefined();
  });

  it('is not reported to other accounts', async () => {
    await shown(telebirr());
    expect((await shown(cbe())).last).toBeUndefined();
  });

  it('is not reported for a receipt whose view was reverted', async () => {
    const [wallet, bank] = [telebirr(), cbe()];
    const { account } = await shown(wallet);
    await cache.withdrawView('sandbox', wallet.target, wallet.kept, account);
    const { history } = await cache.show('sandbox', bank.target, bank.kept, { account, label: 'Till' });
    expect(history.possiblySameAs).toBeUndefined();
  });

  it('is stored without names or accounts, and expires', async () => {
    const { account } = await shown(telebirr());
    const name = names.transfers(account, 'sandbox:ETB:5000.00');
    const [line = ''] = await store.client.zrange(name, 0, -1);
    expect(line).toMatch(/^012,[0-9a-f]{4},[0-9a-f]{4} sandbox:telebirr:R\d+$/);
    expect(await store.client.ttl(name)).toBeGreaterThan(399 * 86_400);
  });
});
