/** What a file is by its content, whatever it is called. Pure, and safe with any bytes. */

export type Kind = 'jpeg' | 'png' | 'webp' | 'pdf';

const pdfMark = /^(?:\xEF\xBB\xBF)?\s{0,16}%PDF-\d/;
/** Pictures have no use for these, programs that open a picture as a page do. */
const markup = /<(?:script|html|svg|!doctype|\?php|iframe)\b/i;
/** The end record of a ZIP archive: its length without the comment, and where the comment's length stands. */
const zipEnd = { mark: Buffer.from('PK\x05\x06', 'latin1'), bytes: 22, commentAt: 20 };
const zipCommentBytesMax = 0xffff;
const pdfMarkWithin = 1024;

/** The major brands of HEIF files whose pictures are coded as HEVC. */
const heicBrand = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

/** A phone's own format, for whoever refuses it in words of its own. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, 12));
  return head.startsWith('ftyp', 4) && heicBrand.test(head.slice(8));
}

/** Null for everything that is not read: SVG, GIF, HEIC and AVIF among it. */
export function kindOf(bytes: Uint8Array): Kind | null {
  const head = latin1(bytes.subarray(0, 64));
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  return pdfMark.test(head) ? 'pdf' : null;
}

/**
 * True for a file made to be one thing to one program and another to the next: a picture that is also a PDF, a
 * page or an archive, or a PDF that is an archive. What cameras and phones append (films, second pictures) is none.
 */
export function isTwoThings(bytes: Uint8Array, kind: Kind): boolean {
  if (endsAsZip(bytes)) return true;
  return kind !== 'pdf' && (Buffer.from(head(bytes)).includes('%PDF-') || markup.test(latin1(bytes)));
}

/** An archive is found from its end, so anything may stand before it. */
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

function head(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, pdfMarkWithin);
}

function latin1(bytes: Uint8Array): string {
  return view(bytes).toString('latin1');
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
