/**
 * A photograph of a phone's screen: seen from an angle, lit from one side, a little out of focus, and saved as a JPEG of
 * quality 60. The seed determines everything.
 */
import sharp from 'sharp';
import { seededInt } from '../fake-data.js';
import { height, width } from './types.js';

/** Size of the photograph, in pixels. */
const frame = { width: 1500, height: 2000 };
const jpegQuality = 60;
const channels = 3;
/** Grain of the sensor: at most this many of 255 levels, up or down. */
const grain = 9;

type Point = readonly [x: number, y: number];

/** @param pixels the screenshot, RGB. @returns a JPEG */
export async function photographed(pixels: Uint8Array, seed: string): Promise<Buffer> {
  const seen = taken(pixels, seed);
  const raw = { width: frame.width, height: frame.height, channels } as const;
  const blurred = sharp(seen, { raw }).blur(0.7 + chance(seed, 'focus') * 0.8);
  return await blurred.jpeg({ quality: jpegQuality }).toBuffer();
}

/** The picture on the sensor. */
function taken(pixels: Uint8Array, seed: string): Buffer {
  const toScreen = homography(corners(seed));
  const light = lighting(seed);
  const noise = noiseFrom(seededInt(seed, 'grain', 2 ** 32));
  const table = [90, 74, 60].map((level) => level + Math.floor(chance(seed, `table ${level}`) * 80));
  const seen = Buffer.alloc(frame.width * frame.height * channels);
  let at = 0;
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const depth = toScreen[6] * x + toScreen[7] * y + 1;
      const u = (toScreen[0] * x + toScreen[1] * y + toScreen[2]) / depth;
      const v = (toScreen[3] * x + toScreen[4] * y + toScreen[5]) / depth;
      const shade = light(x, y);
      const speck = noise();
      const isScreen = u >= 0 && v >= 0 && u < width - 1 && v < height - 1;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const first = (top * width + left) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const level = isScreen
          ? between(pixels, first + channel, u - left, v - top)
          : (table[channel] as number);
        seen[at] = Math.max(0, Math.min(255, level * shade + speck));
        at += 1;
      }
    }
  }
  return seen;
}

/** Interpolates between a pixel and those right of it and below, all of which are inside. */
function between(pixels: Uint8Array, first: number, right: number, down: number): number {
  const below = first + width * channels;
  const upper = (pixels[first] as number) * (1 - right) + (pixels[first + channels] as number) * right;
  const lower = (pixels[below] as number) * (1 - right) + (pixels[below + channels] as number) * right;
  return upper * (1 - down) + lower * down;
}

/** Where the corners of the screen lie in the photograph: upper left, upper right, lower right, lower left. */
function corners(seed: string): readonly [Point, Point, Point, Point] {
  const tall = 1_800;
  const wide = (tall * width) / height;
  const turn = (chance(seed, 'turn') - 0.5) * 0.16;
  const place = (right: number, down: number): Point => {
    const [x, y] = [(right - 0.5) * wide, (down - 0.5) * tall];
    const shift = (axis: string) => (chance(seed, `${axis} ${right} ${down}`) - 0.5) * 90;
    return [
      frame.width / 2 + x * Math.cos(turn) - y * Math.sin(turn) + shift('x'),
      frame.height / 2 + x * Math.sin(turn) + y * Math.cos(turn) + shift('y'),
    ];
  };
  return [place(0, 0), place(1, 0), place(1, 1), place(0, 1)];
}

/** Darker to one side, and a soft reflection somewhere. */
function lighting(seed: string): (x: number, y: number) => number {
  const towards = chance(seed, 'light') * 2 * Math.PI;
  const [along, down] = [Math.cos(towards) / frame.width, Math.sin(towards) / frame.height];
  const fall = 0.25 + chance(seed, 'fall') * 0.3;
  const [glareX, glareY] = [chance(seed, 'glare x') * frame.width, chance(seed, 'glare y') * frame.height];
  const glare = 0.1 + chance(seed, 'glare') * 0.12;
  return (x, y) => {
    const slope = 0.85 + fall * ((x - frame.width / 2) * along + (y - frame.height / 2) * down);
    const far = ((x - glareX) ** 2 + (y - glareY) ** 2) / 250_000;
    return slope + glare / (1 + far * far);
  };
}

/** From 0 to 1, the same for the same seed and purpose. */
function chance(seed: string, purpose: string): number {
  return seededInt(seed, purpose, 10_000) / 10_000;
}

/** Mulberry32: small, quick, and good enough for grain. */
function noiseFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 - 0.5) * 2 * grain;
  };
}

type Homography = [number, number, number, number, number, number, number, number];

/** Eight numbers that map a position in the photograph to its position on the screen. */
function homography(seen: readonly [Point, Point, Point, Point]): Homography {
  const screen: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  const rows = seen.flatMap(([x, y], corner) => {
    const [u, v] = screen[corner] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return solved(rows) as Homography;
}

/** Gaussian elimination with pivoting; a row is coefficients and, last, the right side. */
function solved(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((best, row) => (abs(row, column) > abs(best, column) ? row : best));
    const swap = rows.indexOf(pivot);
    [rows[column], rows[swap]] = [pivot, rows[column] ?? pivot];
    const lead = pivot[column] ?? 1;
    rows[column] = pivot.map((value) => value / lead);
    rows.forEach((row, index) => {
      const factor = row[column] ?? 0;
      if (index !== column) rows[index] = row.map((value, at) => value - factor * (rows[column]?.[at] ?? 0));
    });
  }
  return rows.map((row) => row[size] ?? 0);
}

function abs(row: readonly number[], column: number): number {
  return Math.abs(row[column] ?? 0);
}
