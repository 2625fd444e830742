/** Payment requests as a program of each client is asked to make and pay them, and what becomes of them. */
import { expect } from 'vitest';
import * as names from '../../src/engine/store/key-names.js';
import { runOut } from '../engine/payment-requests/support.js';
import { code } from '../extractor/pictures.js';
import { openEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { openTestStore } from '../support/store.js';
import { sandboxOrder } from './support.js';

export const paying = sandboxOrder('7T1Z');
export const pictured = sandboxOrder('7U1Z');
export const notBefore = '2026-11-01T00:00:00Z';

export interface Given {
  url: string;
  key: string;
  /** Of a request whose time is over. */
  expired: string;
  /** A picture of the second receipt, base64. */
  picture: string;
}

export interface Shops {
  /** An account of its own: a receipt pays one request of an account. */
  open(): Promise<Given>;
  close(): Promise<void>;
}

/** What each program says of the same steps. */
export const expected = {
  twice: true,
  gone: ['not_verified', 'not_found', 'open'],
  paid: ['paid', 'paid', '0.00'],
  used: ['used', 'open'],
  review: ['review', 'review', 'over'],
  refused: 'open',
  accepted: 'paid',
  canceled: 'canceled',
  expired: 'expired',
  listed: ['paid', false],
  unknown: 'not_found',
};

/** The whole service, which listens. */
export async function openShops(): Promise<Shops> {
  const store = await openTestStore();
  const environment = await openEnvironment({}, { url: store.url, close: async () => undefined });
  const url = await listen(environment);
  const { engine } = environment;
  engine.startRecovery();

  async function open(): Promise<Given> {
    const { key, account } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    const receivers = [{ provider: 'telebirr', account: paying.order.account }];
    const caller = await engine.admit(key);
    const { id } = await engine.paymentRequests.create(caller, { amount: 5, receivers });
    await runOut(store, account, id);
    await store.client.zadd(names.duePaymentRequests(), 0, `${account}/${id}`);
    await expect.poll(async () => (await engine.paymentRequests.get(account, id)).status).toBe('expired');
    const { resolvedUrl } = (
      await environment.post(key, { reference: pictured.reference }, '/api/resolve')
    ).json();
    return { url, key, expired: id, picture: (await code(resolvedUrl, 8)).toString('base64') };
  }

  async function close(): Promise<void> {
    await environment.close();
    await store.close();
  }

  return { open, close };
}
