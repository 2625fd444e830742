/** Two readers of QR codes that have nothing in common: what both read alike is as good as certain. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeQRBatch } from 'qr/decode.js';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** Four bytes a pixel: red, green, blue, opaque. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** The payloads of the codes that are found, dark on light or light on dark. Never throws. */
export type CodeReader = (pixels: Pixels) => Promise<string[]>;

const codesMax = 8;
const zxingOptions: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: codesMax,
};

export const readers: readonly CodeReader[] = [withQr, withZxing];

async function withQr({ data, width, height }: Pixels): Promise<string[]> {
  try {
    const [found = []] = await decodeQRBatch([{ data, width, height }], { format: 'RGBA' });
    return found.filter((one) => typeof one === 'string').slice(0, codesMax);
  } catch {
    return [];
  }
}

async function withZxing({ data, width, height }: Pixels): Promise<string[]> {
  try {
    const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, zxingOptions);
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
