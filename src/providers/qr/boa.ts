/** QR code of Bank of Abyssinia's app: encrypted with constants from the bank's public page, so anyone can forge one. */
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { parseMoney } from '../parsing/money.js';
import { base64Bytes } from '../parsing/values.js';
import type { QrClaims } from './types.js';

const passphrase = 'ELqVy2g4pGWLUIKSa+1ijwpPy6eDxBFBLBPrJ24v/IA=';
const iv = '1234567890123456';
const blockBytes = 16;
const bytesMin = 32;
const reference = /^(?:FT|TT)\d{5}[A-Z0-9]{5}$/;
const timestamp = /^\d{2}\/\d{2}\/\d{4} {1,2}\d{2}:\d{2}:\d{2}$/;
/** Index of the reference, unless a name before it contains a comma. */
const referencePlace = 3;

let key: Buffer | undefined;

/** The reference and its neighbouring fields; null for text that does not decrypt to such a line. */
export function boaSlip(payload: string): { reference: string; claims: QrClaims } | null {
  const fields = decrypted(payload)?.split(',') ?? [];
  const place = fields.findIndex(
    (field, at) => reference.test(field) && timestamp.test(fields[at + 1] ?? ''),
  );
  const found = fields[place];
  return found === undefined ? null : { reference: found, claims: claimsOf(fields, place) };
}

/** A comma in a name shifts the fields after it; then only fields at a certain position are returned. */
function claimsOf(fields: readonly string[], place: number): QrClaims {
  const text = (at: number) => fields[at]?.trim() || null;
  const inPlace = place === referencePlace;
  return {
    payerAccount: text(0),
    payerName: inPlace ? text(1) : null,
    amount: inPlace && parseMoney(fields[2]) ? text(2) : null,
    receiverAccount: text(place + 2),
    receiverName:
      fields
        .slice(place + 3)
        .join(',')
        .trim() || null,
  };
}

function decrypted(payload: string): string | null {
  const bytes = base64Bytes(payload);
  if (!bytes || bytes.length < bytesMin || bytes.length % blockBytes > 0) return null;
  key ??= pbkdf2Sync(passphrase, 'salt', 10_000, 32, 'sha1');
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
  } catch {
    // Not this bank's: the padding is invalid.
    return null;
  }
}
