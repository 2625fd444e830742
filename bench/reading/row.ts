/** Reads pictures without pause, one hostile file in fifty: measures lost pictures and memory of the reading process. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { clearPng, jpegInScans, pdfOfPictures, unpackingPdf } from '../../test/extractor/hostile-files.js';
import { endlessPdf } from '../../test/extractor/pictures.js';
import { childrenOf, peakResidentBytes, residentBytes } from '../linux.js';
import type { Row } from './figures.js';
import { longestHold } from './loop.js';

const hostileEvery = 50;
const measureEveryMs = 5;

/** @param read whether a file shows what it should; true for every one of `files` when it is read alone */
export async function readInARow(
  files: readonly string[],
  read: (bytes: Uint8Array, file: string | null) => Promise<boolean>,
  of: number,
): Promise<Row> {
  const bad = await hostileFiles();
  const peak = { honest: 0, hostile: 0 };
  const processes = new Set<number>();
  let phase: keyof typeof peak = 'honest';
  const measure = () => {
    for (const pid of childrenOf(process.pid)) {
      processes.add(pid);
      peak[phase] = Math.max(peak[phase], megabytes(residentBytes, pid));
      peak.hostile = Math.max(peak.hostile, megabytes(peakResidentBytes, pid));
    }
  };
  const watch = setInterval(measure, measureEveryMs);
  let [lost, hostile] = [0, 0];
  const held = await longestHold(async () => {
    for (let nth = 0; nth < of; nth += 1) {
      const isHostile = nth % hostileEvery === hostileEvery - 1;
      phase = isHostile ? 'hostile' : 'honest';
      const file = files[nth % files.length] ?? '';
      if (isHostile) await read(bad[hostile++ % bad.length] ?? new Uint8Array(1), null);
      else if (!(await read(readFileSync(file), file))) lost += 1;
    }
  });
  clearInterval(watch);
  return { of, lost, hostile, processes: processes.size, peak, held };
}

/**
 * Much work or memory for few bytes: 40 million pixels, the same in a JPEG whose colours follow each other, a very wide PNG,
 * only noise, a truncated file, a PDF that calls itself, one that unpacks to 300 MB, one of many large pictures.
 */
async function hostileFiles(): Promise<Uint8Array[]> {
  const plain = { width: 8_000, height: 5_000, channels: 3 as const, background: '#808080' };
  const noise = { type: 'gaussian', mean: 128, sigma: 70 } as const;
  const rough = sharp({ create: { ...plain, width: 2_000, height: 1_500, noise } });
  const large = await sharp({ create: plain }).jpeg({ progressive: true }).toBuffer();
  const grainy = await rough.jpeg({ quality: 80 }).toBuffer();
  const half = grainy.subarray(0, grainy.length / 2);
  const pictures = [large, grainy, half, jpegInScans(8_000, 5_000, 4), clearPng(400_000, 100)];
  return [...pictures, endlessPdf(), unpackingPdf(), pdfOfPictures(8, 4_200)];
}

/** 0 for one that is ending or has ended. */
function megabytes(bytesOf: (pid: number) => number, pid: number): number {
  try {
    return bytesOf(pid) / 1024 / 1024 || 0;
  } catch {
    return 0;
  }
}
