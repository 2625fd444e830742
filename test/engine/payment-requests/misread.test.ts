/** A picture handed in for a payment request, in which a model may have misread the number: no payer is told that the bank says no. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentAttempt } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { type ResolveInput, resolve } from '../../../src/providers/resolve.js';
import { otherAddress } from '../../sidecar/environment.js';
import type { Detection } from '../../support/ai-endpoint.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { misreadings, openSeers, picture, readingOf, refused, type Seers, ways } from '../misreadings.js';
import { mintClient, telebirr } from '../support.js';
import { openShop, type Shop, takeUp } from './support.js';

let store: TestStore;
let seers: Seers;
let shop: Shop;
beforeAll(async () => {
  store = await openTestStore();
  seers = await openSeers(store);
  const plan = { plan: 'enterprise', cap: 1_000_000, reads: 1_000_000 } as const;
  shop = await openShop(seers.application, (await mintClient(seers.application, plan)).key);
});
afterAll(async () => {
  await seers?.close();
  await store?.close();
});

const doubted = { outcome: 'could_not_check', reason: 'doubtful_reading', retrying: false };

/** What becomes of a picture that the shop hands in, for a request of its own. */
async function byShop(shown: Partial<Detection>): Promise<PaymentAttempt> {
  const { id } = await shop.request();
  const body = async () => ({ pictures: [picture(shown)] });
  const { paymentRequests } = seers.application.engine;
  return (await paymentRequests.submitPictures(shop.principal, id, body)).attempt;
}

/** The same on the page of the payer. */
async function byPayer(shown: Partial<Detection>) {
  const { id } = await shop.request();
  const { payerRequests } = seers.application.engine;
  const body = async () => ({ pictures: [picture(shown)] });
  const payer = { address: otherAddress(), waitMs: 60_000 };
  const { attempt } = await payerRequests.submitPictures(id, body, payer);
  return (await payerRequests.show(id, attempt ?? '')).attempt;
}

/** An attempt whose process died: what it had read is all that is left of the picture. @returns its end */
async function afterCrash(request: ResolveInput): Promise<PaymentAttempt | undefined> {
  const read = resolve(seers.banks, request, new Date());
  if (read.kind !== 'target') return expect.fail(read.kind);
  const { id } = await shop.request();
  const { paymentRequests } = seers.application.engine;
  await paymentRequests.submitReceipt(shop.principal, id, { reference: telebirr('WALL') });
  const list = names.paymentAttempts(shop.account, id);
  const [[key = '', text = ''] = []] = Object.entries(await store.client.hgetall(list));
  const work = { dueAt: 0, tries: 0, target: read.target, doubtful: true };
  const begun = { ...JSON.parse(text), outcome: null, retrying: false, work };
  await store.client.hset(list, key, JSON.stringify(begun));
  await takeUp(store, shop.account, id);
  const attempt = async () => (await paymentRequests.get(shop.account, id)).attempts[0];
  await expect.poll(async () => (await attempt())?.outcome).not.toBeNull();
  return await attempt();
}

it('whatever the bank says to the misread number, for every bank, by the shop and by the payer', async () => {
  const told = new Set<string | null>();
  const attempts: PaymentAttempt[] = [];
  const handIn = async (shown: Partial<Detection>) => {
    const [handedIn, paid] = await Promise.all([byShop(shown), byPayer(shown)]);
    if (handedIn.reason === 'doubtful_reading') told.add(handedIn.providerKey);
    expect(paid).toMatchObject({ outcome: handedIn.outcome, reason: handedIn.reason });
    attempts.push(handedIn);
  };
  // One way after the other: all at once keep the embedded store busy for longer than a command may take.
  for (const way of ways) {
    await Promise.all(refused.map((example) => handIn({ ...readingOf(example, way), confidence: 1 })));
  }
  expect(attempts.filter(({ outcome }) => outcome === 'not_verified')).toEqual([]);
  expect([...told].sort()).toEqual([...new Set(refused.map(({ provider }) => provider))].sort());
});

it('wherever one to three characters are misread, at any confidence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(misreadings, { minLength: 10, maxLength: 10 }), async (all) => {
      const outcomes = await Promise.all(all.map(async (shown) => (await byShop(shown)).outcome));
      expect(outcomes).not.toContain('not_verified');
    }),
    { numRuns: 5 },
  );
});

it('a number that the payer types is denied as ever, and so is one of a picture that is typed beside it', async () => {
  const { id } = await shop.request();
  const reference = telebirr('GONE');
  const { paymentRequests } = seers.application.engine;
  const typed = await paymentRequests.submitReceipt(shop.principal, id, { reference });
  expect(typed.attempt).toMatchObject({ outcome: 'not_verified', reason: 'not_found' });
  const body = async () => ({ pictures: [picture({ bank: 'telebirr', reference })], text: reference });
  const both = await paymentRequests.submitPictures(shop.principal, id, body);
  expect(both.attempt).toMatchObject({ outcome: 'not_verified', reason: 'not_found' });
});

it('a bank that fails first, and denies it when it is asked again, has not denied the payment', async () => {
  const { sandbox, paymentRequests } = seers.application.engine;
  await sandbox.set('telebirr', null, 'down');
  const { id } = await shop.request();
  const body = async () => ({ pictures: [picture({ bank: 'telebirr', reference: telebirr('GONE') })] });
  const { attempt } = await paymentRequests.submitPictures(shop.principal, id, body);
  expect(attempt).toMatchObject({ outcome: 'could_not_check', retrying: true });
  await sandbox.set('telebirr', null, 'up');
  const afterCheck = async () => {
    await takeUp(store, shop.account, id);
    return (await paymentRequests.get(shop.account, id)).attempts[0];
  };
  await expect.poll(afterCheck, { interval: 1_500 }).toMatchObject(doubted);
});

it('what was read when a process died is doubted by the next one, also where a view of the link was spent', async () => {
  expect(await afterCrash({ reference: telebirr('GONE') })).toMatchObject(doubted);
  const link = { url: 'https://siinqeebank.com/receipt/SQB26V92PEND' };
  expect(await (await mintClient(seers.application)).failure(link)).toBe('not_settled');
  // As where the process died between storing what the bank had sent and reading it.
  const name = names.receipt('sandbox', 'siinqee', 'SQB26V92PEND', '');
  await store.client.del(name, names.coolDown(name));
  await store.client.rename(names.rawAnswer(name), names.freshAnswer(name));
  expect(await afterCrash(link)).toMatchObject(doubted);
});
