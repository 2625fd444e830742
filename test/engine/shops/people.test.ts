/** Who belongs to a shop, from the first word to the removal. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/engine/shared/secrets.js';
import * as names from '../../../src/engine/store/key-names.js';
import { hire, openShop, openShops, person, shopsOn } from './support.js';

const { store, shops } = await openShops();

describe('opening a shop', () => {
  it('makes a Free account, its owner and the settings a shop begins with', async () => {
    const almaz = person();
    const { shop, member } = await shops.open({
      person: almaz,
      name: ' Almaz\u202e\n',
      shopName: 'Almaz  Café',
    });
    expect(shop).toEqual({
      id: expect.stringMatching(/^acc_/),
      name: 'Almaz Café',
      settings: {
        language: 'am',
        tolerance: '0.00',
        maxAgeHours: 24,
        closingTime: null,
        askAmount: false,
        alerts: true,
      },
    });
    expect(member).toMatchObject({ person: almaz, name: 'Almaz', role: 'owner' });
    expect(await store.client.hget(names.account(shop.id), 'plan')).toBe('free');
    expect(await shops.ofPerson(almaz)).toMatchObject({ language: null, current: { shop: { id: shop.id } } });
  });

  it('is limited: the sixth of a month is refused', async () => {
    const eager = person();
    const open = () => shops.open({ person: eager, name: 'E', shopName: 'Shop' });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, open));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'too_many' },
    });
  });

  it('refuses an empty name', async () => {
    await expect(shops.open({ person: person(), name: 'A', shopName: ' \u200b ' })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'shopName',
    });
  });
});

describe('an invitation', () => {
  it('makes one cashier, tells the owners, and is spent', async () => {
    const { shop, owner } = await openShop(shops);
    const { token, expiresAt } = await shops.invite({ shop, by: owner.member.id });
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(86_000_000);
    const selam = person();
    expect(await shops.accept(token, selam, 'ሰላም')).toMatchObject({
      kind: 'joined',
      membership: { shop: { id: shop }, member: { name: 'ሰላም', role: 'cashier' } },
      notify: [owner.member.person],
    });
    expect(await shops.accept(token, selam, 'ሰላም')).toMatchObject({ kind: 'already' });
    expect(await shops.accept(token, person(), 'Dawit')).toEqual({ kind: 'refused', why: 'used' });
  });

  it('admits as many people as it has uses, however many use it at once', async () => {
    const { shop } = await openShop(shops);
    const { token } = await shops.invite({ shop, by: 'owner', uses: 2 });
    const joinings = await Promise.all(Array.from({ length: 8 }, () => shops.accept(token, person(), 'One')));
    expect(joinings.filter(({ kind }) => kind === 'joined')).toHaveLength(2);
    expect(await shops.members(shop)).toHaveLength(4);
  });

  it('is refused when expired or made up', async () => {
    const { shop } = await openShop(shops);
    const late = shopsOn(store, () => Date.now() - 86_400_001);
    const { token } = await late.invite({ shop, by: 'owner' });
    const stranger = person();
    expect(await shops.accept(token, stranger, 'Late')).toEqual({ kind: 'refused', why: 'expired' });
    expect(await shops.accept('made-up', stranger, 'Liar')).toEqual({ kind: 'refused', why: 'unknown' });
    expect((await shops.ofPerson(stranger)).memberships).toEqual([]);
  });

  it('is refused in a shop with a hundred members; those who have left do not count', async () => {
    const { shop } = await openShop(shops);
    const bring = async (count: number) => {
      const { token } = await shops.invite({ shop, by: 'owner', uses: 50 });
      const joining = Array.from({ length: count }, () => shops.accept(token, person(), 'One'));
      return await Promise.all(joining);
    };
    for (let left = 0; left < 300; left += 50) {
      await bring(50);
      const leavers = (await shops.members(shop)).filter(({ name }) => name === 'One');
      await Promise.all(leavers.map(({ id }) => shops.removeMember(shop, id)));
    }
    const joinings = [...(await bring(50)), ...(await bring(49))];
    expect(await shops.members(shop)).toHaveLength(100);
    expect(joinings.filter(({ kind }) => kind !== 'joined')).toEqual([{ kind: 'refused', why: 'full' }]);
  });

  it('is stored as SHA-256 only, and expires', async () => {
    const { shop } = await openShop(shops);
    const { token } = await shops.invite({ shop, by: 'owner' });
    const keys = await store.client.keys('*');
    expect(keys.join()).not.toContain(token);
    expect(await store.client.pttl(names.invitation(shop, sha256(token)))).toBeGreaterThan(0);
    expect(await store.client.pttl(names.invitationShop(sha256(token)))).toBeGreaterThan(0);
  });
});

describe('members', () => {
  it('are listed owners first, renamed, and removed for the very next message', async () => {
    const { shop, owner, cashier } = await openShop(shops);
    await shops.renameMember(shop, cashier.member.id, 'Selam T.');
    expect((await shops.members(shop)).map(({ name, role }) => [name, role])).toEqual([
      ['Almaz', 'owner'],
      ['Selam T.', 'cashier'],
    ]);
    await shops.removeMember(shop, cashier.member.id);
    expect(await shops.ofPerson(cashier.member.person)).toMatchObject({ memberships: [], current: null });
    await expect(shops.removeMember(shop, cashier.member.id)).rejects.toMatchObject({ kind: 'unknown' });
    await expect(shops.removeMember(shop, owner.member.id)).rejects.toMatchObject({ kind: 'last_owner' });
  });

  it('of two owners who remove each other at once, one stays', async () => {
    const { shop, owner } = await openShop(shops);
    const { token } = await shops.invite({ shop, by: owner.member.id, role: 'owner' });
    const joining = await shops.accept(token, person(), 'Bekele');
    if (joining.kind !== 'joined') throw new Error(joining.kind);
    const removals = [owner.member.id, joining.membership.member.id].map((id) =>
      shops.removeMember(shop, id),
    );
    const outcomes = await Promise.allSettled(removals);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await shops.owners(shop)).toHaveLength(1);
  });

  it('of two shops are asked once, and switch', async () => {
    const { owner, shop } = await openShop(shops);
    const other = await openShop(shops);
    const { token } = await shops.invite({ shop: other.shop, by: 'owner' });
    const almaz = owner.member.person;
    await shops.accept(token, almaz, 'Almaz');
    expect(await shops.ofPerson(almaz)).toMatchObject({ current: { shop: { id: other.shop } } });
    await shops.switchShop(almaz, shop);
    expect(await shops.ofPerson(almaz)).toMatchObject({ current: { shop: { id: shop } } });
    expect(await shops.switchShop(almaz, (await openShop(shops)).shop)).toBeNull();
  });

  it('see their shops in the order in which they joined them', async () => {
    const almaz = person();
    const opened: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) opened.push((await openShop(shops)).shop);
    const joined = opened.toReversed();
    for (const [nth, shop] of joined.entries()) {
      const { token } = await shops.invite({ shop, by: 'owner' });
      const then = shopsOn(store, () => Date.now() + nth * 60_000);
      expect(await then.accept(token, almaz, 'Almaz')).toMatchObject({ kind: 'joined' });
    }
    expect((await shops.ofPerson(almaz)).memberships.map(({ shop }) => shop.id)).toEqual(joined);
  });

  it('keep their language', async () => {
    const somebody = person();
    await shops.setLanguage(somebody, 'om');
    expect((await shops.ofPerson(somebody)).language).toBe('om');
    await expect(shops.setLanguage(somebody, 'xx' as 'am')).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('a group', () => {
  it('belongs to one shop, follows its new id, and is released', async () => {
    const { shop } = await openShop(shops);
    const other = await openShop(shops);
    const [old, grown] = ['tg:-11', 'tg:-10011'];
    await shops.bind(old, shop);
    await shops.bind(old, shop);
    await expect(shops.bind(old, other.shop)).rejects.toMatchObject({ kind: 'taken' });
    await shops.migrate(old, grown);
    expect(await shops.shopOfChat(old)).toBe(shop);
    expect(await shops.shopOfChat(grown)).toBe(shop);
    expect(await shops.groups(shop)).toEqual([grown]);
    await shops.unbind(old);
    expect(await shops.shopOfChat(old)).toBeNull();
    expect(await shops.shopOfChat(grown)).toBeNull();
    expect(await shops.groups(shop)).toEqual([]);
  });

  it('keeps the shop that its new id was bound to, and is bound by its old id too', async () => {
    const { shop } = await openShop(shops);
    const other = await openShop(shops);
    for (const [old, grown, before] of [
      ['tg:-12', 'tg:-10012', true],
      ['tg:-13', 'tg:-10013', false],
    ] as const) {
      if (before) await shops.bind(old, other.shop);
      else await shops.migrate(old, grown);
      await shops.bind(before ? grown : old, shop);
      await shops.migrate(old, grown);
      for (const id of [old, grown]) expect(await shops.shopOfChat(id)).toBe(shop);
    }
    expect(await shops.groups(shop)).toEqual(['tg:-10012', 'tg:-10013']);
    expect(await shops.groups(other.shop)).toEqual([]);
  });
});

it('a group that another shop has just bound stays bound when the first one lets it go', async () => {
  const [first, second] = [await openShop(shops), await openShop(shops)];
  const chat = 'tg:-42';
  await shops.bind(chat, first.shop);
  const slow = new Proxy(store.client, {
    get(client, name) {
      const method: unknown = Reflect.get(client, name, client);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        const reply: unknown = await method.apply(client, args);
        if (name !== 'get') return reply;
        await shops.unbind(chat);
        await shops.bind(chat, second.shop);
        return reply;
      };
    },
  });
  await shopsOn({ client: slow }).unbind(chat);
  expect(await shops.shopOfChat(chat)).toBe(second.shop);
  expect(await shops.groups(second.shop)).toEqual([chat]);
});

describe('accounts and settings', () => {
  it('saves no more than 20 accounts, and each once, also when several are saved at once', async () => {
    const { shop } = await openShop(shops);
    const save = (nth: number) =>
      shops.saveAccount(shop, { provider: 'cbe', number: String(1_000_000_000_000 + nth) });
    for (let nth = 0; nth < 16; nth += 1) await save(nth);
    await Promise.allSettled([20, 20, 21, 22, 23, 24, 25].map(save));
    const saved = await shops.accounts(shop);
    expect(saved).toHaveLength(20);
    expect(new Set(saved.map(({ lastFour }) => lastFour)).size).toBe(20);
    await expect(save(30)).rejects.toMatchObject({ kind: 'too_many' });
  });

  it('shows the last four digits of a saved account, and gives whole numbers only for its bank', async () => {
    const { shop } = await openShop(shops);
    const saved = await shops.saveAccount(shop, {
      provider: 'CBE',
      number: '1000 0000 00012',
      holder: 'Almaz',
    });
    expect(saved).toEqual({ id: saved.id, provider: 'cbe', lastFour: '0012', holder: 'Almaz' });
    await shops.saveAccount(shop, { provider: 'cbe', number: '1000000000012', holder: 'Almaz Bekele' });
    const shown = await shops.accounts(shop);
    expect(shown.map(({ provider, holder }) => [provider, holder])).toEqual([
      ['cbe', 'Almaz Bekele'],
      ['telebirr', 'Almaz Test Bekele'],
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/\d{5}/);
    expect(await shops.numbers(shop, 'cbe')).toEqual(['1000000000012']);
    expect(await shops.removeAccount(shop, saved.id)).toBe(true);
    expect(await shops.removeAccount(shop, saved.id)).toBe(false);
  });

  it('are not tried at a bank whose receipts open with the account of the payer: it would deny the payment', async () => {
    const { shop } = await openShop(shops);
    await shops.saveAccount(shop, { provider: 'boa', number: '1000000000012' });
    expect((await shops.accounts(shop)).map(({ provider }) => provider)).toContain('boa');
    expect(await shops.numbers(shop, 'boa')).toEqual([]);
    expect(await shops.numbers(shop, 'Bank of Abyssinia')).toEqual([]);
  });

  it.each(['12', 'none', '<b>12345</b>', '1'.repeat(40)])('does not take %s for a number', async (number) => {
    const { shop } = await openShop(shops);
    await expect(shops.saveAccount(shop, { provider: 'cbe', number })).rejects.toMatchObject({
      field: 'number',
    });
  });

  it('keeps settings one by one, and refuses what makes no sense', async () => {
    const { shop } = await openShop(shops);
    await shops.set(shop, { tolerance: '1,000', maxAgeHours: 48 });
    await shops.set(shop, { closingTime: '9:05', language: 'en' });
    const settings = {
      language: 'en',
      tolerance: '1000.00',
      maxAgeHours: 48,
      closingTime: '09:05',
      askAmount: false,
      alerts: true,
    };
    expect((await shops.get(shop)).settings).toEqual(settings);
    for (const change of [
      { tolerance: '-1' },
      { maxAgeHours: 0 },
      { maxAgeHours: 9000 },
      { closingTime: '25:00' },
    ]) {
      await expect(shops.set(shop, change)).rejects.toMatchObject({ field: Object.keys(change)[0] });
    }
    expect((await shops.get(shop)).settings).toEqual(settings);
    expect(await shops.rename(shop, 'New Café')).toMatchObject({ name: 'New Café', settings });
    await expect(shops.get('acc_nobody')).rejects.toMatchObject({ kind: 'unknown' });
  });

  it('serves several shops of one person apart', async () => {
    const { shop } = await openShop(shops);
    const other = await openShop(shops);
    await hire(shops, other.shop, 'Dawit');
    expect(await shops.members(shop)).toHaveLength(2);
    expect(await shops.members(other.shop)).toHaveLength(3);
  });
});
