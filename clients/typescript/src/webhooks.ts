/** Signatures of webhooks: https://www.standardwebhooks.com. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventType } from './collections.js';
import { MisuseError, WebhookError } from './errors.js';
import type { PaymentRequest } from './payment-requests.js';
import type { PollBody } from './results.js';

/** Headers of a request: those of `fetch`, or Node's. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What happened. Ignore types that you do not know, and an `id` that you have handled. */
export type WebhookEvent = { [Type in EventType]: EventOf<Type> }[EventType];

interface EventOf<Type extends EventType> {
  /** The same for every attempt. */
  id: string;
  type: Type;
  /** ISO 8601 */
  timestamp: string;
  /** Of `verification.completed`: the body of the poll; `resultOf` tells the result. Of payment requests: the request. */
  data: Type extends 'verification.completed'
    ? Exclude<PollBody, { verdict: 'pending' }>
    : Type extends `payment_request.${string}`
      ? { object: PaymentRequest }
      : Record<string, unknown>;
}

/** How far the time of a webhook may be off. */
const toleranceSeconds = 300;

export const webhooks = {
  /**
   * The event that the service sent.
   * @param body as received: the text or the bytes, never parsed and serialised again
   * @param secret of the endpoint, `whsec_…`; several while it is changed
   * @throws WebhookError if none signed it, or its time is over five minutes off; MisuseError
   */
  verify(headers: HeadersLike, body: string | Uint8Array, secret: string | readonly string[]): WebhookEvent {
    const text = textOf(body);
    const keys = (typeof secret === 'string' ? [secret] : (secret ?? [])).map(keyOf);
    if (keys.length === 0) throw new MisuseError('Give the secret of the endpoint.');
    const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      header(headers, name),
    ) as [string, string, string];
    if (!/^\d{1,12}$/.test(time)) throw new WebhookError('The time of the webhook cannot be read.');
    const expected = keys.map((key) => createHmac('sha256', key).update(`${id}.${time}.${text}`).digest());
    const isSigned = signatures
      .split(' ')
      .filter((one) => one.startsWith('v1,'))
      .map((one) => Buffer.from(one.slice(3), 'base64'))
      .some((given) => expected.some((one) => given.length === one.length && timingSafeEqual(given, one)));
    if (!isSigned)
      throw new WebhookError('No signature of the webhook matches: is it the secret of this endpoint?');
    if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds) {
      throw new WebhookError('The webhook is over five minutes old, or the clock is wrong.');
    }
    return { id, ...parsed(text) };
  },
} as const;

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array)
    return Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  throw new MisuseError(
    'Give the body as it was received, text or bytes: turn the parser of JSON off for this route.',
  );
}

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]{16,}={0,2})$/.exec(secret)?.[1];
  if (encoded === undefined) throw new MisuseError('The secret of an endpoint begins with whsec_.');
  return Buffer.from(encoded, 'base64');
}

function header(headers: HeadersLike, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : plainHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`The webhook has no header ${name}.`);
}

function plainHeader(headers: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function parsed(text: string): Omit<WebhookEvent, 'id'> & { type: never; data: never } {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WebhookError('The body of the webhook is no JSON.', { cause: error });
  }
}
