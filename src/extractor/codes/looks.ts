/**
 * A picture looked at in several ways, the cheapest first: small enough for codes that fill a screen, whole for
 * small ones, sharpened for photographs out of focus, enlarged for thumbnails. Uneven light both readers see through.
 */
import sharp, { type Sharp } from 'sharp';
import { within } from '../prepare.js';
import { type Pixels, readers } from './readers.js';

/** A payload, and how many times it was read, by either reader in any look. */
export interface ReadCode {
  payload: string;
  reads: number;
}

export interface Looked {
  codes: ReadCode[];
  /** Where to go on when none of these codes is of use; null when nothing is left to try. */
  next: number | null;
}

interface Size {
  width: number;
  height: number;
}

/** Null where this look would show nothing new. */
type Look = (picture: Sharp, size: Size) => Sharp | null;

const smallPixels = 1_000_000;
const sharpenedPixels = 2_000_000;
const thumbnailPixels = 1_500_000;
const longestPayload = 8_192;
/** A pixel as a number: a byte each of red, green, blue and opacity. */
const opaque = 0xff000000;
const oneOfEach = 0x010101;

const looks: readonly Look[] = [
  (picture, size) => picture.resize({ ...within(size, smallPixels), fit: 'fill' }),
  (picture, size) => (pixels(size) > 1.2 * smallPixels ? picture : null),
  (picture, size) =>
    picture.resize({ ...within(size, sharpenedPixels), fit: 'fill' }).sharpen({ sigma: 2, m2: 4 }),
  (picture, size) => (pixels(size) < thumbnailPixels ? picture.resize({ width: size.width * 2 }) : null),
];

/**
 * Looks until one code has been read twice alike, or every look has been tried.
 * @param jpeg as `prepare` made it
 * @param from the look to begin with: 0, or `next` of an earlier answer
 */
export async function lookForCodes(jpeg: Uint8Array, from = 0): Promise<Looked> {
  const { width, height } = await sharp(jpeg).metadata();
  const reads = new Map<string, number>();
  for (const [index, look] of looks.entries()) {
    if (index < from) continue;
    const picture = look(sharp(jpeg), { width, height });
    if (!picture) continue;
    const seen = await pixelsOf(picture);
    for (const read of readers) {
      for (const payload of new Set(await read(seen))) {
        if (payload.length <= longestPayload) reads.set(payload, (reads.get(payload) ?? 0) + 1);
      }
    }
    if ([...reads.values()].some((count) => count > 1)) return looked(reads, index + 1);
  }
  return looked(reads, null);
}

function looked(reads: ReadonlyMap<string, number>, next: number | null): Looked {
  const codes = [...reads].map(([payload, count]) => ({ payload, reads: count }));
  return { codes, next: next === looks.length ? null : next };
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.greyscale().toColourspace('b-w').raw().toUint8Array();
  const { width, height } = info;
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = opaque + (data[at] ?? 0) * oneOfEach;
  return { data: new Uint8ClampedArray(pixels.buffer), width, height };
}

function pixels({ width, height }: Size): number {
  return width * height;
}
