/**
 * Uploads to pictures everybody can work with: upright, without transparency, sRGB, of bounded size. Runs in the
 * reading room (room/), for it decodes whatever somebody sends.
 */
import sharp, { type Metadata, type Sharp, type SharpInput } from 'sharp';
import { isTwoThings, type Kind } from './detect-file-type.js';
import { Refusal, refusals } from './upload-errors.js';

/** docs/api.md#pictures */
const pixelsMax = 40_000_000;
/** Decoders that cannot go line by line hold a whole picture in memory: at most this much of it. */
const wholeBytesMax = 200 * 1024 * 1024;
/** A phone's screen is 2.6 to 4.6 million pixels, which stay as they are. */
const preparedPixelsMax = 6_000_000;
/** Of a moving picture, evenly spread, the first and the last among them. */
const framesMax = 5;
const decodeSecondsMax = 8;
const quality = 90;

/** One thread, and nothing kept of a picture. Of the whole process: for one that does nothing else. */
export function setUpSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * A JPEG of at most 6 million pixels; one of each of up to five frames where there are several.
 * @throws Refusal
 */
export async function prepare(bytes: Uint8Array, kind: Exclude<Kind, 'pdf'>): Promise<Uint8Array[]> {
  if (isTwoThings(bytes, kind)) throw new Refusal(refusals.twoThings);
  const options = { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true, pages: 1 } as const;
  const metadata = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (metadata.format !== kind) throw new Refusal(refusals.unknown);
  checkSize(metadata);
  const jpegs: Uint8Array[] = [];
  for (const page of frames(metadata.pages ?? 1)) {
    const frame = sharp(bytes, { ...options, page }).autoOrient();
    jpegs.push(await upright(frame, metadata.autoOrient, metadata.hasAlpha).catch(damaged));
  }
  return jpegs;
}

function frames(count: number): number[] {
  const kept = Math.min(count, framesMax);
  return Array.from({ length: kept }, (_, nth) =>
    nth === 0 ? 0 : Math.round((nth * (count - 1)) / (kept - 1)),
  );
}

/** A picture as pixels, such as those of a PDF. */
export async function prepareRaw(
  data: SharpInput,
  raw: { width: number; height: number; channels: 1 | 3 | 4 },
): Promise<Uint8Array> {
  return await upright(sharp(data, { raw, limitInputPixels: pixelsMax }), raw, raw.channels === 4);
}

function checkSize({ width, height, channels, depth, format, isProgressive }: Metadata): void {
  if (width * height > pixelsMax) throw new Refusal(refusals.tooManyPixels);
  const whole = isProgressive || format === 'webp';
  const bytesPerSample = depth === 'ushort' || format === 'jpeg' ? 2 : 1;
  // Colours of a progressive JPEG are kept at half their width and height by nearly every program that makes one.
  const samples = format === 'jpeg' ? 1.5 : channels;
  if (whole && width * height * samples * bytesPerSample > wholeBytesMax) {
    throw new Refusal(refusals.tooMuchMemory);
  }
}

async function upright(
  picture: Sharp,
  size: { width: number; height: number },
  hasAlpha: boolean,
): Promise<Uint8Array> {
  const scaled = picture
    .timeout({ seconds: decodeSecondsMax })
    .toColourspace('srgb')
    .resize({ ...within(size, preparedPixelsMax), fit: 'fill' });
  if (!hasAlpha) return await scaled.jpeg({ quality }).toBuffer();
  const { data, info } = await scaled.raw().toBuffer({ resolveWithObject: true });
  return await sharp(data, { raw: info })
    .flatten({ background: groundOf(data, info.channels) })
    .jpeg({ quality })
    .toBuffer();
}

/** What is transparent is paper; it is black where hardly anything but light colours is drawn on it. */
function groundOf(data: Uint8Array, channels: number): '#000000' | '#ffffff' {
  let [light, dark] = [0, 0];
  for (let at = 0; at < data.length; at += channels) {
    if ((data[at + channels - 1] ?? 0) < 128) continue;
    if ((data[at + 1] ?? 0) < 128) dark += 1;
    else light += 1;
  }
  return light > 20 * dark ? '#000000' : '#ffffff';
}

/** The size of a picture made to have no more than so many pixels, with its proportions; never larger. */
export function within(size: { width: number; height: number }, pixels: number) {
  const scale = Math.min(1, Math.sqrt(pixels / (size.width * size.height)));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** The decoders' own words may quote the file. */
function damaged(error: unknown): never {
  const slow = error instanceof Error && error.message.startsWith('timeout');
  throw new Refusal(slow ? refusals.tooMuchWork : refusals.damaged);
}
