import { text } from 'node:stream/consumers';
import { getHeapSnapshot } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountStore, createAccounts } from '../../../src/engine/access/accounts.js';
import { createKeys } from '../../../src/engine/access/api-keys.js';
import { type Authenticator, createAuthenticator } from '../../../src/engine/access/authenticate.js';
import type { Failure } from '../../../src/engine/api/errors.js';
import type { ApiKeys } from '../../../src/engine/api/index.js';
import { sha256 } from '../../../src/engine/shared/secrets.js';
import * as names from '../../../src/engine/store/key-names.js';
import { ReceiptCopies } from '../../../src/engine/store/receipt-copies.js';
import { sealed } from '../../../src/engine/store/receipt-store.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import type { Target } from '../../../src/providers/types.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { kept } from '../../support/receipts.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { cacheOf } from '../support.js';

let store: TestStore;
let accounts: AccountStore;
let keys: ApiKeys;
let authenticator: Authenticator;

beforeAll(async () => {
  store = await openTestStore();
  accounts = createAccounts(store, 'http://localhost', Date.now);
  keys = createKeys(store, accounts, Date.now);
  authenticator = createAuthenticator({
    store,
    scripts: loadScripts(store.client),
    liveRealm: 'sandbox',
    recordMs: 86_400_000,
    copies: new ReceiptCopies(2 ** 20),
  });
});
afterAll(() => store.close());

/** Digests of the keys in a heap dump of this process. */
async function keysInHeap(): Promise<string[]> {
  // V8 keeps the text of the last match until the next one, which here would be the key.
  /a/.test('a');
  const dump = await text(getHeapSnapshot());
  return (dump.match(/"vk_(?:live|test)_[0-9A-Za-z]{32}"/g) ?? []).map((quoted) =>
    sha256(quoted.slice(1, -1)),
  );
}

const target = (reference: string): Target => ({
  provider: 'telebirr',
  source: 'telebirr-html',
  reference,
  qualifier: '',
  url: `https://transactioninfo.ethiotelecom.et/receipt/${reference}`,
});

describe('a key', () => {
  it('is admitted with its account, mode and remaining rate', async () => {
    const { key, account, prefix } = await keys.mint({ mode: 'test', label: 'Till 1' });
    const { entry, found } = await authenticator.authenticate(key, null, []);
    expect(entry).toMatchObject({ account, prefix, mode: 'test', realm: 'sandbox', label: 'Till 1' });
    expect(entry.rate).toMatchObject({ limit: 60, used: 1 });
    expect(entry.rate.resetsInSeconds).toBeGreaterThan(0);
    expect(entry.rate.resetsInSeconds).toBeLessThanOrEqual(60);
    expect(found).toBeNull();
  });

  it('whose record is damaged fails before the receipt counts as shown', async () => {
    const receipt = target('DKK4A1B2F5');
    await cacheOf(store).put('sandbox', receipt, kept('DKK4A1B2F5'));
    const { key, account } = await keys.mint({});
    await store.client.hdel(names.keyRecord(sha256(key)), 'prefix');
    const call = authenticator.authenticate(key, cacheOf(store).keyOf('sandbox', receipt), []);
    await expect(call).rejects.toThrow('invalid value');
    expect(await store.client.keys(`{a:${account}}:*DKK4A1B2F5*`)).toEqual([]);
  });

  it('that is missing, unknown or malformed is refused with its own code', async () => {
    await expect(authenticator.authenticate(undefined, null, [])).rejects.toMatchObject({
      failure: 'missing_key',
    });
    await expect(authenticator.authenticate('', null, [])).rejects.toMatchObject({ failure: 'missing_key' });
    await expect(authenticator.authenticate('nonsense', null, [])).rejects.toMatchObject({
      failure: 'invalid_key',
    });
    await expect(authenticator.authenticate(`vk_live_${'0'.repeat(32)}`, null, [])).rejects.toMatchObject({
      failure: 'invalid_key',
    });
  });

  it('is not kept in the memory of the process, where a heap dump would show it', async () => {
    // Returns only the digest, so that the test itself does not keep the key.
    const used = async () => {
      const { key } = await keys.mint({});
      await authenticator.authenticate(key, null, []);
      return sha256(key);
    };
    const digest = await used();
    const { key: held } = await keys.mint({});
    const dumped = await keysInHeap();
    expect(dumped).toContain(sha256(held));
    expect(dumped).not.toContain(digest);
  });

  it('is told from others that are used in the same moment', async () => {
    const minted = await Promise.all([keys.mint({}), keys.mint({}), keys.mint({})]);
    const calls = [...minted.flatMap((one) => [one, one]), ...minted];
    const admitted = await Promise.all(calls.map(({ key }) => authenticator.authenticate(key, null, [])));
    expect(admitted.map(({ entry }) => entry.prefix)).toEqual(calls.map(({ prefix }) => prefix));
  });

  it('is refused from the next call after it is revoked', async () => {
    const { key, prefix } = await keys.mint({});
    await authenticator.authenticate(key, null, []);
    await keys.revoke(prefix);
    await expect(authenticator.authenticate(key, null, [])).rejects.toMatchObject({ failure: 'revoked_key' });
  });

  it('over its rate is refused until the next minute; other keys of the account are not affected', async () => {
    const { key, account } = await keys.mint({ rate: 5 });
    const other = await keys.mint({ account });
    await ensureTimeInMinute();
    for (let call = 0; call < 5; call += 1) await authenticator.authenticate(key, null, []);
    const refused = await authenticator.authenticate(key, null, []).catch((error: unknown) => error);
    const secondsLeft = 60 - ((Date.now() / 1000) % 60);
    expect(refused).toMatchObject({ failure: 'rate_limited' });
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details;
    expect(Math.abs(retryAfterSeconds - secondsLeft)).toBeLessThanOrEqual(5);
    expect((await authenticator.authenticate(other.key, null, [])).entry.rate.used).toBe(1);
  });

  it('admits exactly its rate when many calls come at once', async () => {
    const { key } = await keys.mint({ rate: 20 });
    await ensureTimeInMinute();
    const calls = await Promise.allSettled(
      Array.from({ length: 100 }, () => authenticator.authenticate(key, null, [])),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('is stored only as SHA-256', async () => {
    const { key } = await keys.mint({ label: 'secret' });
    await authenticator.authenticate(key, null, []);
    const names = await store.client.keys('*');
    for (const name of names) {
      const type = await store.client.type(name);
      const value =
        type === 'hash'
          ? await store.client.hgetall(name)
          : type === 'string'
            ? await store.client.get(name)
            : '';
      expect(JSON.stringify([name, value])).not.toContain(key.slice(14));
    }
  });
});

describe('a cached receipt', () => {
  it('is read during authentication, and the response names who was first shown it', async () => {
    const cache = cacheOf(store);
    const receipt = target('DKK4A1B2C3');
    await cache.put('sandbox', receipt, kept('DKK4A1B2C3'));
    const first = await keys.mint({ label: 'Selam' });
    const second = await keys.mint({ account: first.account, label: 'Dawit' });

    const shown = await authenticator.authenticate(first.key, cache.keyOf('sandbox', receipt), []);
    expect(shown.found?.history).toMatchObject({ seenBefore: false, times: 1, firstBy: 'Selam' });
    const again = await authenticator.authenticate(second.key, cache.keyOf('sandbox', receipt), []);
    expect(again.found?.history).toMatchObject({ seenBefore: true, times: 2, firstBy: 'Selam' });
    expect(again.found?.history.firstAt).toBe(shown.found?.history.firstAt);

    const stranger = await keys.mint({ label: 'Other shop' });
    const theirs = await authenticator.authenticate(stranger.key, cache.keyOf('sandbox', receipt), []);
    expect(theirs.found?.history).toMatchObject({ seenBefore: false, times: 1, firstBy: 'Other shop' });
  });

  it('keeps its history although a label has a line break', async () => {
    const cache = cacheOf(store);
    const receipt = target('DKK4A1B2C8');
    await cache.put('sandbox', receipt, kept('DKK4A1B2C8'));
    const { key } = await keys.mint({});
    await store.client.hset(names.keyRecord(sha256(key)), 'label', 'Front\ndesk');
    for (const times of [1, 2]) {
      const { entry, found } = await authenticator.authenticate(key, cache.keyOf('sandbox', receipt), []);
      expect(entry).toMatchObject({ label: 'Front desk', rate: { used: times } });
      expect(found?.history).toMatchObject({ times, firstBy: 'Front desk' });
      expect(found?.history).not.toHaveProperty('possiblySameAs');
    }
  });

  it.each([
    ['this version', 'DKK4A1B2C9'],
    ['an earlier version, its text alone', 'DKK4A1B2D9'],
  ])('stored by %s is sent by the store once, and again only when it has changed', async (by, reference) => {
    const cache = cacheOf(store);
    const receipt = target(reference);
    const name = cache.keyOf('sandbox', receipt);
    const { key } = await keys.mint({});
    const scripts = loadScripts(store.client);
    const sent: unknown[] = [];
    const seen = createAuthenticator({
      store,
      scripts: {
        ...scripts,
        joined(script, common) {
          const call = scripts.joined(script, common);
          return async (names, args) => {
            const reply = await call(names, args);
            sent.push(reply[1]);
            return reply;
          };
        },
      },
      liveRealm: 'sandbox',
      recordMs: 86_400_000,
      copies: new ReceiptCopies(2 ** 20),
    });
    const read = async () => (await seen.authenticate(key, name, [])).found?.body;

    const first = await put(kept(reference));
    expect([await read(), await read()]).toEqual([first, first]);
    const second = await put({ ...kept(reference), httpStatus: 203 });
    expect([await read(), await read()]).toEqual([second, second]);
    await store.client.del(name);
    expect([await read(), await read()]).toEqual([undefined, undefined]);
    await put(kept(reference));
    expect(await read()).toBe(first);
    expect(sent).toEqual([first, 1, second, 1, 0, 0, first]);

    async function put(changed: ReturnType<typeof kept>): Promise<string> {
      const text = sealed(changed);
      if (by === 'this version') await cache.replace('sandbox', receipt, changed);
      else
        await store.client.hset(name, {
          body: text,
          printed: names.printed('sandbox', 'telebirr', reference),
        });
      return text;
    }
  });

  it('whose text is lost is absent, and is not replaced', async () => {
    const cache = cacheOf(store);
    const receipt = target('DKK4A1B2E9');
    const name = cache.keyOf('sandbox', receipt);
    await cache.put('sandbox', receipt, kept('DKK4A1B2E9'));
    await store.client.del(names.storedText(name));
    const { key } = await keys.mint({});
    expect((await authenticator.authenticate(key, name, [])).found).toBeNull();
    expect(await cache.read('sandbox', receipt)).toBeNull();
    expect(await cache.put('sandbox', receipt, kept('DKK4A1B2E9'))).toMatchObject({ first: false });
  });

  it('is the same receipt for each of its links', async () => {
    const cache = cacheOf(store);
    const asPdf: Target = {
      ...target('FT261400AAAA'),
      provider: 'cbe',
      source: 'cbe-pdf',
      qualifier: '00000001',
    };
    const asJson: Target = { ...target('v2-hfHCxAAAAAAAAAAAAAAA'), provider: 'cbe', source: 'mb-json' };
    for (const link of [asPdf, asJson]) await cache.put('sandbox', link, kept('FT261400AAAA'));
    const { key } = await keys.mint({});
    await authenticator.authenticate(key, cache.keyOf('sandbox', asPdf), []);
    const { found } = await authenticator.authenticate(key, cache.keyOf('sandbox', asJson), []);
    expect(found?.history).toMatchObject({ seenBefore: true, times: 2 });
  });

  it('is not served for its number without the account digits, nor in the other environment', async () => {
    const cache = cacheOf(store);
    const right: Target = {
      ...target('FT261400BBBB'),
      provider: 'cbe',
      source: 'cbe-pdf',
      qualifier: '00000001',
    };
    await cache.put('sandbox', right, kept('FT261400BBBB'));
    const { key } = await keys.mint({});
    const wrong = cache.keyOf('sandbox', { ...right, qualifier: '00000002' });
    expect((await authenticator.authenticate(key, wrong, [])).found).toBeNull();
    expect((await authenticator.authenticate(key, cache.keyOf('live', right), [])).found).toBeNull();
  });

  it('is dropped after the retention that is configured, but stays known as seen', async () => {
    const cache = cacheOf(store, 1);
    const receipt = target('DKK4A1B2C4');
    await cache.put('sandbox', receipt, kept('DKK4A1B2C4'));
    const name = cache.keyOf('sandbox', receipt);
    for (const key of [name, names.storedText(name)]) {
      expect(await store.client.pttl(key)).toBeGreaterThan(86_000_000);
    }
    const { account } = await keys.mint({});
    await cache.show('sandbox', receipt, kept('DKK4A1B2C4'), { account, label: 'Selam' });
    await store.client.del(name);
    expect(
      await cache.show('sandbox', receipt, kept('DKK4A1B2C4'), { account, label: 'Dawit' }),
    ).toMatchObject({ history: { seenBefore: true, firstBy: 'Selam' } });
  });
});

describe("an account's record of a receipt that is cached", () => {
  async function cachedReceipt(reference: string, recordMs = 86_400_000) {
    const receipt = target(reference);
    await cacheOf(store).put('sandbox', receipt, kept(reference));
    const { key, account } = await keys.mint({});
    const copies = new ReceiptCopies(2 ** 20);
    const scripts = loadScripts(store.client);
    const own = createAuthenticator({ store, scripts, liveRealm: 'sandbox', recordMs, copies });
    const printed = names.printed('sandbox', 'telebirr', reference);
    const record = names.verifiedReceipt(account, printed);
    return {
      account,
      printed,
      verify: () => own.authenticate(key, cacheOf(store).keyOf('sandbox', receipt), []),
      recordedAt: () => store.client.hget(record, 'at'),
    };
  }

  it('is written anew by the next call after it has expired', async () => {
    const { verify, recordedAt } = await cachedReceipt('DKK4A1B2F1', 1_200);
    await verify();
    const first = await recordedAt();
    await expect.poll(recordedAt, { timeout: 3_000 }).toBeNull();
    await verify();
    expect(Number(await recordedAt())).toBeGreaterThan(Number(first));
  });

  it('is found by a call although a version has written it that did not note its end', async () => {
    const { account, printed, verify, recordedAt } = await cachedReceipt('DKK4A1B2F2');
    await verify();
    const first = await recordedAt();
    await store.client.hdel(names.seen(account, printed), 'recordedUntil');
    for (let times = 0; times < 2; times += 1) await verify();
    expect(await recordedAt()).toBe(first);
  });

  // So many take the embedded store minutes.
  it('leaves when the account has 500,000 newer ones, and is written anew by the next call', {
    tags: ['needs-redis-server'],
  }, async () => {
    const { account, printed, verify, recordedAt } = await cachedReceipt('DKK4A1B2F3');
    await verify();
    const list = names.verifiedReceipts(account, 'sandbox');
    const first = Number(await recordedAt());
    for (let from = 1; from < 500_000; from += 1_000) {
      const some = Array.from({ length: Math.min(1_000, 500_000 - from) }, (_, nth) => from + nth);
      await store.client.zadd(list, ...some.flatMap((nth) => [first + nth, `sandbox:cbe:${nth}`]));
    }
    const newer = target('DKK4A1B2F4');
    await cacheOf(store).show('sandbox', newer, kept('DKK4A1B2F4'), { account, label: 'Till' });
    expect([await store.client.zcard(list), await recordedAt()]).toEqual([500_000, null]);
    await verify();
    expect(await recordedAt()).not.toBeNull();
    expect(await store.client.zscore(list, printed)).toBe(await recordedAt());
  });
});

describe('calls that arrive together', () => {
  it('are each judged by their own key, and counted one by one', async () => {
    await ensureTimeInMinute();
    const name = cacheOf(store).keyOf('sandbox', target('DKK4A1B2D1'));
    await cacheOf(store).put('sandbox', target('DKK4A1B2D1'), kept('DKK4A1B2D1'));
    const [busy, other, revoked] = await Promise.all([
      keys.mint({ rate: 30, label: 'Busy' }),
      keys.mint({ label: 'Other' }),
      keys.mint({}),
    ]);
    await keys.revoke(revoked.prefix);
    const sent = [busy, other, revoked, { key: `vk_live_${'0'.repeat(32)}` }].flatMap(({ key }) =>
      Array.from({ length: key === busy.key ? 40 : 3 }, (_, nth) => ({ key, nth })),
    );
    // Callers alternate, as they do when several send at once.
    sent.sort((one, two) => one.nth - two.nth);
    const answers = await Promise.allSettled(
      sent.map(({ key }) => authenticator.authenticate(key, name, [])),
    );
    const of = (wanted: string) => answers.filter((_, nth) => sent[nth]?.key === wanted);
    const refusals = (wanted: string) =>
      of(wanted).flatMap((one) => (one.status === 'rejected' ? [(one.reason as Failure).failure] : []));
    const used = of(other.key).map((one) => one.status === 'fulfilled' && one.value.entry.rate.used);
    expect(used).toEqual([1, 2, 3]);
    expect(refusals(busy.key)).toEqual(Array.from({ length: 10 }, () => 'rate_limited'));
    expect(refusals(revoked.key)).toEqual(Array.from({ length: 3 }, () => 'revoked_key'));
    expect(refusals(sent.at(3)?.key ?? '')).toEqual(Array.from({ length: 3 }, () => 'invalid_key'));
    const shown = of(busy.key).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(shown.map(({ found }) => found?.history.times)).toEqual(shown.map((_, nth) => nth + 1));
    expect(new Set(shown.map(({ entry, found }) => `${entry.label} ${found?.body}`)).size).toBe(1);
  });

  it.each([
    ['is of another type', (record: string) => store.client.set(record, 'not a hash'), 'WRONGTYPE'],
    ['lacks a field', (record: string) => store.client.hdel(record, 'mode'), 'invalid value'],
  ])('are answered although the record of one key %s', async (_, damage, message) => {
    const [damaged, sound] = await Promise.all([keys.mint({}), keys.mint({ label: 'Sound' })]);
    await damage(names.keyRecord(sha256(damaged.key)));
    const [failed, admitted] = await Promise.allSettled([
      authenticator.authenticate(damaged.key, null, []),
      authenticator.authenticate(sound.key, null, []),
    ]);
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining(message) as string },
    });
    expect(admitted).toMatchObject({ status: 'fulfilled', value: { entry: { label: 'Sound' } } });
  });
});
