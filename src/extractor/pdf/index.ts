/** Opening a PDF and reading its text, for the worker threads and the reading room. */
import { getDocumentProxy } from 'unpdf';
import { printedLines, type TextPiece } from './pdf-lines.js';

/** What is used of a text item of pdf.js; marks of marked content come in the same list, without text. */
interface TextItem {
  str?: string;
  transform?: number[];
  width?: number;
}

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Of a bank's own PDF: a receipt is one page, two at most. */
const pagesMax = 3;
const piecesPerPageMax = 10_000;
const lineLengthMax = 2_000;
/** Some three degrees: a page that was scanned askew is still read. */
const tiltMax = 0.05;
/** The largest picture a PDF may bear: twice a page scanned at 300 dots an inch. */
const picturePixelsMax = 18_000_000;

/**
 * Opens a PDF for as long as `read` works on it; the bytes are gone afterwards.
 * @param lenient makes do with parts where others are damaged; else nothing is better than a part
 * @throws when it is damaged, locked or no PDF
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
  for (let page = 1; page <= pages; page += 1) lines.push(...(await linesOfPage(document, page)));
  return lines;
}

export async function linesOfPage(document: PdfDocument, number: number): Promise<string[]> {
  const lines = printedLines(await piecesOf(document, number));
  return lines.map((line) => line.slice(0, lineLengthMax));
}

async function piecesOf(document: PdfDocument, number: number): Promise<TextPiece[]> {
  const page = await document.getPage(number);
  const { items } = (await page.getTextContent()) as { items: TextItem[] };
  return items.slice(0, piecesPerPageMax).filter(isUpright).map(pieceOf);
}

/** False for what lies across the page: a watermark or a stamp, whose words are no part of the lines they cross. */
function isUpright({ transform: [across = 0, up = 0] = [] }: TextItem): boolean {
  return across > 0 && Math.abs(up) <= tiltMax * across;
}

function pieceOf({ str = '', transform = [], width = 0 }: TextItem): TextPiece {
  const [, , skew = 0, scale = 0, x = Number.NaN, y = Number.NaN] = transform;
  return { text: str.slice(0, lineLengthMax), x, y, width, size: Math.hypot(skew, scale) };
}
