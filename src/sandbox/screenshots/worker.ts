/** The worker thread that draws screenshots: outlines, pixels and PNGs take some hundred milliseconds. */
import sharp from 'sharp';
import { compose } from './compose.js';
import { photographed } from './photo-effect.js';
import type { Drawing } from './types.js';

// What libvips keeps of one picture is of no use to the next.
sharp.cache(false);

/** Twice the width it has on a page, for the fine screens of phones. */
const preview = { width: 480, quality: 72 };

export default async function draw(drawing: Drawing): Promise<Uint8Array> {
  const { isPhoto, size, seed } = drawing;
  const canvas = sharp(Buffer.from(compose(drawing))).removeAlpha();
  const picture = isPhoto ? sharp(await photographed(await canvas.raw().toBuffer(), seed)) : canvas;
  if (size !== 'preview') return await picture.png({ compressionLevel: 6 }).toBuffer();
  return await picture.resize({ width: preview.width }).webp({ quality: preview.quality }).toBuffer();
}
