/** Small files that take much memory or time to decode, for the tests and the benchmark. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { pngChunk } from './pictures.js';

/** A JPEG of one colour whose components follow each other, so that a decoder must keep all of it: 6 to 8 bytes a pixel. */
export function jpegInScans(width: number, height: number, components: number): Buffer {
  const ids = Array.from({ length: components }, (_, at) => at + 1);
  const [high, wide] = [Buffer.alloc(2), Buffer.alloc(2)];
  high.writeUInt16BE(height);
  wide.writeUInt16BE(width);
  const frame = Buffer.from([8, ...high, ...wide, components, ...ids.flatMap((id) => [id, 0x11, 0])]);
  /** One code, of one bit: no difference, or the end of a block. */
  const huffman = (table: number) => segment(0xc4, Buffer.from([table, 1, ...Array(15).fill(0), 0]));
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const scans = ids.flatMap((id) => [
    segment(0xda, Buffer.from([1, id, 0, 0, 63, 0])),
    Buffer.alloc(Math.ceil((2 * blocks) / 8)),
  ]);
  const quantisation = segment(0xdb, Buffer.from([0, ...Array(64).fill(1)]));
  const adobe = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\0', 'latin1'));
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  return Buffer.concat([
    start,
    ...(components === 4 ? [adobe] : []),
    quantisation,
    segment(0xc0, frame),
    huffman(0x00),
    huffman(0x10),
    ...scans,
    end,
  ]);
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** A PNG of nothing, with transparency: a wide one makes whoever scales it keep long lines. */
export function clearPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((4 * width + 1) * height), { level: 9 });
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

const mebibyte = 1024 * 1024;

/** What zlib's `deflate` makes of so many equal bytes: one part of it is compressed, and repeated. */
export function deflated(byte: ' ' | '\0' | '\x80', length: number): Buffer {
  const head = Buffer.from([0x78, 0x9c]);
  const part = Buffer.alloc(mebibyte, byte, 'latin1');
  const parts = Math.floor(length / mebibyte);
  const repeated = deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(part.subarray(0, length % mebibyte));
  return Buffer.concat([head, ...Array(parts).fill(repeated), rest, adler32(part[0] ?? 0, length)]);
}

/** The checksum of so many equal bytes. */
function adler32(byte: number, length: number): Buffer {
  const [value, count, base] = [BigInt(byte), BigInt(length), 65_521n];
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(Number((count + (value * count * (count + 1n)) / 2n) % base), 0);
  sum.writeUInt16BE(Number((1n + value * count) % base), 2);
  return sum;
}

/** A PDF whose page is 300 MB of blanks. */
export function unpackingPdf(): Buffer {
  return pdfOf([stream('/Filter/FlateDecode', deflated(' ', 300e6))], '');
}

/** A PDF of one page with so many square pictures. */
export function pdfOfPictures(count: number, side: number): Buffer {
  const names = Array.from({ length: count }, (_, at) => `/I${at}`);
  const drawn = names.map((name) => `q 99 0 0 99 0 0 cm ${name} Do Q`).join(' ');
  const kind = `/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8`;
  const pixels = deflated('\x80', 3 * side * side);
  const pictures = names.map(() => stream(`${kind}/Filter/FlateDecode`, pixels));
  const resources = names.map((name, at) => `${name} ${at + 5} 0 R`).join('');
  return pdfOf([stream('', Buffer.from(drawn)), ...pictures], `/Resources<</XObject<<${resources}>>>>`);
}

function stream(members: string, body: Buffer): Buffer {
  const head = Buffer.from(`<<${members}/Length ${body.length}>>stream\n`);
  return Buffer.concat([head, body, Buffer.from('\nendstream')]);
}

/** Of one page, whose content is the first object given: number 4. Without a table, which readers make up for. */
function pdfOf(objects: readonly Buffer[], resources: string): Buffer {
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
