/** Real certificates for tests: a private certificate authority, valid and invalid server certificates. */
import { createHash, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

export interface Certificate {
  cert: string;
  key: string;
}

interface Validity {
  from?: Date;
  until?: Date;
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000);

export const expired: Validity = { from: days(-20), until: days(-10) };

/**
 * A certificate authority; its PEM is passed to the code under test as trusted.
 * @param parent signs it; makes it an intermediate, which many servers forget to send
 */
export async function createAuthority(parent?: Certificate): Promise<Certificate> {
  const made = await generate(
    [{ name: 'commonName', value: `Test ${parent ? 'intermediate' : 'authority'}` }],
    {
      ...options({}),
      ...(parent ? { ca: parent } : {}),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    },
  );
  return { cert: made.cert, key: made.private };
}

/** A server certificate for a host name, signed by the authority, or self-signed without one. */
export async function issue(
  host: string,
  ca: Certificate | null,
  validity: Validity = {},
): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: host }], {
    ...options(validity),
    ...(ca ? { ca } : {}),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** The pin of a certificate, in the format of TLS_PINS. */
export function pinOf({ cert }: Certificate): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `sha256/${createHash('sha256').update(key).digest('base64')}`;
}

function options({ from = days(-1), until = days(30) }: Validity) {
  return { keyType: 'ec', algorithm: 'sha256', notBeforeDate: from, notAfterDate: until } as const;
}
