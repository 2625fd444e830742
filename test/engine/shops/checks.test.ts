/** What saving an account changes in the answers of verifications: for members, and for keys of the same account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { Caller, Verification, VerifyRequest } from '../../../src/engine/index.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openApplication, telebirr } from '../support.js';
import { person } from './support.js';

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

async function openShop() {
  const { shop, member } = await application.engine.shops.open({
    person: person(),
    name: 'Selam',
    shopName: 'Shop',
  });
  const caller: Caller = { kind: 'member', account: shop.id, member: member.id, name: member.name };
  const ask = (request: VerifyRequest): Promise<Verification> => application.engine.verify(request, caller);
  return { shop: shop.id, owner: member.person, ask };
}

/** The account a sandbox receipt was paid to, with a number that fits its mask. */
function receiverOf({ payment }: Verification) {
  const { name, account, bank } = payment.receiver;
  return { provider: bank ?? 'telebirr', number: (account ?? '').replace(/\*+/, '1234'), holder: name };
}

describe('an answer', () => {
  it('does not check the receiver while the shop has saved no account', async () => {
    const { ask } = await openShop();
    expect(await ask({ reference: telebirr() })).not.toHaveProperty('checks');
  });

  it("says whether the money went to the shop's own account: fetched, cached, to members and to keys", async () => {
    const { shop, ask } = await openShop();
    const key = await mintClient(application, { account: shop, mode: 'live' });
    const reference = telebirr();
    const receiver = receiverOf(await ask({ reference }));
    await application.engine.shops.saveAccount(shop, receiver);
    const ok = {
      ok: true,
      receiver: { ok: true, match: expect.any(String), confidence: expect.any(Number) },
    };
    expect((await ask({ reference })).checks).toEqual(ok);
    expect((await key.verify({ reference })).checks).toEqual(ok);
    const [account] = await application.engine.shops.accounts(shop);
    await application.engine.shops.removeAccount(shop, account?.id ?? '');
    await application.engine.shops.saveAccount(shop, { provider: 'telebirr', number: '0900000000' });
    const receiverElse = { ok: false, reason: 'mismatch', match: 'none', confidence: 0 };
    const foreign = { ok: false, receiver: receiverElse };
    expect((await key.verify({ reference })).checks).toEqual(foreign);
    expect((await key.verify({ reference: telebirr() })).checks).toEqual(foreign);
  });

  it('uses the receiver the caller names, and adds the other expectations', async () => {
    const { shop, ask } = await openShop();
    await application.engine.shops.saveAccount(shop, { provider: 'telebirr', number: '0900000000' });
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

describe('the account that was shown a receipt first', () => {
  it("is shown by its current name, and by none once the person's data is deleted", async () => {
    const { shop, owner, ask } = await openShop();
    const key = await mintClient(application, { account: shop, mode: 'live' });
    const reference = telebirr();
    expect((await ask({ reference })).history).toMatchObject({ times: 1, firstBy: 'Selam' });
    const [member] = await application.engine.shops.members(shop);
    await application.engine.shops.renameMember(shop, member?.id ?? '', 'Selam T.');
    expect((await key.verify({ reference })).history).toMatchObject({ times: 2, firstBy: 'Selam T.' });
    expect((await ask({ reference })).history).toMatchObject({ times: 3, firstBy: 'Selam T.' });
    await application.engine.shops.deleteMe(owner);
    expect((await key.verify({ reference })).history).toMatchObject({
      seenBefore: true,
      times: 4,
      firstBy: '',
    });
  });
});
