/** The holder of an account rules over its own keys, and over nothing else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let application: Application;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
});

afterAll(async () => {
  await application.close();
  await store.close();
});

it('mints a key that works at once, at the ordinary rate, and revokes it at once', async () => {
  const { account } = await mintClient(application);
  const holder = application.engine.accountOwner(account);
  const minted = await holder.mint({ label: '  Till\u200b 2 ', mode: 'test' });
  expect(minted).toMatchObject({ account, label: 'Till 2', mode: 'test', rate: 60, plan: 'free', cap: 200 });
  const caller = { kind: 'key', key: minted.key } as const;
  const answer = await application.engine.verify({ reference: telebirr() }, caller);
  expect(answer.history?.firstBy).toBe('Till 2');
  await holder.revoke(minted.prefix);
  await expect(application.engine.verify({ reference: telebirr() }, caller)).rejects.toMatchObject({
    failure: 'revoked_key',
  });
  expect((await holder.keys()).find(({ prefix }) => prefix === minted.prefix)?.revokedAt).not.toBeNull();
});

it('reaches no key of another account', async () => {
  const [mine, theirs] = await Promise.all([mintClient(application), mintClient(application)]);
  const holder = application.engine.accountOwner(mine.account);
  await expect(holder.revoke(theirs.prefix)).rejects.toMatchObject({ kind: 'unknown' });
  await expect(holder.relabel(theirs.prefix, 'Mine now')).rejects.toMatchObject({ kind: 'unknown' });
  expect((await holder.keys()).map(({ prefix }) => prefix)).toEqual([mine.prefix]);
  expect(await application.engine.keys.get(theirs.prefix)).toMatchObject({ revokedAt: null });
});

it('renames a key: one line, 1 to 64 characters', async () => {
  const { account, prefix } = await mintClient(application);
  const holder = application.engine.accountOwner(account);
  expect((await holder.relabel(prefix, 'ሱቅ\n1')).label).toBe('ሱቅ 1');
  expect((await holder.relabel(prefix, 'x'.repeat(500))).label).toHaveLength(64);
  await expect(holder.relabel(prefix, ' \u200b ')).rejects.toMatchObject({ kind: 'label' });
});

it('has overage where the plan offers it, off until asked for', async () => {
  const free = application.engine.accountOwner((await mintClient(application)).account);
  await expect(free.setOverage(true)).rejects.toMatchObject({ kind: 'no_overage' });
  const { account } = await mintClient(application, { plan: 'developer' });
  expect((await application.engine.accounts.get(account)).overage).toBe(false);
  expect((await application.engine.accountOwner(account).setOverage(true)).overage).toBe(true);
  expect((await application.engine.accountOwner(account).setOverage(false)).overage).toBe(false);
});

it('has at most 50 active keys, also when two are minted at once', async () => {
  const { account } = await mintClient(application);
  const holder = application.engine.accountOwner(account);
  for (let nth = 1; nth < 49; nth += 1) await application.engine.keys.mint({ account });
  await Promise.allSettled(Array.from({ length: 4 }, () => holder.mint({ label: 'more', mode: 'test' })));
  const working = async () => (await holder.keys()).filter(({ revokedAt }) => revokedAt === null).length;
  expect(await working()).toBeLessThanOrEqual(50);
  while ((await working()) < 50) await holder.mint({ label: 'more', mode: 'test' });
  await expect(holder.mint({ label: 'more', mode: 'test' })).rejects.toMatchObject({ kind: 'too_many' });
});

it('cannot avoid the contract of an Enterprise key, not even after it is revoked', async () => {
  const { account, prefix } = await mintClient(application, { plan: 'enterprise', cap: 10 });
  const holder = application.engine.accountOwner(account);
  await expect(holder.mint({ label: 'more', mode: 'live' })).rejects.toMatchObject({ kind: 'contract' });
  await holder.revoke(prefix);
  await expect(holder.mint({ label: 'more', mode: 'live' })).rejects.toMatchObject({ kind: 'contract' });
});

it('has at most 50 keys that work', async () => {
  const { account, prefix } = await mintClient(application);
  const holder = application.engine.accountOwner(account);
  for (let nth = 1; nth < 50; nth += 1) await application.engine.keys.mint({ account });
  await expect(holder.mint({ label: 'one more', mode: 'test' })).rejects.toMatchObject({ kind: 'too_many' });
  await holder.revoke(prefix);
  await expect(holder.mint({ label: 'one more', mode: 'test' })).resolves.toMatchObject({
    label: 'one more',
  });
});
