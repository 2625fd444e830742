/**
 * Converts uploads to JPEGs (upright, without transparency, sRGB, of bounded size), and scans them for codes while the pixels
 * are in memory. Runs in a decoder process, because it decodes untrusted files.
 */
import sharp, { type Metadata, type Sharp, type SharpInput } from 'sharp';
import { isTwoThings, type Kind } from './detect-file-type.js';
import { coefficientBytes } from './jpeg-memory.js';
import { brightness, withoutAlpha } from './pixels.js';
import { quickScan } from './qr/quick-scan.js';
import type { QrScan } from './qr/scan.js';
import { refusals, UploadError } from './upload-errors.js';

/** docs/api.md#pictures */
const pixelsMax = 40_000_000;
/**
 * Maximum memory for decoding a picture beyond the process itself, bytes: the picture, if its decoder needs all of it at once,
 * and the lines buffered while it is scaled down. A progressive JPEG of 40 million pixels takes 155 million.
 */
const decodingBytesMax = 165_000_000;
/** Lines in memory while a picture is scaled down, measured with pictures of 8,000 to 400,000 pixels across. */
const bufferedLines = 1_450;
/** Larger than phone screens, which have 2.6 to 4.6 million pixels and are not scaled. */
const preparedPixelsMax = 6_000_000;
/** Frames of an animation: evenly spread, including the first and the last. */
const framesMax = 5;
/** Huffman tables made for each picture would save a tenth of its bytes, but take as long as decoding it. */
const asJpeg = { quality: 90, optimizeCoding: false } as const;

/** How to make each Exif orientation upright: mirror left to right first, then turn clockwise. */
const orientations = [
  { mirrored: false, angle: 0 },
  { mirrored: true, angle: 0 },
  { mirrored: false, angle: 180 },
  { mirrored: true, angle: 180 },
  { mirrored: true, angle: 270 },
  { mirrored: false, angle: 90 },
  { mirrored: true, angle: 90 },
  { mirrored: false, angle: 270 },
] as const;

export interface PreparedPicture {
  jpeg: Uint8Array;
  scan: QrScan;
}

/** One thread and no cache. Applies to the whole process, so only for decoder processes. */
export function setUpSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * A JPEG of at most 6 million pixels; for animations one for each of up to five frames.
 * @throws UploadError
 */
export async function prepare(bytes: Uint8Array, kind: Exclude<Kind, 'pdf'>): Promise<PreparedPicture[]> {
  if (isTwoThings(bytes, kind)) throw new UploadError(refusals.twoThings);
  const options = { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true, pages: 1 } as const;
  const metadata = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(damaged);
  if (metadata.format !== kind) throw new UploadError(refusals.unknown);
  checkSize(metadata, bytes);
  const prepared: PreparedPicture[] = [];
  for (const page of frames(metadata.pages ?? 1)) {
    const frame = sharp(bytes, { ...options, page });
    prepared.push(await upright(frame, metadata, metadata.orientation).catch(damaged));
  }
  return prepared;
}

function frames(count: number): number[] {
  const chosen = Math.min(count, framesMax);
  return Array.from({ length: chosen }, (_, nth) =>
    nth === 0 ? 0 : Math.round((nth * (count - 1)) / (chosen - 1)),
  );
}

/** Prepares raw pixels, such as those of a PDF. */
export async function prepareRaw(
  data: SharpInput,
  raw: { width: number; height: number; channels: 1 | 3 | 4 },
): Promise<PreparedPicture> {
  return await upright(sharp(data, { raw, limitInputPixels: pixelsMax }), raw);
}

function checkSize(metadata: Metadata, bytes: Uint8Array): void {
  const { width, height, channels, depth, format, isProgressive, pages = 1 } = metadata;
  if (width * height > pixelsMax) throw new UploadError(refusals.tooManyPixels);
  const line = width * channels * (depth === 'ushort' ? 2 : 1);
  const isWhole = format === 'webp' || (format === 'png' && isProgressive);
  // For an animation: one frame and the canvas that it is drawn on.
  const pixels = isWhole ? line * height * (pages > 1 ? 2 : 1) : 0;
  const wholePicture = format === 'jpeg' ? coefficientBytes(bytes) : pixels;
  if (wholePicture + bufferedLines * line > decodingBytesMax) throw new UploadError(refusals.tooMuchMemory);
}

/**
 * Scales before turning, because turning needs all pixels at once, which may be 40 million.
 * @param orientation as in Exif, 1 to 8
 */
async function upright(
  picture: Sharp,
  size: { width: number; height: number },
  orientation = 1,
): Promise<PreparedPicture> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .resize({ ...fitWithin(size, preparedPixelsMax), fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = withoutAlpha({ data, ...info });
  const { width, height, channels } = pixels;
  const jpeg = await turned(sharp(pixels.data, { raw: { width, height, channels } }), orientation)
    .toColourspace('srgb')
    .jpeg(asJpeg)
    .toBuffer();
  return { jpeg, scan: await quickScan(brightness(pixels)) };
}

function turned(picture: Sharp, orientation: number): Sharp {
  const { mirrored, angle } = orientations[orientation - 1] ?? { mirrored: false, angle: 0 };
  const flopped = mirrored ? picture.flop() : picture;
  return angle === 0 ? flopped : flopped.rotate(angle);
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
function damaged(): never {
  throw new UploadError(refusals.damaged);
}
