/** Picture filters for codes that are cut, badly lit or written over. Pure. */
import type { Grey } from './readers.js';

const black = 0;
const white = 255;

/** Widths of the frame and the border around it, in pixels. */
const frame = 6;
const border = 30;

/** Radius of the square around a pixel: 25 by 25 pixels. */
const reach = 12;
/** A pixel is black when it is darker than this share of the local mean. */
const darkShare = 0.98;

/** Adds a black frame and a white border, which restores the outer ring of finder patterns cut at the edge. */
export function withFrame({ data, width, height }: Grey): Grey {
  const around = frame + border;
  const wide = width + 2 * around;
  const out = new Uint8Array(wide * (height + 2 * around)).fill(white);
  for (let y = -frame; y < height + frame; y += 1) {
    const start = (y + around) * wide + border;
    out.fill(black, start, start + width + 2 * frame);
    if (y >= 0 && y < height) out.set(data.subarray(y * width, (y + 1) * width), start + frame);
  }
  return { data: out, width: wide, height: height + 2 * around };
}

/**
 * Local threshold: compares each pixel with the mean of the square around it, against uneven light, grain, and dark
 * background that touches the code.
 */
export function withLocalThreshold({ data, width, height }: Grey): Grey {
  const sums = sumsOf(data, width, height);
  const row = width + 1;
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum =
        (sums[bottom * row + right] ?? 0) -
        (sums[bottom * row + left] ?? 0) -
        (sums[top * row + right] ?? 0) +
        (sums[top * row + left] ?? 0);
      const level = (data[y * width + x] ?? 0) * (bottom - top) * (right - left);
      out[y * width + x] = level < darkShare * sum ? black : white;
    }
  }
  return { data: out, width, height };
}

/** Integral image: for each corner the sum of all pixels above and to its left. */
function sumsOf(data: Uint8Array, width: number, height: number): Uint32Array {
  const row = width + 1;
  const sums = new Uint32Array(row * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum += data[y * width + x] ?? 0;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + sum;
    }
  }
  return sums;
}

/** Global threshold at mid-grey: pens and markers over a code are lighter than its ink. */
export function withGlobalThreshold({ data, width, height }: Grey): Grey {
  const out = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) out[at] = Math.min(white, 2 * (data[at] ?? 0));
  return { data: out, width, height };
}
