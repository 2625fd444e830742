/** Streaming decoder of one picture's JSON string, after its opening quote: base64 or a data: URL; line breaks are skipped. */
import { Failure } from '../../engine/api/errors.js';

/** A picture's buffer grows in these steps, then to the limit. */
const steps = [64 * 1024, 512 * 1024];
/** Value of a base64 character, in either alphabet; 64 for any other byte. */
const sextets = new Uint8Array(256).fill(64);
for (const alphabet of ['+/', '-_']) {
  const all = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`;
  for (const [value, sign] of [...all].entries()) sextets[charCode(sign)] = value;
}
/** Value of a hexadecimal digit; 16 for any other byte. */
const digits = new Uint8Array(256).fill(16);
for (const [index, sign] of [...'0123456789abcdef0123456789ABCDEF'].entries())
  digits[charCode(sign)] = index % 16;
/** Character of a one-letter escape; 0 for none. */
const escapes = new Uint8Array(256);
for (const [index, sign] of [...'"\\/bfnrt'].entries())
  escapes[charCode(sign)] = charCode('"\\/\b\f\n\r\t'[index] ?? '');

export const quote = charCode('"');
export const backslash = charCode('\\');
const unicode = charCode('u');
const padding = charCode('=');
const paddingsMax = 2;
/** White space, which a JSON string can contain only as escapes. */
const breaks = charCodes('\r\n\t');
const dataUrl = 'data:';
const openingLengthMax = 256;
const noEscape = -1;
/** Characters that Node decodes at a time; a shorter run is not worth the calls. */
const runLengthMax = 16 * 1024;
const runLengthMin = 256;
const run = Buffer.alloc((runLengthMax / 4) * 3);

export class PictureText {
  /** True after the closing quote. */
  isOver = false;
  #decoded = new Uint8Array(0);
  #length = 0;
  /** Bits of an incomplete byte. */
  #bits = 0;
  #bitCount = 0;
  #hasSigns = false;
  #paddings = 0;
  #isBase64 = true;
  /** A possible beginning of a data: URL; null once decided. */
  #opening: string | null = '';
  /** State of an escape: 0 after its backslash, then the number of `\u` digits still to come. */
  #escape = noEscape;
  #code = 0;
  /** Index in the bytes being taken from which a run may be decoded at once. */
  #nextRun = 0;

  /** @param bytesMax limit of kept bytes; the rest of the text is still checked */
  constructor(private readonly bytesMax: number) {}

  /** @returns index after the closing quote, or the number of bytes @throws Failure `invalid_json` */
  take(bytes: Buffer, from: number): number {
    this.#nextRun = from;
    for (let at = from; at < bytes.length; ) {
      const isPlain = this.#opening === null && this.#escape === noEscape && this.#paddings === 0;
      if (isPlain) at = this.#takeSigns(bytes, at);
      if (at === bytes.length) break;
      const byte = bytes[at] as number;
      at += 1;
      if (this.#escape !== noEscape) this.#takeEscaped(byte);
      else if (byte === backslash) this.#escape = 0;
      else if (byte === quote) {
        this.isOver = true;
        return at;
      } else if (byte < 0x20) throw new Failure('invalid_json');
      else this.#takeCharacter(byte);
    }
    return bytes.length;
  }

  /** Null when the text is not base64. */
  bytes(): Uint8Array<ArrayBuffer> | null {
    if (this.#opening !== null) this.#endOpening(this.#opening);
    if (!this.#isBase64 || !this.#hasSigns) return null;
    return this.#decoded.subarray(0, this.#length);
  }

  /** Decodes base64 characters. @returns index of the first other byte, or the number of bytes */
  #takeSigns(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length) {
      if (at >= this.#nextRun && this.#bitCount === 0) {
        const taken = this.#takeRun(bytes, at);
        at += taken;
        // Each byte is tried once.
        if (taken === 0) this.#nextRun = at + runLengthMax;
        else continue;
      }
      const end = at < this.#nextRun ? Math.min(this.#nextRun, bytes.length) : at + 1;
      for (; at < end; at += 1) {
        const value = sextets[bytes[at] as number] as number;
        if (value === 64) return at;
        this.#takeSign(value);
      }
    }
    return at;
  }

  /** Decodes a run of base64 characters, twenty times as fast as one by one. @returns its length; 0 if there is none */
  #takeRun(bytes: Buffer, from: number): number {
    const rest = bytes.subarray(from, from + runLengthMax);
    const end = rest.indexOf(quote);
    const length = (end === -1 ? rest.length : end) & ~3;
    if (length < runLengthMin) return 0;
    const decoded = run.write(rest.toString('latin1', 0, length), 'base64');
    // Node omits what is not base64: then something is missing.
    if (decoded !== (length / 4) * 3) return 0;
    this.#hasSigns = true;
    const kept = Math.min(decoded, this.bytesMax - this.#length);
    while (this.#length + kept > this.#decoded.length) this.#grow();
    this.#decoded.set(run.subarray(0, kept), this.#length);
    this.#length += kept;
    return length;
  }

  #takeSign(value: number): void {
    this.#hasSigns = true;
    this.#bits = ((this.#bits << 6) | value) & 0xfff;
    this.#bitCount += 6;
    if (this.#bitCount < 8) return;
    this.#bitCount -= 8;
    if (this.#length === this.bytesMax) return;
    if (this.#length === this.#decoded.length) this.#grow();
    this.#decoded[this.#length] = this.#bits >> this.#bitCount;
    this.#length += 1;
  }

  #grow(): void {
    const size = steps.find((step) => step > this.#decoded.length) ?? this.bytesMax;
    const grown = new Uint8Array(Math.min(size, this.bytesMax));
    grown.set(this.#decoded);
    this.#decoded = grown;
  }

  #takeEscaped(byte: number): void {
    if (this.#escape > 0) {
      const digit = digits[byte] as number;
      if (digit === 16) throw new Failure('invalid_json');
      this.#code = this.#code * 16 + digit;
      this.#escape -= 1;
      if (this.#escape > 0) return;
    } else if (byte === unicode) {
      this.#code = 0;
      this.#escape = 4;
      return;
    } else {
      this.#code = escapes[byte] as number;
      if (this.#code === 0) throw new Failure('invalid_json');
    }
    this.#escape = noEscape;
    this.#takeCharacter(this.#code);
  }

  /** @param code a byte of the text, or the value of an escape */
  #takeCharacter(code: number): void {
    const value = sextets[code] ?? 64;
    if (this.#opening !== null) this.#open(this.#opening + String.fromCharCode(code));
    else if (breaks[code] === 1) return;
    else if (code === padding && this.#paddings < paddingsMax) this.#paddings += 1;
    else if (value < 64 && this.#paddings === 0) this.#takeSign(value);
    else this.#isBase64 = false;
  }

  #open(opening: string): void {
    const mayBeUrl = dataUrl.startsWith(opening.slice(0, dataUrl.length));
    const isOver = opening.endsWith(',') || opening.length > openingLengthMax;
    if (mayBeUrl && !isOver) this.#opening = opening;
    else this.#endOpening(opening);
  }

  #endOpening(opening: string): void {
    this.#opening = null;
    if (opening.startsWith(dataUrl)) this.#isBase64 = /;base64,$/i.test(opening);
    else for (const character of opening) this.#takeCharacter(charCode(character));
  }
}

export function charCode(sign: string): number {
  return sign.charCodeAt(0);
}

/** A lookup table: 1 for each of these characters. */
export function charCodes(all: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const sign of all) table[charCode(sign)] = 1;
  return table;
}
