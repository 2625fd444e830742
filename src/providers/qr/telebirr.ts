/** QR code of telebirr: base64 of hexadecimal text with tags and lengths; the checksum is no signature. */
import { base64Bytes } from '../parsing/values.js';

/** Fixed bytes of unknown meaning, then tag 24 and the length of the invoice number. */
const opening = /^8018[0-9A-F]{20}24([0-9A-F]{4})/i;
const checksumTag = '6304';
const invoiceNumber = /^[A-Z0-9]{8,12}$/;

/** The invoice number, read by its length; null when anything is wrong, the checksum included. */
export function telebirrInvoice(payload: string): string | null {
  const hex = base64Bytes(payload)?.toString('latin1') ?? '';
  const [head, length = ''] = opening.exec(hex) ?? [];
  if (head === undefined) return null;
  const end = head.length + Number.parseInt(length, 16) * 2;
  const signed = hex.slice(0, end + checksumTag.length);
  const checksum = hex.slice(signed.length);
  if (signed.slice(end) !== checksumTag || checksum.toUpperCase() !== crc16(signed)) return null;
  const number = Buffer.from(hex.slice(head.length, end), 'hex').toString('latin1');
  return invoiceNumber.test(number) ? number : null;
}

/** CRC-16/CCITT-FALSE over ASCII text, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
