/** Detects file types by content, not by name. Pure, safe with any bytes. */

export type Kind = 'jpeg' | 'png' | 'webp' | 'pdf';

const pdfMark = /^(?:\xEF\xBB\xBF)?\s{0,16}%PDF-\d/;
/** Markers of web pages and scripts, which pictures do not contain. */
const markup = /<(?:script|html|svg|!doctype|\?php|iframe)\b/i;
/** End record of a ZIP archive: its length without the comment, and the offset of the comment's length. */
const zipEnd = { mark: Buffer.from('PK\x05\x06', 'latin1'), bytes: 22, commentAt: 20 };
const zipCommentBytesMax = 0xffff;
const pdfMarkWithin = 1024;

/** Major brands of HEIF files with HEVC pictures. */
const heicBrand = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** True for HEIC, which gets its own error message. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, 12));
  return head.startsWith('ftyp', 4) && heicBrand.test(head.slice(8));
}

/** Null for unsupported types, including SVG, GIF, HEIC and AVIF. */
export function kindOf(bytes: Uint8Array): Kind | null {
  const head = latin1(bytes.subarray(0, 64));
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  return pdfMark.test(head) ? 'pdf' : null;
}

/**
 * True for polyglot files: a picture that is also a PDF, a page or an archive, or a PDF that is also an archive. Data that
 * cameras and phones append (videos, second pictures) does not count.
 */
export function isTwoThings(bytes: Uint8Array, kind: Kind): boolean {
  if (endsAsZip(bytes)) return true;
  return (
    kind !== 'pdf' && (view(bytes.subarray(0, pdfMarkWithin)).includes('%PDF-') || markup.test(latin1(bytes)))
  );
}

/** Archives are read from their end, so any data may precede them. */
function endsAsZip(bytes: Uint8Array): boolean {
  const tail = view(bytes.subarray(-(zipEnd.bytes + zipCommentBytesMax)));
  for (
    let at = tail.lastIndexOf(zipEnd.mark);
    at >= 0;
    at = at > 0 ? tail.lastIndexOf(zipEnd.mark, at - 1) : -1
  ) {
    const rest = tail.length - at - zipEnd.bytes;
    if (rest >= 0 && tail.readUInt16LE(at + zipEnd.commentAt) === rest) return true;
  }
  return false;
}

function latin1(bytes: Uint8Array): string {
  return view(bytes).toString('latin1');
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
