import { createHash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import {
  connect,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type SecureVersion,
  type TLSSocket,
} from 'node:tls';
import { codeOf, Fault } from './errors.js';
import type { CertificateChange, CertificateReport } from './types.js';

/** `host:port` or `host` -> `sha256/BASE64` of the public key (SPKI); several are alternatives. */
export type Pins = Readonly<Record<string, readonly string[]>>;

export interface Trust {
  context: SecureContext;
  /** The same, for a host that speaks no newer version of TLS. */
  upTo(version: SecureVersion): Trust;
  /** Those of a host and port, or of the host for all its ports; undefined: its chain must verify. */
  pinsOf(host: string, port: number): readonly string[] | undefined;
  /** Told when a pinned host shows another key. */
  onCertificateChange(change: CertificateChange): void;
  /** Told when the certificate of a host (`host:port`) without pins does not verify. */
  onUnverified(host: string): void;
}

export interface TrustOptions {
  /** Asked anew for each connection, so that a new pin counts without a restart. */
  pins: () => Pins;
  /** Certificates in PEM form trusted beside those that come with Node. */
  extraCa?: readonly string[];
  onCertificateChange?: ((change: CertificateChange) => void) | undefined;
  onUnverified?: ((host: string) => void) | undefined;
}

export function createTrust(options: TrustOptions): Trust {
  const { pins, extraCa = [], onCertificateChange = () => {}, onUnverified = () => {} } = options;
  const ca = extraCa.length > 0 ? { ca: [...rootCertificates, ...extraCa] } : {};
  const older = new Map<SecureVersion, Trust>();
  const trust: Trust = {
    context: createSecureContext(ca),
    upTo(maxVersion) {
      const known = older.get(maxVersion) ?? {
        ...trust,
        context: createSecureContext({ ...ca, maxVersion }),
      };
      older.set(maxVersion, known);
      return known;
    },
    pinsOf(host, port) {
      const known = new Map(Object.entries(pins()).map(([name, keys]) => [name.toLowerCase(), keys]));
      return known.get(`${host}:${port}`) ?? known.get(host);
    },
    onCertificateChange,
    onUnverified,
  };
  return trust;
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
  everyVersion: Trust,
  signal: AbortSignal,
  maxTls?: SecureVersion,
): Promise<TLSSocket> {
  const trust = maxTls === undefined ? everyVersion : everyVersion.upTo(maxTls);
  const pins = trust.pinsOf(host, port);
  if (!pins) {
    return verified(raw, host, trust, signal).catch((error) => advise(error, `${host}:${port}`, trust));
  }
  const socket = startUnverified(raw, host, trust);
  return handshake(socket, raw, signal, () => {
    const presented = pinOf(socket.getPeerX509Certificate());
    if (presented !== null && pins.includes(presented)) return;
    trust.onCertificateChange({ host: `${host}:${port}`, expected: pins, presented });
    throw new Fault(
      'certificate',
      'the certificate is not the one pinned; if the bank has a new one, check it (pins show) and pin it (pins add)',
    );
  });
}

/**
 * Looks at the certificate a host shows and ends the connection: for a person who has to decide about a pin. Says
 * whether the chain, the name and the dates verify, and sends nothing.
 */
export async function look(
  raw: Socket,
  host: string,
  port: number,
  trust: Trust,
  signal: AbortSignal,
): Promise<CertificateReport> {
  const socket = startUnverified(raw, host, trust);
  try {
    await handshake(socket, raw, signal);
    return reportOf(socket, `${host}:${port}`);
  } finally {
    socket.destroy();
    raw.destroy();
  }
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
 * The one place where Node's own verdict on the chain does not end the handshake. Several banks serve chains that cannot
 * verify, and Node runs `checkServerIdentity` only after the chain has verified, so a
 * pinned key can be checked only once the handshake is over. `secure` does that at once, and hands the socket out
 * afterwards or destroys it; `look` never hands it out. The pin is stricter than the chain: one key instead of any that
 * some authority has signed.
 */
function startUnverified(raw: Socket, host: string, { context }: Trust): TLSSocket {
  // Off for this one socket, because the pin decides instead, before anything is written: see above.
  return connect({ ...common(raw, host), secureContext: context, rejectUnauthorized: false });
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

/** `sha256/BASE64` of the public key the other side shows. */
function pinOf(certificate: X509Certificate | undefined): string | null {
  const key = certificate?.publicKey.export({ type: 'spki', format: 'der' });
  return key ? `sha256/${createHash('sha256').update(key).digest('base64')}` : null;
}

/** @throws Fault `certificate` when there is none */
function reportOf(socket: TLSSocket, host: string): CertificateReport {
  // Asked for once: Node answers a second time with nothing.
  const certificate = socket.getPeerX509Certificate();
  const pin = pinOf(certificate);
  if (!certificate || pin === null) throw new Fault('certificate', 'the host shows no certificate');
  return {
    host,
    subject: plain(certificate.subject),
    issuer: plain(certificate.issuer),
    names: plain(certificate.subjectAltName ?? ''),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validUntil: new Date(certificate.validTo).toISOString(),
    pin,
    problem: socket.authorized ? null : plain(problemOf(socket.authorizationError)),
  };
}

/** Node's type says Error; what stands there is often the bare code. */
function problemOf(error: unknown): string {
  return error instanceof Error ? codeOf(error) : String(error);
}

/** One line of printable characters: whoever made the certificate chose them, and a terminal shows them. */
function plain(text: string): string {
  return text
    .replaceAll('\n', ', ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 500);
}

function advise(error: unknown, host: string, { onUnverified }: Trust): never {
  if (!(error instanceof Fault)) throw error;
  if (error.kind === 'certificate') onUnverified(host);
  throw new Fault(
    error.kind,
    `${error.message}; this host must be pinned (pins add ${host}, or TLS_PINS=${host}=sha256/…)`,
  );
}
