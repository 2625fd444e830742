/**
 * Streaming decoder of a JSON body: its pictures, and its other members. Pictures are decoded as they arrive, so their base64
 * text is never in memory. The rest goes to `JSON.parse`, with a short string in place of each picture.
 *
 * Invariant: the rest is valid JSON exactly when the body is. A picture's string is checked as `JSON.parse` checks strings
 * (picture-text.ts), and is replaced as a whole.
 */
import { Failure } from '../../engine/api/errors.js';
import { backslash, charCode, charCodes, PictureText, quote } from './picture-text.js';

export interface Unpacked {
  /** The body with every string named `imageBase64` replaced by its index in `pictures`: `0`, `1`, … */
  members: unknown;
  /** Null for invalid base64. */
  pictures: readonly (Uint8Array<ArrayBuffer> | null)[];
}

interface Unpacker {
  /** @throws Failure `invalid_json`, `payload_too_large` */
  take(bytes: Buffer): void;
  /** @throws Failure `invalid_json`, `payload_too_large` */
  end(): Unpacked;
}

/** Limit of the other members, parsed. */
const membersLengthMax = 64 * 1024;
/** The same limit unparsed: every character may be an escape of six bytes. */
const otherBytesMax = 6 * membersLengthMax + 64 * 1024;
/** Structural characters: a parser takes memory for each. */
const structure = ['{', '[', ',', '"', ':'].map(charCode);
const structureMax = 10_000;
/** More than a request may have, so that the schema still sees too many. */
const picturesMax = 16;
const pictureName = 'imageBase64';

const colon = charCode(':');
const blanks = charCodes(' \t\r\n');
/** Characters of JSON outside strings. */
const outside = charCodes(' \t\r\n{}[],:"+-.0123456789eEtrufalsn');

/** @param pictureBytesMax one byte more is kept of a picture, so that the extractor finds it too large */
export function createUnpacker(pictureBytesMax: number): Unpacker {
  const pictures: Unpacked['pictures'][number][] = [];
  const otherMembers = createText();
  /** Null outside strings. */
  let inside: 'text' | PictureText | null = null;
  let escaped = false;
  /** Start and end of the last string in `otherMembers`, without quotes. */
  let text: { from: number; to: number } | null = null;
  let isPicture = false;
  let count = 0;

  function takeOutside(byte: number): void {
    if (outside[byte] !== 1) throw new Failure('invalid_json');
    if (blanks[byte] === 1) {
      if (blanks[otherMembers.last] !== 1) otherMembers.add(byte);
      return;
    }
    otherMembers.add(byte);
    if (byte === quote) {
      inside = isPicture ? new PictureText(count < picturesMax ? pictureBytesMax + 1 : 0) : 'text';
      text = { from: otherMembers.length, to: otherMembers.length };
    }
    isPicture = byte === colon && text !== null && isPictureName(text.from, text.to);
    if (byte !== quote) text = null;
  }

  function takeText(byte: number): void {
    if (byte === quote && !escaped) {
      inside = null;
      text = text && { from: text.from, to: otherMembers.length };
    }
    otherMembers.add(byte);
    escaped = byte === backslash && !escaped;
  }

  /** Parses the name, because it may contain escapes. */
  function isPictureName(from: number, to: number): boolean {
    return (
      to - from <= 6 * pictureName.length && parsed(otherMembers.slice(from - 1, to + 1)) === pictureName
    );
  }

  function endPicture(picture: PictureText): void {
    if (count < picturesMax) pictures.push(picture.bytes());
    for (const digit of String(count)) otherMembers.add(charCode(digit));
    otherMembers.add(quote);
    count += 1;
    inside = null;
    text = null;
  }

  return {
    take(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (inside instanceof PictureText) {
          at = inside.take(bytes, at);
          if (inside.isOver) endPicture(inside);
          continue;
        }
        const byte = bytes[at] as number;
        if (inside === null) takeOutside(byte);
        else takeText(byte);
        at += 1;
      }
    },
    end() {
      if (inside !== null) throw new Failure('invalid_json');
      const left = otherMembers.slice(0, otherMembers.length);
      if (structure.some((sign) => isOftenIn(left, sign))) throw new Failure('payload_too_large');
      const members = parsed(left);
      if (members === undefined) throw new Failure('invalid_json');
      if (lengthOf(members) > membersLengthMax) throw new Failure('payload_too_large');
      return { members, pictures };
    },
  };
}

/** A growing byte buffer with a limit. */
function createText() {
  let bytes = Buffer.alloc(4 * 1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    /** The last byte; 0 when empty. */
    get last(): number {
      return bytes[length - 1] ?? 0;
    },
    /** @throws Failure `payload_too_large` */
    add(byte: number) {
      if (length === otherBytesMax) throw new Failure('payload_too_large');
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
      bytes[length++] = byte;
    },
    slice: (from: number, to: number) => bytes.subarray(from, to),
  };
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Infinity for members nested too deeply to serialise. */
function lengthOf(members: unknown): number {
  try {
    return JSON.stringify(members).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function isOftenIn(text: Buffer, sign: number): boolean {
  let at = -1;
  for (let count = 0; count <= structureMax; count += 1) {
    at = text.indexOf(sign, at + 1);
    if (at === -1) return false;
  }
  return true;
}
