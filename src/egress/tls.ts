import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { codeOf, Fault } from './faults.js';

/** `host:port` or `host` -> `sha256/BASE64` of the public key (SPKI); several are alternatives. */
export type Pins = Readonly<Record<string, readonly string[]>>;

export interface Trust {
  context: SecureContext;
  pins: ReadonlyMap<string, readonly string[]>;
}

/** @param extraCa certificates in PEM form trusted beside those that come with Node */
export function createTrust(pins: Pins, extraCa: readonly string[] = []): Trust {
  return {
    context: createSecureContext(extraCa.length > 0 ? { ca: [...rootCertificates, ...extraCa] } : {}),
    pins: new Map(Object.entries(pins).map(([host, keys]) => [host.toLowerCase(), keys])),
  };
}

/**
 * Speaks TLS over an open connection, by name (SNI). A host without pins must verify like in a browser; a host
 * with pins must show one of the pinned keys and nothing else counts: not the chain, the name or the dates. Until
 * this has been decided not one byte of a request is written.
 *
 * @throws Fault `certificate`
 */
export async function secure(
  raw: Socket,
  host: string,
  port: number,
  trust: Trust,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const pins = trust.pins.get(`${host}:${port}`) ?? trust.pins.get(host);
  if (!pins) return verified(raw, host, trust, signal).catch((error) => advise(error, `${host}:${port}`));
  const socket = startPinned(raw, host);
  return handshake(socket, raw, signal, () => checkPin(socket, pins));
}

/**
 * Speaks TLS with a host whose certificate must verify, chain, name and dates. `true` is written out although it is
 * the default, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default.
 *
 * @throws Fault `certificate`
 */
export async function verified(
  raw: Socket,
  host: string,
  { context }: Trust,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = connect({ ...common(raw, host), secureContext: context, rejectUnauthorized: true });
  return handshake(socket, raw, signal).catch((error: unknown) => {
    if (!socket.authorizationError) throw error;
    throw new Fault('certificate', `the certificate does not verify (${codeOf(error)})`);
  });
}

/**
 * The one place where Node's own verdict on the chain is not asked for. Several banks serve chains that cannot
 * verify (PROVIDERS.md section 2.4), and Node runs `checkServerIdentity` only after the chain has verified, so a
 * pinned key can be checked only once the handshake is over. `handshake` does that at once, with `checkPin`, and
 * hands the socket out afterwards or destroys it. The pin is stricter than the chain: one key instead of any that
 * some authority has signed.
 */
function startPinned(raw: Socket, host: string): TLSSocket {
  // Off for this one socket, because checkPin decides instead, before anything is written: see above.
  return connect({ ...common(raw, host), rejectUnauthorized: false });
}

/** An address (of a proxy) is checked against the certificate but never sent as a name. */
function common(raw: Socket, host: string) {
  return { socket: raw, host, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] };
}

/** Hands the socket out once the handshake is over and `check` has passed, else destroys both layers. */
async function handshake(
  socket: TLSSocket,
  raw: Socket,
  signal: AbortSignal,
  check: () => void = () => {},
): Promise<TLSSocket> {
  socket.on('error', () => {});
  try {
    await once(socket, 'secureConnect', { signal });
    check();
    return socket;
  } catch (error) {
    socket.destroy();
    raw.destroy();
    throw error;
  }
}

function checkPin(socket: TLSSocket, pins: readonly string[]): void {
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  const shown = key && `sha256/${createHash('sha256').update(key).digest('base64')}`;
  if (!shown || !pins.includes(shown)) {
    throw new Fault(
      'certificate',
      'the certificate is not the one pinned in TLS_PINS; if the bank has a new one, check it and pin it',
    );
  }
}

function advise(error: unknown, host: string): never {
  if (!(error instanceof Fault)) throw error;
  throw new Fault(error.kind, `${error.message}; this host must be pinned, TLS_PINS=${host}=sha256/…`);
}
