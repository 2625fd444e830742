/** Two independent QR decoders: a payload that both read alike is practically certain. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeQRBatch } from 'qr/decode.js';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** Greyscale, one byte per pixel. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Payloads of all codes found, dark on light or light on dark. Never throws. */
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
/** A pixel as a number: one byte each of red, green, blue and alpha. */
const opaque = 0xff000000;
const oneOfEach = 0x010101;

export const readers: readonly CodeReader[] = [withZxing, withQr];

async function withQr({ data, width, height }: Grey): Promise<string[]> {
  try {
    // I420 begins with the luminance plane, the only part that is read. The default format would take 59 MB per picture.
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

/** Loads the WebAssembly of zxing from its package; by default it would be downloaded. */
export async function warmReaders(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
