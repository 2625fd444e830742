/** The worker thread that draws screenshots: outlines, pixels and PNGs take some hundred milliseconds. */
import sharp from 'sharp';
import { compose } from './compose.js';
import { photographed } from './photo-effect.js';
import type { Drawing } from './types.js';

// What libvips keeps of one picture is of no use to the next.
sharp.cache(false);

export default async function draw(drawing: Drawing): Promise<Uint8Array> {
  const canvas = sharp(Buffer.from(compose(drawing))).removeAlpha();
  if (!drawing.isPhoto) return await canvas.png({ compressionLevel: 6 }).toBuffer();
  return await photographed(await canvas.raw().toBuffer(), drawing.seed);
}
