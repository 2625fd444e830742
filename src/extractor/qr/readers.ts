/** Two readers of QR codes that have nothing in common: what both read alike is as good as certain. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeQRBatch } from 'qr/decode.js';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** A byte a pixel, from black to white. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The payloads of the codes that are found, dark on light or light on dark. Never throws. */
export type CodeReader = (grey: Grey) => Promise<string[]>;

const codesMax = 8;
const zxingOptions: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: codesMax,
};
/** A pixel as a number: a byte each of red, green, blue and opacity. */
const opaque = 0xff000000;
const oneOfEach = 0x010101;

export const readers: readonly CodeReader[] = [withZxing, withQr];

async function withQr({ data, width, height }: Grey): Promise<string[]> {
  try {
    // I420 begins with the light of all pixels, which is all that is looked at. Left alone, 59 MB are made ready for a picture.
    const options = { format: 'I420', maxSize: { width, height } } as const;
    const [found = []] = await decodeQRBatch([{ data, width, height }], options);
    return found.filter((one) => typeof one === 'string').slice(0, codesMax);
  } catch {
    return [];
  }
}

async function withZxing({ data, width, height }: Grey): Promise<string[]> {
  try {
    const pixels = new Uint32Array(width * height);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = opaque + (data[at] ?? 0) * oneOfEach;
    const image = { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' } as const;
    const found = await readBarcodes(image, zxingOptions);
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  } catch {
    return [];
  }
}

/** Loads what the second reader is compiled to from the package: left alone it would fetch it. */
export async function warmReaders(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
