/**
 * The QR code on the receipts of Bank of Abyssinia's app (docs/providers/boa.md#qr-code-and-sms): encrypted with constants from
 * the bank's own page.
 */
import { createCipheriv, pbkdf2Sync } from 'node:crypto';

const passphrase = 'ELqVy2g4pGWLUIKSa+1ijwpPy6eDxBFBLBPrJ24v/IA=';
const iv = '1234567890123456';
const derivation = { salt: 'salt', rounds: 10_000, bytes: 32, digest: 'sha1' } as const;

let key: Buffer | undefined;

/** The payload of a slip, with its fields in the bank's order: a comma in one of them shifts those after it. */
export function boaCode(fields: readonly string[]): string {
  const { salt, rounds, bytes, digest } = derivation;
  key ??= pbkdf2Sync(passphrase, salt, rounds, bytes, digest);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return cipher.update(fields.join(','), 'utf8', 'base64') + cipher.final('base64');
}
