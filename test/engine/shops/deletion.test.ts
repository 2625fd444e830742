/** Being forgotten: what goes is gone, and what is left is said. */
import { describe, expect, it } from 'vitest';
import { createAccounts } from '../../../src/engine/access/accounts.js';
import { createKeys } from '../../../src/engine/access/api-keys.js';
import * as names from '../../../src/engine/store/key-names.js';
import { hire, message, openShop, openShops, paid, person } from './support.js';

const { store, shops } = await openShops();

/** Everything in the store, as one text. */
async function wholeStore(): Promise<string> {
  const { client } = store;
  const read = async (key: string) => {
    switch (await client.type(key)) {
      case 'hash':
        return JSON.stringify(await client.hgetall(key));
      case 'set':
        return JSON.stringify(await client.smembers(key));
      case 'zset':
        return JSON.stringify(await client.zrange(key, 0, -1));
      default:
        return (await client.get(key)) ?? '';
    }
  };
  const keys = await client.keys('*');
  return (await Promise.all(keys.map(async (key) => `${key} ${await read(key)}`))).join('\n');
}

describe('a cashier whose data is deleted', () => {
  it('leaves ledger entries without a name, and nothing else', async () => {
    const { shop } = await openShop(shops);
    const gone = await hire(shops, shop, 'Zelekash');
    const who = gone.member.person;
    await shops.setLanguage(who, 'om');
    // A private chat is called like the person.
    const handIn = { shop, member: gone.member.id, paid: paid(), message: message(who) };
    await shops.submitReceipt(handIn);
    expect(await shops.submitReceipt(handIn)).toMatchObject({ repeated: true });
    await shops.recordUnverified({ shop, member: gone.member.id, why: 'x', message: message(who) });
    expect(await wholeStore()).toContain('Zelekash');
    expect(await shops.deletion(who)).toMatchObject({ leaves: [{ id: shop }], closes: [] });
    expect(await shops.deleteMe(who)).toMatchObject({
      leaves: [{ id: shop }],
      remains: ['book', 'requests'],
    });
    const left = await wholeStore();
    expect(left).not.toContain('Zelekash');
    expect(left.split('\n').filter((line) => new RegExp(`${who}\\b`).test(line))).toEqual([]);
    expect(await shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: null, count: 1 }] });
    expect(await shops.ofPerson(who)).toMatchObject({ language: null, memberships: [], current: null });
  });

  it('is deleted also after having been removed from the shop', async () => {
    const { shop } = await openShop(shops);
    const gone = await hire(shops, shop, 'Worknesh');
    await shops.removeMember(shop, gone.member.id);
    expect(await wholeStore()).toContain('Worknesh');
    expect(await shops.deleteMe(gone.member.person)).toMatchObject({
      leaves: [],
      remains: ['book', 'requests'],
    });
    expect(await wholeStore()).not.toContain('Worknesh');
  });
});

describe('an owner whose data is deleted', () => {
  it('closes a shop that has no other owner: ledger, members, accounts and groups', async () => {
    const almaz = person();
    const { shop } = await shops.open({ person: almaz, name: 'Almaz', shopName: 'Zufan Café' });
    await shops.saveAccount(shop.id, { provider: 'cbe', number: '1000000077777' });
    await shops.set(shop.id, { closingTime: '20:00' });
    await shops.bind('tg:-777', shop.id);
    const cashier = await hire(shops, shop.id, 'Tsehay');
    const { token } = await shops.invite({ shop: shop.id, by: 'owner' });
    const payer = { name: 'Payer Uniquename', account: null };
    await shops.submitReceipt({
      shop: shop.id,
      member: cashier.member.id,
      paid: paid({ payer }),
      message: message(),
    });
    await shops.recordUnverified({
      shop: shop.id,
      member: cashier.member.id,
      why: 'x',
      message: message('tg:-777'),
    });
    expect(await shops.report(shop.id, 'month')).toMatchObject({ unresolved: 1 });
    const totals = names.bookTotals(shop.id, await shops.today(shop.id));
    expect(await store.client.exists(totals)).toBe(1);

    expect(await shops.deletion(almaz)).toMatchObject({ leaves: [], closes: [{ id: shop.id }] });
    expect(await shops.deleteMe(almaz)).toMatchObject({
      closes: [{ name: 'Zufan Café' }],
      remains: ['requests', 'openings', 'account'],
    });
    const left = await wholeStore();
    for (const secret of ['Zufan', 'Tsehay', 'Uniquename', '1000000077777', 'tg:-777']) {
      expect(left).not.toContain(secret);
    }
    expect(await store.client.exists(totals)).toBe(0);
    expect((await shops.ofPerson(cashier.member.person)).memberships).toEqual([]);
    expect(await shops.accept(token, person(), 'Late')).toEqual({ kind: 'refused', why: 'unknown' });
    await expect(shops.get(shop.id)).rejects.toMatchObject({ kind: 'unknown' });
  });

  it('leaves one that has another owner', async () => {
    const { shop, owner } = await openShop(shops);
    const { token } = await shops.invite({ shop, by: owner.member.id, role: 'owner' });
    await shops.accept(token, person(), 'Bekele');
    expect(await shops.deleteMe(owner.member.person)).toMatchObject({ leaves: [{ id: shop }], closes: [] });
    expect((await shops.members(shop)).filter(({ role }) => role === 'owner')).toMatchObject([
      { name: 'Bekele' },
    ]);
  });

  it('of two who go at once, the last ends the shop', async () => {
    const { shop, owner } = await openShop(shops);
    const { token } = await shops.invite({ shop, by: owner.member.id, role: 'owner' });
    const bekele = person();
    await shops.accept(token, bekele, 'Bekele');
    const ends = await Promise.all([owner.member.person, bekele].map((one) => shops.deleteMe(one)));
    expect(ends.flatMap(({ closes }) => closes)).toHaveLength(1);
    await expect(shops.get(shop)).rejects.toMatchObject({ kind: 'unknown' });
  });

  it('gets told that keys of the account keep working', async () => {
    const { shop, owner } = await openShop(shops);
    const keys = createKeys(store, createAccounts(store, 'https://deresegn.example', Date.now), Date.now);
    await keys.mint({ account: shop });
    const { remains } = await shops.deleteMe(owner.member.person);
    expect(remains).toEqual(['requests', 'openings', 'account', 'keys']);
  });

  it('can finish what was interrupted', async () => {
    const { shop, owner } = await openShop(shops);
    await store.client.del(`{a:${shop}}:shop`);
    expect(await shops.deleteMe(owner.member.person)).toMatchObject({ closes: [{ id: shop }] });
    expect(await store.client.exists(`{a:${shop}}:staff`)).toBe(0);
  });
});

it('does nothing for an unknown person', async () => {
  expect(await shops.deleteMe(person())).toEqual({ leaves: [], closes: [], remains: [] });
});
