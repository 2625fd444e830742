/** Pictures and documents as people send them, made for the tests. */
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import encodeQR from 'qr';
import sharp, { type Sharp } from 'sharp';
import type { DecoderCaller } from '../../src/extractor/types.js';

let askers = 0;
/** Another one each time: the files of one asker are read one after the other. */
export const asker = (): DecoderCaller => ({ name: `account ${askers++}`, anonymous: false });

/** A payload that `readCode` of the tests takes. */
export function payloadOf(reference: string): string {
  return `https://bank.example/receipt?id=${reference}`;
}

interface Placed {
  text: string;
  left: number;
  top: number;
  /** Pixels a module. */
  module: number;
  inverted?: boolean;
}

/** A code without its quiet zone: rows of what is dark. */
export function modules(text: string): boolean[][] {
  const rows = encodeQR(text, 'raw', { border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}

/** A code with its quiet zone, one byte a pixel. */
export async function code(text: string, module: number, inverted = false): Promise<Buffer> {
  const rows = encodeQR(text, 'raw', { border: 3 });
  const side = rows.length;
  const dark = inverted ? 255 : 0;
  const raw = Buffer.from(rows.flat().map((isDark) => (isDark ? dark : 255 - dark)));
  const size = side * module;
  const picture = sharp(raw, { raw: { width: side, height: side, channels: 1 } });
  return await picture.resize(size, size, { kernel: 'nearest' }).png().toBuffer();
}

/** A phone's screen with lines of grey bars for text, and codes. */
export async function screen(codes: readonly Placed[], width = 1080, height = 2400): Promise<Sharp> {
  const bars = Array.from({ length: Math.floor(height / 60) }, (_, index) => ({
    input: { create: { width: Math.floor(width / 2), height: 20, channels: 3 as const, background: '#556' } },
    left: 40,
    top: 20 + index * 60,
  }));
  const placed = codes.map(async ({ text, left, top, module, inverted }) => ({
    input: await code(text, module, inverted),
    left,
    top,
  }));
  const blank = sharp({ create: { width, height, channels: 3, background: '#fff' } });
  const { data, info } = await blank
    .composite([...bars, ...(await Promise.all(placed))])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

/** Seen from an angle, a little out of focus, darker to one side, JPEG 60. */
export async function photograph(picture: Sharp): Promise<Buffer> {
  const turned = await picture
    .affine([0.9, 0.12, -0.08, 0.82], { background: '#554433' })
    .removeAlpha()
    .png()
    .toBuffer();
  const { width, height } = await sharp(turned).metadata();
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="s"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#666"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="url(#s)"/></svg>`;
  const lit = sharp(turned).composite([{ input: Buffer.from(shade), blend: 'multiply' }]);
  return await sharp(await lit.png().toBuffer())
    .blur(1.3)
    .jpeg({ quality: 60 })
    .toBuffer();
}

export async function pdf(
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4', margin: 0, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  document.end();
  await end;
  return new Uint8Array(Buffer.concat(chunks));
}

/** A PNG of grey, as its header says it, with whatever stands for its pixels. */
export function png(width: number, height: number, pixels: Buffer, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, interlaced ? 1 : 0], 8);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

/** As many equal pixels as a picture of this size has. */
export function plainPixels(width: number, height: number): Buffer {
  return deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Some 4 KB whose drawings call each other ten times at each of twelve levels: nobody reads it to its end. */
export function endlessPdf(): Uint8Array {
  const levels = 12;
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>'];
  const resources = (level: number) => `<</XObject<</F ${level + 5} 0 R>>>>`;
  objects.push(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources ${resources(0)}>>`);
  objects.push(stream('', '/F Do '.repeat(10)));
  for (let level = 0; level < levels; level += 1) {
    const isLast = level === levels - 1;
    const inner = isLast ? '' : `/Resources ${resources(level + 1)}`;
    const body = isLast ? 'q 0 0 m 9 9 l S Q ' : '/F Do '.repeat(10);
    objects.push(stream(`/Type/XObject/Subtype/Form/BBox[0 0 99 99]${inner}`, body));
  }
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const tail = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${tail}`, 'latin1');
}

function stream(members: string, body: string): string {
  return `<<${members}/Length ${body.length}>>\nstream\n${body}\nendstream`;
}
