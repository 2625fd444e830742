/** The QR code on telebirr's receipts (docs/providers/telebirr.md#qr-code-and-sms): base64 of hexadecimal text of tags and lengths. */

/** Fixed bytes of unknown meaning. */
const opening = '801800020601029102013181';
const invoiceTag = '24';
const checksumTag = '6304';

/** @param invoice the receipt's number, ASCII */
export function telebirrCode(invoice: string): string {
  const number = Buffer.from(invoice, 'latin1');
  const length = number.length.toString(16).padStart(4, '0').toUpperCase();
  const signed = opening + invoiceTag + length + number.toString('hex').toUpperCase() + checksumTag;
  return Buffer.from(signed + checksum(signed), 'latin1').toString('base64');
}

/** CRC-16/CCITT-FALSE over the text itself, not over the bytes that it encodes. */
function checksum(text: string): string {
  let remainder = 0xffff;
  for (const character of text) {
    remainder ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = remainder & 0x8000 ? (remainder << 1) ^ 0x1021 : remainder << 1;
    }
    remainder &= 0xffff;
  }
  return remainder.toString(16).padStart(4, '0').toUpperCase();
}
