import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { acceptedEncodings, oversize, readBody } from './body.js';
import { TransportError } from './errors.js';

interface Outgoing {
  /** Address of undici's pool: the bank's origin, or the simulated banks. */
  origin: string;
  /** The requested URL. */
  url: URL;
  headers: Readonly<Record<string, string>>;
}

interface Incoming {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Bank of Abyssinia requires a browser's user agent (docs/providers/boa.md); other banks accept one. */
const defaults = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept: '*/*',
};

/** Sends one GET and reads the whole response. Closes the connection when it rejects the response. */
export async function exchange(
  dispatcher: Dispatcher,
  out: Outgoing,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Incoming> {
  const { statusCode, headers, body } = await dispatcher.request({
    origin: out.origin,
    path: out.url.pathname + out.url.search,
    method: 'GET',
    headers: requestHeaders(out),
    signal,
  });
  const received = flatten(headers);
  try {
    refuse(statusCode, received, maxBytes);
    const bytes = await readBody(body, received['content-encoding'], maxBytes);
    return { status: statusCode, headers: withoutFraming(received), body: bytes };
  } catch (error) {
    body.on('error', () => {}).destroy();
    throw error instanceof TransportError ? new TransportError(error.kind, error.message, statusCode) : error;
  }
}

/** The request's headers take precedence, except for `host` and those that affect decoding. */
function requestHeaders({ url, headers }: Outgoing): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...defaults,
    ...Object.fromEntries(own),
    'accept-encoding': acceptedEncodings,
    host: url.host,
  };
}

function refuse(status: number, headers: Readonly<Record<string, string>>, maxBytes: number): void {
  if (status >= 300 && status < 400)
    throw new TransportError('redirect', 'the bank redirects, which is not followed');
  if (Number(headers['content-length']) > maxBytes) throw oversize(maxBytes);
}

/** undici's names are already lower-case; repeated headers are lists. */
function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** Removes headers of the encoded body, because the body is decoded. */
function withoutFraming(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'content-encoding': encoding, 'content-length': length, ...rest } = headers;
  if (encoding !== undefined || length === undefined) return rest;
  return { ...rest, 'content-length': length };
}
