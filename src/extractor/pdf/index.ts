/** Opens a PDF and reads its text, for worker threads and decoder processes. */
import { getDocumentProxy } from 'unpdf';
import { printedLines, type TextPiece } from './pdf-lines.js';

/** The used fields of a pdf.js text item; markers of marked content are in the same list, without text. */
interface TextItem {
  str?: string;
  transform?: number[];
  width?: number;
}

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** Pages read of a bank's PDF; receipts have one or two. */
const pagesMax = 3;
const piecesPerPageMax = 10_000;
const lineLengthMax = 2_000;
/** About three degrees, so that slightly rotated scans are read. */
const tiltMax = 0.05;
/** Largest picture in a PDF: twice a page scanned at 300 dpi. */
const picturePixelsMax = 18_000_000;

/**
 * Opens a PDF while `read` runs. The bytes are transferred and cannot be used afterwards.
 * @param lenient returns readable parts of a damaged PDF; otherwise it fails
 * @throws when it is damaged, locked or not a PDF
 */
export async function withPdf<T>(
  bytes: Uint8Array,
  read: (document: PdfDocument) => Promise<T>,
  { lenient = false } = {},
): Promise<T> {
  const document = await getDocumentProxy(bytes, {
    verbosity: 0,
    stopAtErrors: !lenient,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: picturePixelsMax,
  });
  try {
    return await read(document);
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Printed lines of the first three pages, from top to bottom. */
export async function linesOf(document: PdfDocument): Promise<string[]> {
  const lines: string[] = [];
  const pages = Math.min(document.numPages, pagesMax);
  for (let number = 1; number <= pages; number += 1) {
    lines.push(...(await linesOfPage(await document.getPage(number))));
  }
  return lines;
}

export async function linesOfPage(page: PdfPage): Promise<string[]> {
  const { items } = (await page.getTextContent()) as { items: TextItem[] };
  const pieces = items.slice(0, piecesPerPageMax).filter(isUpright).map(pieceOf);
  return printedLines(pieces).map((line) => line.slice(0, lineLengthMax));
}

/** False for rotated text, such as a watermark or a stamp, which does not belong to the lines it crosses. */
function isUpright({ transform: [across = 0, up = 0] = [] }: TextItem): boolean {
  return across > 0 && Math.abs(up) <= tiltMax * across;
}

function pieceOf({ str = '', transform = [], width = 0 }: TextItem): TextPiece {
  const [, , skew = 0, scale = 0, x = Number.NaN, y = Number.NaN] = transform;
  return { text: str.slice(0, lineLengthMax), x, y, width, size: Math.hypot(skew, scale) };
}
