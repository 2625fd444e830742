/** A shop's life on the stores that are not a single Redis: the embedded one, and a cluster of three nodes. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/engine/store/connection/connect.js';
import { startEmbedded } from '../../../src/engine/store/connection/embedded.js';
import type { StoreConnection } from '../../../src/engine/store/types.js';
import { startTestCluster } from '../../support/cluster.js';
import { testLog } from '../../support/log.js';
import { temporaryDirectory } from '../../support/redis.js';
import { mintClient, openApplication, telebirr } from '../support.js';
import { hire, message, openShop, paid, person, shopsOn } from './support.js';

async function connect(redisUrl: string): Promise<StoreConnection> {
  const store = await openStore({ redisUrl, dataDir: 'unused', production: false, log: testLog() });
  onTestFinished(() => store.close());
  return store;
}

async function embedded(): Promise<string> {
  const directory = await temporaryDirectory();
  const path = join(directory, 'redis.sock');
  const server = await startEmbedded(path, () => {});
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  return `unix://${path}`;
}

async function cluster(): Promise<string> {
  const { url, close } = await startTestCluster();
  onTestFinished(close);
  return url;
}

/** From the opening to the end, with everything in between that runs in a script or touches several keys. */
async function live(store: StoreConnection): Promise<void> {
  const shops = shopsOn(store);
  const { shop, owner, cashier } = await openShop(shops);
  const colleagues = await Promise.all(
    Array.from({ length: 5 }, (_, nth) => hire(shops, shop, `Cashier ${nth}`)),
  );
  const receipt = paid();
  const answers = await Promise.all(
    colleagues.map(({ member }) =>
      shops.submitReceipt({ shop, member: member.id, paid: receipt, message: message() }),
    ),
  );
  expect(answers.map(({ answer }) => answer).sort()).toEqual(['accept', 'look', 'look', 'look', 'look']);

  const member = cashier.member.id;
  await shops.recordUnverified({
    shop,
    member,
    provider: 'telebirr',
    reference: 'DKK4A1HANG',
    why: 'x',
    message: message(),
  });
  const { id } = await shops.submitReceipt({ shop, member, paid: paid(), expected: 600, message: message() });
  await shops.acceptOverride(shop, id, owner.member.id, message());
  expect(await shops.day(shop)).toMatchObject({
    count: 2,
    total: '1000.00',
    unresolved: [{ reference: 'DKK4A1HANG', by: 'Selam' }],
  });
  expect((await shops.history(shop, '500')).rows).toHaveLength(2);

  await shops.set(shop, { closingTime: '20:00' });
  expect(await shops.claimDailySummaries()).toEqual([]);
  expect(await shops.claimNotice(shop, 'quota')).toBe(true);
  await shops.bind('tg:-1', shop);
  await shops.migrate('tg:-1', 'tg:-1001');
  await shops.removeMember(shop, member);
  expect(await shops.deleteMe(owner.member.person)).toMatchObject({ closes: [{ id: shop }] });
  expect(await shops.shopOfChat('tg:-1001')).toBeNull();
  expect((await shops.ofPerson(owner.member.person)).memberships).toEqual([]);
}

/** What saving an account changes in answers, on a store that may have receipts and accounts on different nodes. */
async function verify(url: string): Promise<void> {
  const application = await openApplication({ url });
  onTestFinished(() => application.close());
  const { shops } = application.engine;
  const { shop } = await shops.open({ person: person(), name: 'Almaz', shopName: 'Shop' });
  const client = await mintClient(application, { account: shop.id, mode: 'live' });
  const reference = telebirr();
  expect(await client.verify({ reference })).not.toHaveProperty('checks');
  await shops.saveAccount(shop.id, { provider: 'telebirr', number: '0900000000' });
  const foreign = { ok: false, receiver: { ok: false, match: 'none' } };
  expect(await client.verify({ reference })).toMatchObject({
    cached: true,
    checks: foreign,
    history: { times: 2 },
  });
  expect(await client.verify({ reference: telebirr() })).toMatchObject({ cached: false, checks: foreign });
}

it('runs on the embedded store', async () => {
  const url = await embedded();
  await live(await connect(url));
  await verify(url);
});

// Where there is no redis-server there is no cluster of them.
it('runs on a Redis Cluster', { tags: ['needs-redis-server'] }, async () => {
  const url = await cluster();
  const store = await connect(url);
  expect(store.cluster).toBe(true);
  await live(store);
  await verify(url);
});
