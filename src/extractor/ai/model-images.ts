/** Prepares pictures for the AI model. */
import sharp from 'sharp';

/** Models scale larger pictures down to this, and then until the shorter side is 768. */
const sideMax = 2048;
/** Taller pictures than this are cut. Up to this ratio the second step loses more than the first. */
const uncutRatio = 2.6;
const tileRatio = 2.2;
/** Overlap of tiles as a share of their width, so that text divided by a cut is whole in the next tile. */
const overlapRatio = 0.2;
const tilesMax = 4;
const quality = 85;

/**
 * One to four JPEGs, from top to bottom, no side over 2,048 pixels. Long screenshots are cut, because scaling would make
 * their text unreadable.
 * @param jpeg from `prepare`
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
