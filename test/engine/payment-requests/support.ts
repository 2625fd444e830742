/** Payment requests on a test store. Each application stands for a process; receipts are put where a bank's answers are kept. */
import type { Application } from '../../../src/app.js';
import type { PaymentRequest, PaymentRequestInput, Principal } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { kept } from '../../support/receipts.js';
import type { TestStore } from '../../support/store.js';
import { cacheOf, mintClient, telebirr } from '../support.js';

export const receiver = { provider: 'telebirr', account: '251911000002', name: 'Sara Test Tadesse' };

interface ReceiptFacts {
  provider?: string;
  reference?: string;
  amount?: string;
  currency?: string;
  /** Before now. */
  minutesAgo?: number;
  /** ISO 8601, instead of `minutesAgo`. */
  paidAt?: string | null;
  /** Absent: somebody who pays nothing else. */
  payer?: string;
  to?: { name: string | null; account: string | null; bank?: string | null };
}

/** A receipt that its bank has confirmed before. @returns its reference */
export async function paidReceipt(store: Application['store'], facts: ReceiptFacts = {}): Promise<string> {
  const {
    provider = 'telebirr',
    reference = telebirr(),
    amount = '500.00',
    currency = 'ETB',
    minutesAgo = 5,
  } = facts;
  const { to = { name: 'Sara Test Tadesse', account: '251911000002' } } = facts;
  const { payment, ...rest } = kept(reference);
  const paidAt =
    facts.paidAt === undefined ? new Date(Date.now() - minutesAgo * 60_000).toISOString() : facts.paidAt;
  const target = { provider, reference, qualifier: '', url: '' } as never;
  await cacheOf(store).put('sandbox', target, {
    ...rest,
    payment: {
      ...payment,
      amount,
      currency,
      paidAt,
      payer: { name: facts.payer ?? `Payer ${reference}`, account: null },
      receiver: { bank: null, ...to },
    },
  });
  return reference;
}

export interface Shop {
  principal: Principal;
  account: string;
  key: string;
  request(input?: Partial<PaymentRequestInput>): Promise<PaymentRequest>;
}

/** @param of a key; without one, a new account */
export async function openShop({ engine }: Pick<Application, 'engine'>, of?: string): Promise<Shop> {
  const key = of ?? (await mintClient({ engine } as Application)).key;
  const principal = await engine.admit(key);
  return {
    ...{ principal, account: principal.account, key },
    request: (input = {}) =>
      engine.paymentRequests.create(principal, { amount: '500.00', receivers: [receiver], ...input }),
  };
}

/** The time of a request is over. */
export async function runOut(store: TestStore, account: string, id: string, minutes = 1): Promise<void> {
  await store.client.hset(names.paymentRequest(account, id), 'expiresAt', Date.now() - minutes * 60_000);
}

/** A request is taken up at once, and each of its waiting attempts. */
export async function takeUp(store: TestStore, account: string, id: string): Promise<void> {
  const list = names.paymentAttempts(account, id);
  for (const [attempt, text] of Object.entries(await store.client.hgetall(list))) {
    const { work, ...rest } = JSON.parse(text);
    if (work)
      await store.client.hset(list, attempt, JSON.stringify({ ...rest, work: { ...work, dueAt: 0 } }));
  }
  await store.client.zadd(names.duePaymentRequests(), 0, `${account}/${id}`);
}

/**
 * A receipt that a simulated bank shows, and a request it pays.
 * @param outcome ending of the reference
 */
export async function bankReceipt(application: Application, store: TestStore, shop: Shop, outcome = '') {
  const reference = telebirr(outcome);
  const { payment } = await application.engine.verify(
    { reference },
    { kind: 'admitted', entry: shop.principal },
  );
  // Forgotten, so that the bank is asked again.
  await store.client.del(names.receipt('sandbox', 'telebirr', reference, ''));
  const { account, name, bank } = payment.receiver;
  const input = {
    amount: payment.amount,
    notBefore: payment.paidAt ?? '',
    receivers: [{ provider: bank ?? 'telebirr', account: (account ?? '').replaceAll('*', '0'), name }],
  };
  return { reference, input };
}
