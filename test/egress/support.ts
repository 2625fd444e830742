import { inspect } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { createEgress, type EgressOptions } from '../../src/egress/index.js';
import type { Pins } from '../../src/egress/tls.js';
import { type Egress, EgressError, type FetchOptions, type OutgoingRequest } from '../../src/egress/types.js';

/** Stands for a receipt reference: it must never be seen in an error. */
export const secret = 'FT00000SECRET';

/** An egress that closes itself when the test is over. */
export function egressOf({
  pins = {},
  ...options
}: Partial<Omit<EgressOptions, 'pins'>> & { pins?: Pins }): ReturnType<typeof createEgress> {
  const egress = createEgress({
    routes: [{ name: 'main', kind: 'direct' }],
    attemptTimeoutMs: 5000,
    pins: () => pins,
    sandbox: null,
    ...options,
  });
  onTestFinished(() => egress.close());
  return egress;
}

/** The simulated banks at a port of loopback. */
export const at = (port: number) => () => ({ host: '127.0.0.1', port });

type Asked = Partial<FetchOptions> & Pick<OutgoingRequest, 'fresh'> & { port?: number; path?: string };

/** Fetches a receipt of `bank.test`, in the sandbox when nothing else is said. */
export function get(egress: Egress, options: Asked = {}) {
  const { path = `/receipt/${secret}?id=${secret}`, realm = 'sandbox', attempt = 0 } = options;
  const { port, fresh = false, ...rest } = options;
  const origin = port === undefined ? 'https://bank.test' : `https://bank.test:${port}`;
  return egress.fetch(
    { method: 'GET', url: `${origin}${path}`, headers: {}, origins: [origin], fresh },
    { ...rest, realm, attempt },
  );
}

/** The error a fetch ends with: always an EgressError, and never one that carries the receipt's address. */
export async function failureOf(fetched: Promise<unknown>): Promise<EgressError> {
  const error = await fetched.then(
    () => expect.fail('the fetch succeeded'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EgressError);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(secret);
  return error as EgressError;
}

export const kindOf = async (fetched: Promise<unknown>) => (await failureOf(fetched)).kind;

/** Waits until something has become true, because the other end of a socket learns of things later. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** undici leaves a connection alone for one turn of the event loop before it is used again. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
