/** Pictures as an AI model sees them best. */
import sharp from 'sharp';

/** Models scale what is larger down to this, and then again until the shorter side is 768. */
const sideMax = 2048;
/** Up to these proportions the second step loses more than the first; what is taller is cut. */
const uncutRatio = 2.6;
const tileRatio = 2.2;
/** Of a tile's width: what one cut divides stands whole in the next tile. */
const overlapRatio = 0.2;
const tilesMax = 4;
const quality = 85;

/**
 * One to four JPEGs, from top to bottom, none with a side over 2,048 pixels. Long screenshots are cut, or their
 * letters would be scaled away.
 * @param jpeg as `prepare` made it
 */
export async function tilesOf(jpeg: Uint8Array): Promise<Uint8Array[]> {
  const { width, height } = await sharp(jpeg).metadata();
  const tiles: Uint8Array[] = [];
  for (const cut of cuts(width, height)) {
    const tile = sharp(jpeg)
      .extract({ left: 0, width, ...cut })
      .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality });
    tiles.push(await tile.toBuffer());
  }
  return tiles;
}

function cuts(width: number, height: number): { top: number; height: number }[] {
  if (height <= width * uncutRatio) return [{ top: 0, height }];
  const overlap = Math.round(width * overlapRatio);
  const step = width * tileRatio - overlap;
  const count = Math.min(tilesMax, Math.ceil((height - overlap) / step));
  const fair = Math.ceil((height - overlap) / count);
  return Array.from({ length: count }, (_, index) => {
    const top = index * fair;
    return { top, height: Math.min(fair + overlap, height - top) };
  });
}
