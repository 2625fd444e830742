/** The worker thread that draws screenshots: outlines, pixels and PNGs take some hundred milliseconds. */
import sharp from 'sharp';
import { compose } from './compose.js';
import { photographed } from './photo-effect.js';
import type { Drawing } from './types.js';

// What libvips caches for one picture is useless for the next.
sharp.cache(false);

/** Twice its width on a page, for the high-resolution screens of phones. */
const preview = { width: 480, quality: 72 };

export default async function draw(drawing: Drawing): Promise<Uint8Array> {
  const { isPhoto, size, seed } = drawing;
  const canvas = sharp(Buffer.from(compose(drawing))).removeAlpha();
  const picture = isPhoto ? sharp(await photographed(await canvas.raw().toBuffer(), seed)) : canvas;
  if (size !== 'preview') return await picture.png({ compressionLevel: 6 }).toBuffer();
  return await picture.resize({ width: preview.width }).webp({ quality: preview.quality }).toBuffer();
}
