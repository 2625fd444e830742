import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../../src/engine/access/accounts.js';
import type { Principal } from '../../../src/engine/access/authenticate.js';
import { createReservations, type WaitOptions } from '../../../src/engine/metering/reservations.js';
import {
  type AccountTerms,
  createVerificationQuota,
  limitOf,
} from '../../../src/engine/metering/verification-quota.js';
import { windowAt } from '../../../src/engine/shared/windows.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';

const timeZone = 'Africa/Addis_Ababa';
const ledgerEntry = {
  requestId: 'r',
  prefix: 'vk_test_AAAAAA',
  provider: 'telebirr',
  realm: 'sandbox',
  egress: 'main',
  ms: 5,
};
const patient = { deadline: Number.POSITIVE_INFINITY };

let store: TestStore;
let quota: ReturnType<typeof quotaAt>;
let account: string;
let calls = 0;

beforeAll(async () => {
  store = await openTestStore();
  quota = quotaAt(Date.now);
});
afterAll(() => store.close());
beforeEach(async () => {
  account = (await createAccounts(store, 'http://localhost', Date.now).create('enterprise', 'Test')).id;
});

function quotaAt(now: () => number) {
  const scripts = loadScripts(store.client);
  const reservations = createReservations({ store, scripts, timeZone, now });
  const hold = (entry: Principal, terms: AccountTerms, call: string, wait: WaitOptions) =>
    reservations.reserve(limitOf(entry, terms), call, wait);
  return { ...createVerificationQuota(store, reservations), hold };
}

const call = () => `call-${++calls}`;

function entry(cap: number | null): Principal {
  return {
    account,
    prefix: 'vk_test_AAAAAA',
    mode: 'test',
    realm: 'sandbox',
    label: '',
    scope: 'vk_test_AAAAAA',
    contract: { cap, reads: null },
    rate: { limit: 60, used: 1, resetsInSeconds: 60 },
  };
}

const enterprise = { plan: 'enterprise', overage: false } as const;

describe('a verification cap', () => {
  it('counts a settled call once and releases the reservation of a failed one', async () => {
    const settled = await quota.hold(entry(1), enterprise, call(), patient);
    await settled.release();
    const again = await quota.hold(entry(1), enterprise, call(), patient);
    await again.commit(ledgerEntry);
    await again.commit(ledgerEntry);
    expect(await quota.counts(entry(1), enterprise)).toMatchObject({ used: 1, overage: 0, cap: 1 });
  });

  it('refuses with used, cap and the seconds to the next calendar month once it is reached', async () => {
    await (await quota.hold(entry(1), enterprise, call(), patient)).commit(ledgerEntry);
    const month = windowAt('month', Date.now(), timeZone);
    const refused = await quota.hold(entry(1), enterprise, call(), patient).catch((error: unknown) => error);
    expect(refused).toMatchObject({ failure: 'quota_exceeded', details: { used: 1, cap: 1 } });
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details;
    expect(Math.abs(retryAfterSeconds - (month.endsAt - Date.now()) / 1000)).toBeLessThanOrEqual(5);
  });

  it('is refused at once when it is zero', async () => {
    await expect(quota.hold(entry(0), enterprise, call(), patient)).rejects.toMatchObject({
      details: { used: 0, cap: 0 },
    });
  });

  it('makes a call wait while running calls have reserved the rest, and admits it when one fails', async () => {
    const running = await quota.hold(entry(1), enterprise, call(), patient);
    const waiting = quota.hold(entry(1), enterprise, call(), patient);
    await running.release();
    await (await waiting).commit(ledgerEntry);
    expect((await quota.counts(entry(1), enterprise)).used).toBe(1);
  });

  it('says that the bank is busy, not that the cap is spent, when the wait is over', async () => {
    const running = await quota.hold(entry(1), enterprise, call(), patient);
    await expect(
      quota.hold(entry(1), enterprise, call(), { deadline: performance.now() }),
    ).rejects.toMatchObject({
      failure: 'bank_busy',
    });
    await running.release();
  });

  it('is never exceeded, however many calls run at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        try {
          const place = await quota.hold(entry(20), enterprise, call(), patient);
          await (index % 3 === 0 ? place.release() : place.commit(ledgerEntry));
          return 'served';
        } catch (error) {
          return (error as { failure: string }).failure;
        }
      }),
    );
    expect((await quota.counts(entry(20), enterprise)).used).toBe(20);
    expect(new Set(outcomes)).toEqual(new Set(['served', 'quota_exceeded']));
  });

  it('gets the reservations of a crashed process back when their leases expire', async () => {
    const scripts = loadScripts(store.client);
    const window = windowAt('month', Date.now(), timeZone);
    const scope = 'vk_test_AAAAAA';
    const keys = [names.verifications(account, scope, window.name), names.held(account, scope, window.name)];
    await scripts.run('reservation-reserve', keys, ['crashed', 100, 1, '0', window.startsAt, window.endsAt]);
    await (await quota.hold(entry(1), enterprise, call(), patient)).commit(ledgerEntry);
    expect((await quota.counts(entry(1), enterprise)).used).toBe(1);
  });

  it("of an Enterprise key is that key's own; other keys of the account share the account's", async () => {
    await (await quota.hold(entry(1), enterprise, call(), patient)).commit(ledgerEntry);
    const other = entry(null);
    await (await quota.hold(other, enterprise, call(), patient)).commit(ledgerEntry);
    expect(await quota.counts(other, enterprise)).toMatchObject({ used: 1, cap: null });
    expect(await quota.counts(entry(1), enterprise)).toMatchObject({ used: 1, cap: 1 });
  });
});

describe('overage', () => {
  const overage = { plan: 'enterprise', overage: true } as const;

  it('is counted separately once the cap is reached, so that `used` never exceeds it', async () => {
    const places = await Promise.all(
      Array.from({ length: 5 }, () => quota.hold(entry(2), overage, call(), patient)),
    );
    await Promise.all(places.map((place) => place.commit(ledgerEntry)));
    expect(await quota.counts(entry(2), overage)).toMatchObject({ used: 2, overage: 3, cap: 2 });
  });

  it('stops the next call when it is switched off', async () => {
    for (let i = 0; i < 3; i += 1)
      await (await quota.hold(entry(2), overage, call(), patient)).commit(ledgerEntry);
    await expect(quota.hold(entry(2), enterprise, call(), patient)).rejects.toMatchObject({
      failure: 'quota_exceeded',
      details: { used: 2, cap: 2 },
    });
  });

  it('is not available on a plan without it, whatever the account says', async () => {
    const free = { plan: 'free', overage: true } as const;
    const counted = names.verifications(account, 'all', windowAt('month', Date.now(), timeZone).name);
    await store.client.hset(counted, 'used', 200);
    await expect(quota.hold(entry(null), free, call(), patient)).rejects.toMatchObject({
      details: { used: 200, cap: 200 },
    });
  });
});

it('a wrong clock of the process still counts in the window of the store', async () => {
  const lastYear = quotaAt(() => Date.now() - 400 * 86_400_000);
  await (await lastYear.hold(entry(5), enterprise, call(), patient)).commit(ledgerEntry);
  expect((await quota.counts(entry(5), enterprise)).used).toBe(1);
});

it('every counted verification is in the usage ledger', async () => {
  await (await quota.hold(entry(5), enterprise, call(), patient)).commit(ledgerEntry);
  const entries = await store.client.xrange(
    names.ledger(account, windowAt('month', Date.now(), timeZone).name),
    '-',
    '+',
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]?.[1]).toEqual(
    expect.arrayContaining(['counted', 'used', 'provider', 'telebirr', 'requestId', 'r']),
  );
});

it('every counter, reservation and usage ledger has a time to live', async () => {
  const running = await quota.hold(entry(5), enterprise, call(), patient);
  await (await quota.hold(entry(5), enterprise, call(), patient)).commit(ledgerEntry);
  const window = windowAt('month', Date.now(), timeZone).name;
  for (const key of [
    names.verifications(account, 'vk_test_AAAAAA', window),
    names.held(account, 'vk_test_AAAAAA', window),
    names.ledger(account, window),
  ]) {
    expect(await store.client.pttl(key), key).toBeGreaterThan(0);
  }
  await running.release();
});
