/** Reads pictures without pause, one hostile file in fifty: measures lost pictures and memory of the reading process. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { childrenOf, residentBytes } from '../linux.js';
import type { Row } from './figures.js';
import { longestHold } from './loop.js';

const hostileEvery = 50;
const measureEveryMs = 20;

/** @param read whether a file shows what it should; true for every one of `files` when it is read alone */
export async function readInARow(
  files: readonly string[],
  read: (bytes: Uint8Array, file: string | null) => Promise<boolean>,
  of: number,
): Promise<Row> {
  const bad = await hostileFiles();
  const peak = { honest: 0, hostile: 0 };
  const processes = new Set<number>();
  let beside: keyof typeof peak = 'honest';
  const measure = () => {
    for (const pid of childrenOf(process.pid)) {
      processes.add(pid);
      peak[beside] = Math.max(peak[beside], residentMb(pid));
    }
  };
  const watch = setInterval(measure, measureEveryMs);
  let [lost, hostile] = [0, 0];
  const held = await longestHold(async () => {
    for (let nth = 0; nth < of; nth += 1) {
      const isHostile = nth % hostileEvery === hostileEvery - 1;
      beside = isHostile ? 'hostile' : 'honest';
      const file = files[nth % files.length] ?? '';
      if (isHostile) await read(bad[hostile++ % bad.length] ?? new Uint8Array(1), null);
      else if (!(await read(readFileSync(file), file))) lost += 1;
    }
  });
  clearInterval(watch);
  peak.hostile = Math.max(peak.hostile, peak.honest);
  return { of, lost, hostile, processes: processes.size, peak, held };
}

/** Much work for few bytes: 40 million pixels, noise throughout, cut off, a PDF that calls itself, one that unpacks to 300 MB. */
async function hostileFiles(): Promise<Uint8Array[]> {
  const plain = { width: 8_000, height: 5_000, channels: 3 as const, background: '#808080' };
  const noise = { type: 'gaussian', mean: 128, sigma: 70 } as const;
  const rough = sharp({ create: { ...plain, width: 2_000, height: 1_500, noise } });
  const large = await sharp({ create: plain }).jpeg({ progressive: true }).toBuffer();
  const grainy = await rough.jpeg({ quality: 80 }).toBuffer();
  return [large, grainy, grainy.subarray(0, grainy.length / 2), callingItself(), unpacking()];
}

function callingItself(): Uint8Array {
  const drawings = Array.from({ length: 12 }, (_, level) => {
    const inner = level < 11 ? `/Resources<</XObject<</F ${level + 6} 0 R>>>>` : '';
    const body = level < 11 ? '/F Do '.repeat(10) : 'q 0 0 m 9 9 l S Q';
    return Buffer.from(
      `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]${inner}/Length ${body.length}>>stream\n${body}\nendstream`,
    );
  });
  return pdf(
    [Buffer.from('<</Length 5>>stream\n/F Do\nendstream'), ...drawings],
    '/Resources<</XObject<</F 5 0 R>>>>',
  );
}

function unpacking(): Uint8Array {
  const packed = deflateSync(Buffer.alloc(300e6, ' '), { level: 1 });
  const head = Buffer.from(`<</Filter/FlateDecode/Length ${packed.length}>>stream\n`);
  return pdf([Buffer.concat([head, packed, Buffer.from('\nendstream')])], '');
}

/** Of one page, whose content is the first object given: number 4. Without a table, which readers make up for. */
function pdf(objects: readonly Buffer[], resources: string): Uint8Array {
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R${resources}>>`;
  const all = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page, ...objects];
  const parts = all.flatMap((one, at) => [
    Buffer.from(`${at + 1} 0 obj\n`),
    Buffer.from(one),
    Buffer.from('\nendobj\n'),
  ]);
  const tail = Buffer.from(`trailer\n<</Size ${all.length + 1}/Root 1 0 R>>\n%%EOF`);
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, tail]);
}

/** 0 for one that is ending or has ended. */
function residentMb(pid: number): number {
  try {
    return residentBytes(pid) / 1024 / 1024 || 0;
  } catch {
    return 0;
  }
}
