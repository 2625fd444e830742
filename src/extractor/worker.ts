/** The worker thread that reads PDF text: pdf.js is slow with large files and can be made to loop by hostile ones. */
import type { MessagePort } from 'node:worker_threads';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { PdfText } from '../providers/types.js';
import { printedLines, type TextPiece } from './lines.js';

export interface ReadTask {
  bytes: Uint8Array;
  /** Told when reading begins, so that waiting for a free thread does not count as reading. */
  started: MessagePort;
}

/** What is used of a text item of pdf.js; marks of marked content come in the same list, without text. */
interface TextItem {
  str?: string;
  transform?: number[];
  width?: number;
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A receipt is one page, two at most. */
const pagesMax = 3;
const piecesPerPageMax = 10_000;
const lineLengthMax = 2_000;

// Loading pdf.js takes longer than reading a receipt: it is done before the first task comes.
await getResolvedPDFJS();

/** Null when the bytes are no PDF that can be read: damaged, locked with a password, something else. */
export default async function readPdfText({ bytes, started }: ReadTask): Promise<PdfText | null> {
  started.postMessage('started');
  try {
    return { lines: await readLines(bytes) };
  } catch {
    return null;
  } finally {
    started.close();
  }
}

async function readLines(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(bytes, {
    verbosity: 0,
    stopAtErrors: true,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
  });
  try {
    const lines: string[] = [];
    for (let page = 1; page <= Math.min(document.numPages, pagesMax); page++) {
      lines.push(...printedLines(await piecesOf(document, page)));
    }
    return lines.map((line) => line.slice(0, lineLengthMax));
  } finally {
    await document.loadingTask.destroy();
  }
}

async function piecesOf(document: Document, number: number): Promise<TextPiece[]> {
  const page = await document.getPage(number);
  const { items } = (await page.getTextContent()) as { items: TextItem[] };
  return items.slice(0, piecesPerPageMax).map(pieceOf);
}

function pieceOf({ str = '', transform = [], width = 0 }: TextItem): TextPiece {
  const [, , skew = 0, scale = 0, x = Number.NaN, y = Number.NaN] = transform;
  return { text: str.slice(0, lineLengthMax), x, y, width, size: Math.hypot(skew, scale) };
}
