import { EgressError, type EgressErrorKind } from './types.js';

/** An internal transport error; host and egress are added when it becomes an EgressError. */
export class TransportError extends Error {
  override readonly name = 'Fault';
  constructor(
    readonly kind: EgressErrorKind,
    message: string,
    /** The bank's HTTP status, if received. */
    readonly status?: number,
  ) {
    super(message);
  }
}

const kindsByCode: Readonly<Record<string, EgressErrorKind>> = {
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_INVALID_ARG: 'forbidden',
};

/**
 * Converts any error to an EgressError. The original is not kept as `cause`, because parser errors of undici contain the
 * bank's bytes, and errors of `socks` the proxy's password.
 */
export function toEgressError(error: unknown, egress: string, host: string): EgressError {
  const { kind, message, status } = error instanceof TransportError ? error : transportErrorOf(error);
  return new EgressError(kind, `${host || 'request'} via ${egress}: ${message}`, {
    egress,
    host,
    ...(status !== undefined && { status }),
  });
}

function transportErrorOf(error: unknown): TransportError {
  const code = errorCode(error);
  return new TransportError(kindsByCode[code] ?? 'unreachable', `the connection failed (${code})`);
}

/** The code of a system or undici error; never its message, which may quote the request. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'no code';
}
