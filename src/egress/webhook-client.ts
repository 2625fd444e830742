/**
 * Sends webhooks to addresses that customers choose. Separate from the egress to banks: no proxy, no pins, no shared connections,
 * and a resolver that does not occupy Node's thread pool, so that a slow receiver never delays a bank.
 */
import { Resolver } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import ipaddr from 'ipaddr.js';
import { type buildConnector, Client } from 'undici';
import { isPublic, type ResolveHost, resolvePublic } from './addresses.js';
import { withTimeout } from './deadline.js';
import { TransportError, toEgressError } from './errors.js';
import { createTrust, verified } from './tls.js';
import { createDial } from './tunnel.js';
import type { WebhookClient } from './types.js';
import { hostOf, withoutBrackets } from './validate-url.js';

export interface WebhookClientOptions {
  /** Also allows `http://127.0.0.1`, at any port. Only for the sandbox, because the service's own machine answers there. */
  allowLoopback: boolean;
  /** Time limit of a delivery, from name lookup to the end of the answer, ms; default 15,000. */
  timeoutMs?: number;
  /** Time limit of name lookup, connection and TLS together, ms; default 5,000. */
  connectTimeoutMs?: number;
  /** Bytes of an answer that are read before the connection is closed; default 64 KiB. */
  maxBytes?: number;
  /** For tests: replaces the resolver. */
  resolve?: ResolveHost;
  /** For tests: additional certificate authorities, PEM. */
  trustedCa?: readonly string[];
  /** For tests: addresses treated as public. */
  exemptAddresses?: readonly string[];
}

const name = 'webhooks';
const loopback = '127.0.0.1';
const urlLengthMax = 2_048;

/** Opens one connection per delivery and resolves the name for each. */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { allowLoopback, timeoutMs = 15_000, maxBytes = 64 * 1024 } = options;
  const closing = new AbortController();
  // Every running delivery adds a listener: many are not a leak.
  setMaxListeners(0, closing.signal);
  const connect = createConnector(options, closing.signal);

  return {
    assertAllowed(url) {
      try {
        validated(url, allowLoopback);
      } catch (error) {
        throw toEgressError(error, name, hostOf(url));
      }
    },

    async post(url, { headers, body, signal }) {
      const message = `no complete answer within ${timeoutMs} ms`;
      let client: Client | undefined;
      let status: number | undefined;
      try {
        const { origin, pathname, search } = validated(url, allowLoopback);
        const request = { method: 'POST', path: pathname + search, headers: { ...headers }, body } as const;
        // The limit covers headers and body, so undici's own timers are off.
        const opened = new Client(origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
        client = opened;
        const limit = { ms: timeoutMs, message, signals: [signal, closing.signal] };
        await withTimeout(limit, async (inTime) => {
          const answer = await opened.request({ ...request, signal: inTime });
          status = answer.statusCode;
          await drain(answer.body, maxBytes);
        });
        return status ?? 0;
      } catch (error) {
        // The status is the answer, even if the body cannot be read.
        if (status !== undefined) return status;
        throw toEgressError(error, name, hostOf(url));
      } finally {
        client?.destroy().catch(() => undefined);
      }
    },

    close: async () => closing.abort(new TransportError('aborted', 'the service is closing')),
  };
}

/** @throws TransportError `forbidden` or `private_address` */
function validated(text: string, allowLoopback: boolean): URL {
  const url = URL.canParse(text) && text.length <= urlLengthMax ? new URL(text) : null;
  const isLoopback = allowLoopback && url?.protocol === 'http:' && url.hostname === loopback;
  if (!url || (url.protocol !== 'https:' && !isLoopback)) {
    throw new TransportError('forbidden', 'webhooks are sent to https addresses only');
  }
  if (url.username || url.password) {
    throw new TransportError('forbidden', 'an address with user info is not called');
  }
  const host = withoutBrackets(url.hostname);
  if (!isLoopback && ipaddr.isValid(host) && !isPublic(host)) {
    throw new TransportError('private_address', 'the address is not public');
  }
  return url;
}

function createConnector(
  { connectTimeoutMs = 5_000, ...options }: WebhookClientOptions,
  closing: AbortSignal,
): buildConnector.connector {
  const trust = createTrust({ pins: () => ({}), extraCa: options.trustedCa ?? [] });
  const dial = createDial({ name, kind: 'direct' }, { connectTimeoutMs, trust });
  const { resolve = withoutThreads, exemptAddresses = [] } = options;
  const limit = { ms: connectTimeoutMs, message: `no connection within ${connectTimeoutMs} ms` };

  async function open(protocol: string, hostname: string, port: number, signal: AbortSignal) {
    const host = withoutBrackets(hostname);
    // Validated before: plain HTTP is only ever sent to loopback, in the sandbox.
    if (protocol === 'http:') return dial({ host, port, addresses: [loopback] }, signal);
    const literal: ResolveHost = async () => [host];
    const addresses = await resolvePublic(host, ipaddr.isValid(host) ? literal : resolve, exemptAddresses);
    return verified(await dial({ host, port, addresses }, signal), host, trust, signal);
  }

  return ({ protocol, hostname, port }, callback) => {
    const portNumber = Number(port || (protocol === 'http:' ? 80 : 443));
    withTimeout({ ...limit, signals: [closing] }, (signal) =>
      open(protocol, hostname, portNumber, signal),
    ).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new TypeError('no connection'), null),
    );
  };
}

/** The system's resolver would occupy a thread per lookup: names of customers may take seconds to resolve, or never resolve. */
const withoutThreads: ResolveHost = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = found;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
};

/** Reads at most `maxBytes`, then closes the connection. */
async function drain(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size >= maxBytes) return;
  }
}
