/**
 * The `webhookUrl` of single calls. Each address is stored as an endpoint that subscribes to no events and expires after its last
 * delivery, so that a hanging address delays no other. Their deliveries share one log.
 */
import { sha256 } from '#engine/shared/secrets.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { createWebhookSecret } from './signature.js';

/** Names all these addresses together where an endpoint id is expected. */
export const calls = 'calls';
/** Fields that failed attempts set. */
export const failureFields = ['disabledAt', 'disabledReason', 'failingSince', 'failedAt'] as const;
const logMax = 100;

/** Adds a delivery of a stored event to an endpoint. */
type AddDelivery = (
  account: string,
  event: string,
  type: string,
  endpoint: string,
  id: string,
) => Promise<unknown>;

type Client = StoreConnection['client'];

/**
 * Adds the delivery of a stored event to the address of a call. Repeating it has no effect.
 * @returns the endpoint of the address @throws Failure `unavailable`
 */
type AddToUrl = (account: string, url: string, event: string, type: string) => Promise<string>;

/** @param keepMs how long an address is stored after its last delivery was added */
export function createCallUrls(client: Client, keepMs: number, add: AddDelivery): AddToUrl {
  return async (account, url, event, type) => {
    const endpoint = await prepare(client, account, url, keepMs);
    const delivery = `dlv_${sha256(`${event} ${url}`).slice(0, 32)}`;
    const exists = await orUnavailable(client.exists(names.delivery(account, delivery)));
    if (exists === 0) await add(account, event, type, endpoint, delivery);
    await list(client, account, delivery, keepMs);
    return endpoint;
  };
}

/** Stores the endpoint of an address, or enables it again. @returns its id */
async function prepare(client: Client, account: string, url: string, keepMs: number): Promise<string> {
  await callSecret(client, account);
  const endpoint = `whu_${sha256(url).slice(0, 32)}`;
  const name = names.webhookEndpoint(account, endpoint);
  await orUnavailable(
    client
      .multi()
      .hset(name, { url, events: '' })
      .hdel(name, ...failureFields)
      .pexpire(name, keepMs)
      .exec(),
  );
  return endpoint;
}

/** Lists a delivery in the log of all calls. */
async function list(client: Client, account: string, delivery: string, keepMs: number): Promise<void> {
  const log = names.deliveryLog(account, calls);
  await orUnavailable(
    client
      .multi()
      .zadd(log, 'NX', Date.now(), delivery)
      .zremrangebyrank(log, 0, -(logMax + 1))
      .pexpire(log, keepMs)
      .exec(),
  );
}

/** The secret of the account, created on first use. */
export async function callSecret(client: Client, account: string): Promise<string> {
  const name = names.callWebhookSecret(account);
  const existing = await orUnavailable(client.hget(name, 'secret'));
  if (existing !== null) return existing;
  await orUnavailable(client.hsetnx(name, 'secret', createWebhookSecret()));
  return (await orUnavailable(client.hget(name, 'secret'))) ?? '';
}

/** Creates a new secret. @param oldSecretUntil until when the previous one also signs, ms since 1970 */
export async function rotateCallSecret(
  client: Client,
  account: string,
  oldSecretUntil: number,
): Promise<string> {
  const oldSecret = await callSecret(client, account);
  const secret = createWebhookSecret();
  const fields = { secret, oldSecret, oldSecretUntil: `${oldSecretUntil}` };
  await orUnavailable(client.hset(names.callWebhookSecret(account), fields));
  return secret;
}
