/**
 * Scanning strategies, the cheapest first: scaled down for codes that fill a screen, full size for small ones, sharpened for
 * blurred photographs, enlarged for thumbnails, and then filters against cut edges, uneven light and pens (damage.ts).
 */
import sharp, { type Sharp } from 'sharp';
import { fitWithin } from '../prepare.js';
import { withFrame, withGlobalThreshold, withLocalThreshold } from './damage.js';
import { type Grey, readers } from './readers.js';
import { countReads, isSettled, type QrScan, type ReadCode, scanOf } from './scan.js';

/** Null when this strategy would add nothing. */
type Strategy = (grey: Grey) => Promise<Grey> | Grey | null;

const smallPixels = 1_000_000;
const sharpenedPixels = 2_000_000;
const thumbnailPixels = 1_500_000;
const tinyPixels = 300_000;
const damagedPixels = 3_000_000;
/** No further strategy starts after this processor time, ms; a job may take 5,000 (decoder-process/). */
const cpuMsEnough = 2_500;

const strategies: readonly Strategy[] = [
  (grey) => scaled(grey, smallPixels),
  (grey) => (pixels(grey) > 1.2 * smallPixels ? grey : null),
  (grey) => greyOf(resized(grey, sharpenedPixels).sharpen({ sigma: 2, m2: 4 })),
  (grey) => (pixels(grey) < thumbnailPixels ? enlarged(grey, pixels(grey) < tinyPixels ? 3 : 2) : null),
  async (grey) => withFrame(await scaled(grey, smallPixels)),
  async (grey) => withLocalThreshold(await greyOf(resized(grey, damagedPixels).blur(1))),
  async (grey) => withGlobalThreshold(await scaled(grey, damagedPixels)),
];

/**
 * Scans until each code found has been read twice alike, or all strategies have been tried.
 * @param jpeg as `prepare` made it
 * @param from the strategy to begin with: 0, or `next` of an earlier result
 * @param seen codes of an earlier result that was not settled
 */
export async function scanCodes(jpeg: Uint8Array, from = 0, seen: readonly ReadCode[] = []): Promise<QrScan> {
  const startedAt = process.cpuUsage();
  const grey = await greyOf(sharp(jpeg));
  const reads = new Map(seen.map(({ payload, reads: count }) => [payload, count]));
  for (const [index, strategy] of strategies.entries()) {
    if (index < from) continue;
    const { user, system } = process.cpuUsage(startedAt);
    if ((user + system) / 1000 > cpuMsEnough) break;
    const filtered = await strategy(grey);
    if (!filtered) continue;
    for (const read of readers) countReads(reads, await read(filtered));
    const next = index + 1;
    if (isSettled(reads.values())) return scanOf(reads, next < strategies.length ? next : null);
  }
  return scanOf(reads, null);
}

async function scaled(grey: Grey, pixelsMax: number): Promise<Grey> {
  return pixels(grey) > pixelsMax ? await greyOf(resized(grey, pixelsMax)) : grey;
}

async function enlarged(grey: Grey, times: number): Promise<Grey> {
  return await greyOf(opened(grey).resize({ width: grey.width * times }));
}

function resized(grey: Grey, pixelsMax: number): Sharp {
  return opened(grey).resize({ ...fitWithin(grey, pixelsMax), fit: 'fill' });
}

function opened({ data, width, height }: Grey): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

async function greyOf(picture: Sharp): Promise<Grey> {
  const grey = picture.greyscale().toColourspace('b-w').raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function pixels({ width, height }: { width: number; height: number }): number {
  return width * height;
}
