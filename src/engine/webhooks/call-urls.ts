/**
 * Addresses that single calls name (`webhookUrl`). Each is stored as an endpoint that subscribes to nothing and expires after its
 * last delivery, so that a hanging address delays no other. Their deliveries share one log.
 */
import { sha256 } from '#engine/shared/secrets.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { createWebhookSecret } from './signature.js';

/** Stands for all of them, where the id of an endpoint is asked for. */
export const calls = 'calls';
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
 * Adds the delivery of a stored event to the address of a call, once however often it is called.
 * @returns the endpoint that stands for the address. @throws Failure `unavailable`
 */
type AddToUrl = (account: string, url: string, event: string, type: string) => Promise<string>;

/** @param keepMs how long an address is stored after its last delivery was added */
export function createCallUrls(client: Client, keepMs: number, add: AddDelivery): AddToUrl {
  return async (account, url, event, type) => {
    const endpoint = await prepare(client, account, url, keepMs);
    const delivery = `dlv_${sha256(`${event} ${url}`).slice(0, 32)}`;
    const isThere = await orUnavailable(client.exists(names.delivery(account, delivery)));
    if (isThere === 0) await add(account, event, type, endpoint, delivery);
    await list(client, account, delivery, keepMs);
    return endpoint;
  };
}

/** Makes deliveries to an address possible; one that was disabled gets another chance. @returns the endpoint that stands for it */
async function prepare(client: Client, account: string, url: string, keepMs: number): Promise<string> {
  await callSecret(client, account);
  const endpoint = `whu_${sha256(url).slice(0, 32)}`;
  const name = names.webhookEndpoint(account, endpoint);
  await orUnavailable(
    client
      .multi()
      .hset(name, { url, events: '' })
      .hdel(name, 'disabledAt', 'disabledReason', 'failingSince', 'failedAt')
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

/** The endpoint that stands for the address of a delivery; null when it is no longer stored. @throws Failure `unavailable` */
export async function endpointOfDelivery(
  client: Client,
  account: string,
  id: string,
): Promise<string | null> {
  return await orUnavailable(client.hget(names.delivery(account, id), 'endpoint'));
}

/** The secret of the account, made when it is asked for the first time. */
export async function callSecret(client: Client, account: string): Promise<string> {
  const name = names.callWebhookSecret(account);
  const there = await orUnavailable(client.hget(name, 'secret'));
  if (there !== null) return there;
  await orUnavailable(client.hsetnx(name, 'secret', createWebhookSecret()));
  return (await orUnavailable(client.hget(name, 'secret'))) ?? '';
}

/** A new secret; the one before signs beside it until a moment, ms since 1970. */
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
