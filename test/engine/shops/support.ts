/** Shops on a store, without the rest of the engine. Every script is held to keys of one hash tag, as a cluster does. */
import { afterAll } from 'vitest';
import { createAccounts } from '../../../src/engine/access/accounts.js';
import type { MessageRef, ReceiptSubmission, VerifiedPayment } from '../../../src/engine/api/ledger.js';
import type { Membership, Shops } from '../../../src/engine/api/shops.js';
import { createBanks } from '../../../src/engine/shared/banks.js';
import type { ShopContext } from '../../../src/engine/shops/context.js';
import { createShops } from '../../../src/engine/shops/index.js';
import { bookEntry, nameOfEntry } from '../../../src/engine/shops/ledger/rows.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts, type Scripts } from '../../../src/engine/store/scripts.js';
import type { StoreConnection } from '../../../src/engine/store/types.js';
import type { Payment } from '../../../src/providers/types.js';
import { openTestStore } from '../../support/store.js';

export const timeZone = 'Africa/Addis_Ababa';

export const banks = createBanks([
  { key: 'telebirr', name: 'Telebirr' },
  { key: 'cbe', name: 'Commercial Bank of Ethiopia' },
  { key: 'cbebirr', name: 'CBE Birr' },
  { key: 'boa', name: 'Bank of Abyssinia', payersAccount: true },
  { key: 'dashen', name: 'Dashen Bank' },
  { key: 'oromia', name: 'Oromia Bank' },
]);

/** The store of a test file, and shops as two processes of one service have them. */
export async function openShops() {
  const store = await openTestStore();
  afterAll(() => store.close());
  return { store, shops: shopsOn(store), others: shopsOn(store) };
}

export function shopsOn(store: Pick<StoreConnection, 'client'>, now: () => number = Date.now): Shops {
  return createShops(partsOn(store, now));
}

export function partsOn(store: Pick<StoreConnection, 'client'>, now: () => number = Date.now): ShopContext {
  const accounts = createAccounts(store, 'https://deresegn.example', now);
  return { store, scripts: oneTag(loadScripts(store.client)), accounts, banks, timeZone, now };
}

function oneTag(scripts: Scripts): Scripts {
  return {
    run(name, keys, args) {
      const tags = new Set(keys.map((key) => /\{([^}]+)\}/.exec(key)?.[1]));
      if (tags.size > 1) throw new Error(`${name} is given keys of ${tags.size} places`);
      return scripts.run(name, keys, args);
    },
  };
}

let drawn = 0;
const draw = () => ++drawn;

export const person = () => `tg:${draw()}`;

/** A shop with a telebirr account, its owner and a cashier. */
export async function openShop(
  shops: Shops,
): Promise<{ shop: string; owner: Membership; cashier: Membership }> {
  const owner = await shops.open({ person: person(), name: 'Almaz', shopName: 'Almaz Café' });
  const shop = owner.shop.id;
  await shops.saveAccount(shop, { provider: 'telebirr', number: '0911223344', holder: 'Almaz Test Bekele' });
  return { shop, owner, cashier: await hire(shops, shop, 'Selam') };
}

export async function hire(shops: Shops, shop: string, name: string): Promise<Membership> {
  const { token } = await shops.invite({ shop, by: 'owner' });
  const joining = await shops.accept(token, person(), name);
  if (joining.kind !== 'joined') throw new Error(`${name} was ${joining.kind}`);
  return joining.membership;
}

/** A payment to the account of `openShop`, five minutes ago. */
export function paid(change: Partial<Payment> = {}, providerKey = 'telebirr'): VerifiedPayment {
  const reference = change.reference ?? `DKK${draw().toString().padStart(7, '0')}`;
  const payment: Payment = {
    amount: '500.00',
    currency: 'ETB',
    fee: null,
    vat: null,
    total: null,
    payer: { name: 'Abebe Test Kebede', account: '2519****0001' },
    receiver: { name: 'Almaz Test Bekele', account: '2519****3344', bank: null },
    status: 'settled',
    paidAt: new Date(Date.now() - 300_000).toISOString(),
    reason: null,
    channel: null,
    ...change,
    reference,
  };
  return { providerKey, reference, livemode: false, payment, receipt: { source: `${providerKey}-html` } };
}

/** A shop with two cashiers, who submit new receipts unless told which. */
export async function openCounter(shops: Shops) {
  const { shop, owner, cashier } = await openShop(shops);
  const selam = cashier.member.id;
  const dawit = (await hire(shops, shop, 'Dawit')).member.id;
  const handIn = (change: Partial<ReceiptSubmission> = {}, at = shops) =>
    at.submitReceipt({ shop, member: selam, paid: paid(), message: message(), ...change });
  return { shop, owner: owner.member.id, selam, dawit, handIn };
}

export function message(chat = 'tg:-100'): MessageRef {
  const id = String(draw());
  return { chat, message: id, link: `https://t.me/c/100/${id}` };
}

/** Moves a line of the book to another day, as if it had been written then. */
export async function redate(
  store: Pick<StoreConnection, 'client'>,
  shop: string,
  id: string,
  date: string,
): Promise<void> {
  await redateEntry(store, shop, bookEntry(id), date);
}

/** The same for any entry of the book; nothing when there is none. */
export async function redateEntry(
  { client }: Pick<StoreConnection, 'client'>,
  shop: string,
  entry: string,
  date: string,
): Promise<void> {
  const key = nameOfEntry(shop, entry);
  const before = await client.hget(key, 'day');
  if (before === null) return;
  await client.hset(key, 'day', date);
  await client.zadd(names.bookDay(shop, date), Date.parse(date), entry);
  await client.del(names.bookTotals(shop, before), names.bookTotals(shop, date));
}
