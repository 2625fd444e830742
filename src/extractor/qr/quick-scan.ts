/**
 * The first scan of a picture, while its pixels are in memory: one reader searches all of it, the other confirms each code
 * where it was found. This settles nearly every screenshot at a fraction of the work of a full scan (qr-strategies.ts).
 */
import { type Grey, type LocatedCode, locatedCodes, withQr } from './readers.js';
import { countReads, type QrScan, scanOf } from './scan.js';

/** Share of a code's size that is added on each side: more than its quiet zone. */
const margin = 0.25;

/** All codes that the first reader finds; those that the second one confirms have two reads. Never throws. */
export async function quickScan(grey: Grey): Promise<QrScan> {
  const found = await locatedCodes(grey);
  const reads = countReads(
    new Map(),
    found.map(({ payload }) => payload),
  );
  const confirmed: string[] = [];
  for (const code of found) confirmed.push(...(await withQr(around(grey, code))));
  return scanOf(countReads(reads, confirmed), 0);
}

/** The part of the picture around a code. */
function around({ data, width, height }: Grey, { left, top, right, bottom }: LocatedCode): Grey {
  const border = margin * Math.max(right - left, bottom - top);
  const [x, y] = [Math.max(0, Math.floor(left - border)), Math.max(0, Math.floor(top - border))];
  const wide = Math.max(1, Math.min(width, Math.ceil(right + border)) - x);
  const high = Math.max(1, Math.min(height, Math.ceil(bottom + border)) - y);
  const part = new Uint8Array(wide * high);
  for (let row = 0; row < high; row += 1) {
    const start = (y + row) * width + x;
    part.set(data.subarray(start, start + wide), row * wide);
  }
  return { data: part, width: wide, height: high };
}
