/**
 * Converts uploads to JPEGs: upright, without transparency, sRGB, of bounded size. Runs in a decoder process, because it
 * decodes untrusted files.
 */
import sharp, { type Metadata, type Sharp, type SharpInput } from 'sharp';
import { isTwoThings, type Kind } from './detect-file-type.js';
import { refusals, UploadError } from './upload-errors.js';

/** docs/api.md#pictures */
const pixelsMax = 40_000_000;
/** Memory limit of decoders that need the whole picture at once, bytes. */
const wholeBytesMax = 200 * 1024 * 1024;
/** Larger than phone screens, which have 2.6 to 4.6 million pixels and are not scaled. */
const preparedPixelsMax = 6_000_000;
/** Frames of an animation: evenly spread, including the first and the last. */
const framesMax = 5;
const decodeSecondsMax = 8;
const quality = 90;

/** One thread and no cache. Applies to the whole process, so only for decoder processes. */
export function setUpSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * A JPEG of at most 6 million pixels; for animations one JPEG for each of up to five frames.
 * @throws Refusal
 */
export async function prepare(bytes: Uint8Array, kind: Exclude<Kind, 'pdf'>): Promise<Uint8Array[]> {
  if (isTwoThings(bytes, kind)) throw new UploadError(refusals.twoThings);
  const options = { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true, pages: 1 } as const;
  const metadata = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (metadata.format !== kind) throw new UploadError(refusals.unknown);
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

/** Prepares raw pixels, such as those of a PDF. */
export async function prepareRaw(
  data: SharpInput,
  raw: { width: number; height: number; channels: 1 | 3 | 4 },
): Promise<Uint8Array> {
  return await upright(sharp(data, { raw, limitInputPixels: pixelsMax }), raw, raw.channels === 4);
}

function checkSize({ width, height, channels, depth, format, isProgressive }: Metadata): void {
  if (width * height > pixelsMax) throw new UploadError(refusals.tooManyPixels);
  const whole = isProgressive || format === 'webp';
  const bytesPerSample = depth === 'ushort' || format === 'jpeg' ? 2 : 1;
  // Nearly all progressive JPEGs have colours at half width and height.
  const samples = format === 'jpeg' ? 1.5 : channels;
  if (whole && width * height * samples * bytesPerSample > wholeBytesMax) {
    throw new UploadError(refusals.tooMuchMemory);
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
    .resize({ ...fitWithin(size, preparedPixelsMax), fit: 'fill' });
  if (!hasAlpha) return await scaled.jpeg({ quality }).toBuffer();
  const { data, info } = await scaled.raw().toBuffer({ resolveWithObject: true });
  return await sharp(data, { raw: info })
    .flatten({ background: groundOf(data, info.channels) })
    .jpeg({ quality })
    .toBuffer();
}

/** Background for transparent pixels: white, or black when nearly all drawn colours are light. */
function groundOf(data: Uint8Array, channels: number): '#000000' | '#ffffff' {
  let [light, dark] = [0, 0];
  for (let at = 0; at < data.length; at += channels) {
    if ((data[at + channels - 1] ?? 0) < 128) continue;
    if ((data[at + 1] ?? 0) < 128) dark += 1;
    else light += 1;
  }
  return light > 20 * dark ? '#000000' : '#ffffff';
}

/** The size scaled down to a maximum of pixels, keeping proportions; never scaled up. */
export function fitWithin(size: { width: number; height: number }, pixels: number) {
  const scale = Math.min(1, Math.sqrt(pixels / (size.width * size.height)));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** Replaces decoder errors, which may quote the file. */
function damaged(error: unknown): never {
  const slow = error instanceof Error && error.message.startsWith('timeout');
  throw new UploadError(slow ? refusals.tooMuchWork : refusals.damaged);
}
