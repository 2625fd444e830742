/** Two independent QR decoders: a payload that both read alike is practically certain. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeQRBatch } from 'qr/decode.js';
import { type Position, prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** Greyscale, one byte per pixel. */
export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface LocatedCode {
  payload: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Payloads of all codes found, dark on light or light on dark. Never throws. */
type CodeReader = (grey: Grey) => Promise<string[]>;

const codesMax = 8;
const zxingOptions: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: codesMax,
};
export const readers: readonly CodeReader[] = [withZxing, withQr];

export async function withQr({ data, width, height }: Grey): Promise<string[]> {
  try {
    // I420 begins with the luminance plane, the only part that is read. The default format would take 59 MB per picture.
    const options = { format: 'I420', maxSize: { width, height } } as const;
    const [found = []] = await decodeQRBatch([{ data, width, height }], options);
    return found.filter((payload) => typeof payload === 'string').slice(0, codesMax);
  } catch {
    return [];
  }
}

async function withZxing(grey: Grey): Promise<string[]> {
  return (await locatedCodes(grey)).map(({ payload }) => payload);
}

/** As `withZxing`, with the place of each code: the upright rectangle around its corners. */
export async function locatedCodes({ data, width, height }: Grey): Promise<LocatedCode[]> {
  try {
    // A file of grey pixels: as ImageData, the same picture would take four times the memory and twice the time.
    const file = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
    const found = await readBarcodes(file, zxingOptions);
    return found.filter(({ isValid }) => isValid).map(({ text, position }) => located(text, position));
  } catch {
    return [];
  }
}

function located(payload: string, position: Position): LocatedCode {
  const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    payload,
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/** Loads the WebAssembly of zxing from its package; by default it would be downloaded. */
export async function warmReaders(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
