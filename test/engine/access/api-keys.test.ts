import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountStore, createAccounts } from '../../../src/engine/access/accounts.js';
import { createKeys } from '../../../src/engine/access/api-keys.js';
import type { ApiKeys } from '../../../src/engine/api/index.js';
import { openTestStore, type TestStore } from '../../support/store.js';

let store: TestStore;
let accounts: AccountStore;
let keys: ApiKeys;

beforeAll(async () => {
  store = await openTestStore();
  accounts = createAccounts(store, 'https://deresegn.example', Date.now);
  keys = createKeys(store, accounts, Date.now);
});
afterAll(() => store.close());

describe('minting', () => {
  it('opens a Free account and a live key unless told otherwise', async () => {
    const minted = await keys.mint({});
    expect(minted.key).toMatch(/^vk_live_[0-9A-Za-z]{32}$/);
    expect(minted).toMatchObject({
      prefix: minted.key.slice(0, 14),
      mode: 'live',
      plan: 'free',
      rate: 60,
      cap: 200,
      reads: 200,
    });
    expect(await accounts.get(minted.account)).toMatchObject({ plan: 'free', overage: false, keys: 1 });
  });

  it('shows the figures in force: those of the plan, or of the Enterprise contract', async () => {
    expect(await keys.mint({ plan: 'shop' })).toMatchObject({ cap: 2000, reads: 1000 });
    expect(await keys.mint({ plan: 'enterprise' })).toMatchObject({ cap: null, reads: null });
    expect(await keys.mint({ plan: 'enterprise', cap: 3, reads: 0 })).toMatchObject({ cap: 3, reads: 0 });
  });

  it('takes a cap or reads of its own on Enterprise alone', async () => {
    const before = (await accounts.list()).length;
    await expect(keys.mint({ plan: 'scale', cap: 5 })).rejects.toMatchObject({ kind: 'usage' });
    expect(await accounts.list()).toHaveLength(before);
    const { prefix } = await keys.mint({});
    await expect(keys.set(prefix, { reads: 5 })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('adds a key to an account that is there, and to no other', async () => {
    const { account } = await keys.mint({ plan: 'developer' });
    expect(await keys.mint({ account })).toMatchObject({ account, plan: 'developer' });
    expect(await keys.list(account)).toHaveLength(2);
    await expect(keys.mint({ account: 'acc_nobody' })).rejects.toMatchObject({ kind: 'unknown' });
    await expect(keys.mint({ account, plan: 'free' })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('takes no name or label that turns the direction of the text behind it', async () => {
    for (const mark of ['\u202e', '\u2066', '\u200f', '\n']) {
      await expect(keys.mint({ label: `Till${mark}1` })).rejects.toMatchObject({ kind: 'usage' });
      await expect(keys.mint({ name: `Shop${mark}` })).rejects.toMatchObject({ kind: 'usage' });
    }
  });

  it('never gives two keys one prefix', async () => {
    const minted = await Promise.all(Array.from({ length: 50 }, () => keys.mint({})));
    expect(new Set(minted.map(({ prefix }) => prefix)).size).toBe(50);
  });
});

describe('a crash while a key is minted', () => {
  it.each(['setnx', 'sadd', 'hset'] as const)(
    'after %s leaves no key that works and is in no list',
    async (last) => {
      const { account } = await keys.mint({});
      const crashing = new Proxy(store.client, {
        get(client, name) {
          const method: unknown = Reflect.get(client, name, client);
          if (typeof method !== 'function') return method;
          return async (...args: unknown[]) => {
            const reply: unknown = await method.apply(client, args);
            if (name === last) throw new Error('crashed');
            return reply;
          };
        },
      });
      const dying = createKeys({ client: crashing }, accounts, Date.now);
      await expect(dying.mint({ account, label: 'half' })).rejects.toMatchObject({ failure: 'unavailable' });

      const listed = (await keys.list(account)).map(({ label }) => label);
      const { client } = store;
      const records = await Promise.all((await client.keys('{k:*}')).map((name) => client.hgetall(name)));
      const working = records.filter((record) => record.account === account).map(({ label }) => label);
      expect(listed.toSorted()).toEqual(working.toSorted());
    },
  );
});

describe('a key that is there', () => {
  it('is changed and revoked by its prefix', async () => {
    const { prefix } = await keys.mint({ plan: 'enterprise' });
    expect(await keys.set(prefix, { rate: 600, cap: 10 })).toMatchObject({ rate: 600, cap: 10, reads: null });
    expect((await keys.revoke(prefix)).revokedAt).toMatch(/^\d{4}-/);
    await expect(keys.revoke('vk_live_nobody')).rejects.toMatchObject({ kind: 'unknown' });
  });

  it('stays revoked since the first time it was', async () => {
    const { prefix } = await keys.mint({});
    const { revokedAt } = await keys.revoke(prefix);
    expect((await keys.revoke(prefix)).revokedAt).toBe(revokedAt);
  });
});

describe('an account', () => {
  it('changes plan for all its keys at once', async () => {
    const { account, prefix } = await keys.mint({ plan: 'enterprise', cap: 3 });
    await accounts.set(account, { plan: 'scale' });
    expect(await keys.list(account)).toMatchObject([{ prefix, plan: 'scale', cap: 150_000 }]);
  });

  it('takes overage only where the plan offers it, and loses it with the plan', async () => {
    const { account } = await keys.mint({ plan: 'shop' });
    await expect(accounts.set(account, { overage: true })).rejects.toMatchObject({ kind: 'usage' });
    await accounts.set(account, { plan: 'developer', overage: true });
    expect(await accounts.get(account)).toMatchObject({ overage: true });
    expect(await accounts.set(account, { plan: 'free' })).toMatchObject({ overage: false });
  });

  it('loses neither of a plan and an overage that are changed at once', async () => {
    const { account } = await keys.mint({ plan: 'developer' });
    await Promise.all([
      accounts.set(account, { overage: true }),
      accounts.set(account, { plan: 'scale' }),
      accounts.set(account, {}),
    ]);
    expect(await accounts.get(account)).toMatchObject({ plan: 'scale', overage: true });
  });

  it('does not buy overage again by itself when its plan offers it again', async () => {
    const { account } = await keys.mint({ plan: 'developer' });
    await Promise.all([accounts.set(account, { plan: 'free' }), accounts.set(account, { overage: true })]);
    expect(await accounts.get(account)).toMatchObject({ plan: 'free', overage: false });
    expect(await accounts.set(account, { plan: 'developer' })).toMatchObject({ overage: false });
  });

  it('gets a sign-in link for ten minutes that holds nothing but a random token', async () => {
    const { account } = await keys.mint({});
    const { url, expiresAt } = await accounts.loginLink(account);
    expect(url).toMatch(/^https:\/\/deresegn\.example\/dashboard\/login\?token=[\w-]{43}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
    await expect(accounts.loginLink('acc_nobody')).rejects.toMatchObject({ kind: 'unknown' });
  });
});
