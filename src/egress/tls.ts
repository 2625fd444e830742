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
import { errorCode, TransportError } from './errors.js';
import type { CertificateChange, CertificateReport } from './types.js';

/** `host:port` or `host` -> `sha256/BASE64` of the public key (SPKI); several are alternatives. */
export type Pins = Readonly<Record<string, readonly string[]>>;

export interface Trust {
  context: SecureContext;
  /** The same, for a host without newer TLS versions. */
  upTo(version: SecureVersion): Trust;
  /** Pins of a host and port, or of the host for all ports; undefined: the chain must verify. */
  pinsOf(host: string, port: number): readonly string[] | undefined;
  /** Called when a pinned host shows another key. */
  onCertificateChange(change: CertificateChange): void;
  /** Called when the certificate of an unpinned host (`host:port`) fails verification. */
  onUnverified(host: string): void;
}

interface TrustOptions {
  /** Read for each connection, so that a new pin takes effect without a restart. */
  pins: () => Pins;
  /** Additional trusted certificates, PEM. */
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
      const limited = older.get(maxVersion) ?? {
        ...trust,
        context: createSecureContext({ ...ca, maxVersion }),
      };
      older.set(maxVersion, limited);
      return limited;
    },
    pinsOf(host, port) {
      const byHost = new Map(Object.entries(pins()).map(([name, keys]) => [name.toLowerCase(), keys]));
      return byHost.get(`${host}:${port}`) ?? byHost.get(host);
    },
    onCertificateChange,
    onUnverified,
  };
  return trust;
}

/**
 * TLS over an open connection, with SNI. A host without pins must verify like in a browser. A host with pins must show one
 * of the pinned keys; chain, name and dates do not matter then. No byte of a request is written before the check.
 *
 * @throws TransportError `certificate`
 */
export async function upgradeToTls(
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
    return verified(raw, host, trust, signal).catch((error) =>
      advisePinning(error, `${host}:${port}`, trust),
    );
  }
  const socket = startUnverified(raw, host, trust);
  return handshake(socket, raw, signal, () => {
    const presented = pinOf(socket.getPeerX509Certificate());
    if (presented !== null && pins.includes(presented)) return;
    trust.onCertificateChange({ host: `${host}:${port}`, expected: pins, presented });
    throw new TransportError(
      'certificate',
      'the certificate is not the one pinned; if the bank has a new one, check it (pins show) and pin it (pins add)',
    );
  });
}

/**
 * Reads the certificate of a host and disconnects, for a person who decides on a pin. Reports whether chain, name and dates
 * verify; sends nothing.
 */
export async function inspectCertificate(
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
 * TLS with a host whose certificate must verify: chain, name and dates. `rejectUnauthorized: true` is explicit, because
 * NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
 *
 * @throws TransportError `certificate`
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
    throw new TransportError('certificate', `the certificate does not verify (${errorCode(error)})`);
  });
}

/**
 * The only place where a failed chain verification does not end the handshake. Several banks serve chains that cannot
 * verify, and Node runs `checkServerIdentity` only after the chain has verified, so a pinned key can be checked only after the
 * handshake. `upgradeToTls` does that at once, and then returns the socket or destroys it; `inspectCertificate` never returns
 * it. A pin is stricter than the chain: one key instead of any key that some authority signed.
 */
function startUnverified(raw: Socket, host: string, { context }: Trust): TLSSocket {
  // Off for this socket only: the pin is checked instead, before anything is written (see above).
  return connect({ ...common(raw, host), secureContext: context, rejectUnauthorized: false });
}

/** An IP address (of a proxy) is checked against the certificate but not sent as SNI. */
function common(raw: Socket, host: string) {
  return { socket: raw, host, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] };
}

/** Returns the socket once the handshake is complete and `check` has passed, else destroys both layers. */
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

/** `sha256/BASE64` of the peer's public key. */
function pinOf(certificate: X509Certificate | undefined): string | null {
  const key = certificate?.publicKey.export({ type: 'spki', format: 'der' });
  return key ? `sha256/${createHash('sha256').update(key).digest('base64')}` : null;
}

/** @throws TransportError `certificate` when there is none */
function reportOf(socket: TLSSocket, host: string): CertificateReport {
  // Read only once: Node returns nothing the second time.
  const certificate = socket.getPeerX509Certificate();
  const pin = pinOf(certificate);
  if (!certificate || pin === null) throw new TransportError('certificate', 'the host shows no certificate');
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

/** Node's type is Error, but the value is often the bare code. */
function problemOf(error: unknown): string {
  return error instanceof Error ? errorCode(error) : String(error);
}

/** Printable characters only: the certificate's author chose the text, and a terminal shows it. */
function plain(text: string): string {
  return text
    .replaceAll('\n', ', ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 500);
}

/** Adds how to pin the host. @throws TransportError, or `error` if it is another one */
function advisePinning(error: unknown, host: string, { onUnverified }: Trust): never {
  if (!(error instanceof TransportError)) throw error;
  if (error.kind === 'certificate') onUnverified(host);
  throw new TransportError(
    error.kind,
    `${error.message}; this host must be pinned (pins add ${host}, or TLS_PINS=${host}=sha256/…)`,
  );
}
