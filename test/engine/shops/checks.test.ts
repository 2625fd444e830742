/** What saving an account changes in the answers of verifications: for members, and for keys of the same account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { Caller, Verification, VerifyRequest } from '../../../src/engine/index.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openHouse, telebirr } from '../support.js';
import { person } from './support.js';

let store: TestStore;
let house: Application;

beforeAll(async () => {
  store = await openTestStore();
  house = await openHouse(store);
});
afterAll(async () => {
  await house.close();
  await store.close();
});

async function openShop() {
  const { shop, member } = await house.engine.shops.open({
    person: person(),
    name: 'Selam',
    shopName: 'Shop',
  });
  const caller: Caller = { kind: 'member', account: shop.id, member: member.id, name: member.name };
  const ask = (request: VerifyRequest): Promise<Verification> => house.engine.verify(request, caller);
  return { shop: shop.id, owner: member.person, ask };
}

/** The account a sandbox receipt was paid to, with a number that fits its mask. */
function receiverOf({ payment }: Verification) {
  const { name, account, bank } = payment.receiver;
  return { provider: bank ?? 'telebirr', number: (account ?? '').replace(/\*+/, '1234'), holder: name };
}

describe('an answer', () => {
  it('says nothing of the receiver while the shop has saved no account', async () => {
    const { ask } = await openShop();
    expect(await ask({ reference: telebirr() })).not.toHaveProperty('checks');
  });

  it("says whether the money went to the shop's own account: fetched, cached, to members and to keys", async () => {
    const { shop, ask } = await openShop();
    const key = await mintClient(house, { account: shop, mode: 'live' });
    const reference = telebirr();
    const receiver = receiverOf(await ask({ reference }));
    await house.engine.shops.saveAccount(shop, receiver);
    const ok = {
      ok: true,
      receiver: { ok: true, match: expect.any(String), confidence: expect.any(Number) },
    };
    expect((await ask({ reference })).checks).toEqual(ok);
    expect((await key.verify({ reference })).checks).toEqual(ok);
    const [account] = await house.engine.shops.accounts(shop);
    await house.engine.shops.removeAccount(shop, account?.id ?? '');
    await house.engine.shops.saveAccount(shop, { provider: 'telebirr', number: '0900000000' });
    const receiverElse = { ok: false, reason: 'mismatch', match: 'none', confidence: 0 };
    const foreign = { ok: false, receiver: receiverElse };
    expect((await key.verify({ reference })).checks).toEqual(foreign);
    expect((await key.verify({ reference: telebirr() })).checks).toEqual(foreign);
  });

  it('keeps to the receiver the caller names, and adds the rest of what was expected', async () => {
    const { shop, ask } = await openShop();
    await house.engine.shops.saveAccount(shop, { provider: 'telebirr', number: '0900000000' });
    const reference = telebirr();
    const { payment } = await ask({ reference });
    const expectation = { amount: payment.amount, name: payment.receiver.name ?? '' };
    expect((await ask({ reference, expect: expectation })).checks).toMatchObject({
      ok: true,
      receiver: { ok: true, match: 'name' },
    });
    expect((await ask({ reference, expect: { amount: payment.amount } })).checks).toMatchObject({
      ok: false,
      amount: { ok: true },
      receiver: { ok: false },
    });
  });
});

describe('who was shown a receipt first', () => {
  it('is told by the name of now, and by none once the person is forgotten', async () => {
    const { shop, owner, ask } = await openShop();
    const key = await mintClient(house, { account: shop, mode: 'live' });
    const reference = telebirr();
    expect((await ask({ reference })).history).toMatchObject({ times: 1, firstBy: 'Selam' });
    const [member] = await house.engine.shops.members(shop);
    await house.engine.shops.renameMember(shop, member?.id ?? '', 'Selam T.');
    expect((await key.verify({ reference })).history).toMatchObject({ times: 2, firstBy: 'Selam T.' });
    expect((await ask({ reference })).history).toMatchObject({ times: 3, firstBy: 'Selam T.' });
    await house.engine.shops.deleteMe(owner);
    expect((await key.verify({ reference })).history).toMatchObject({
      seenBefore: true,
      times: 4,
      firstBy: '',
    });
  });
});
