/** Extracts text, links and pictures of an uploaded PDF. Runs in a decoder process. */
import { getResolvedPDFJS } from 'unpdf';
import { isTwoThings } from '../detect-file-type.js';
import { type PreparedPicture, prepareRaw } from '../prepare.js';
import { refusals, UploadError } from '../upload-errors.js';
import { linesOfPage, type PdfDocument, type PdfPage, withPdf } from './index.js';
import { drawingOf } from './pdf-drawings.js';
import { receiptText } from './receipt-text.js';

export interface PdfParts {
  /** Links and text that may contain a reference, for each page that has any. */
  texts: string[];
  /** `page` for one as large as a scanned page. */
  pictures: (PreparedPicture & { page: boolean })[];
  /** Number of pages read, if not all. */
  onlyPages: number | null;
}

/** A picture of pdf.js: `kind` is its pixel format; masks have no kind and one bit per pixel. */
interface PdfPicture {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  kind?: number;
}

/** Pages read; a receipt may be part of a statement. */
const pagesMax = 30;
/** No further page starts after this processor time, ms; a job may take 5,000 (decoder-process/). */
const cpuMsEnough = 2_000;
const linksMax = 50;
const linkLengthMax = 2_000;
const picturesMax = 8;
/** Smaller pictures are bullets or lines: a code has at least 21 modules. */
const sideMin = 21;
const scanPixelsMin = 250_000;

/** @throws UploadError */
export async function readPdf(bytes: Uint8Array): Promise<PdfParts> {
  if (isTwoThings(bytes, 'pdf')) throw new UploadError(refusals.twoThings);
  try {
    // Lenient, because fonts are not available here, which must not prevent finding pictures.
    return await withPdf(bytes, partsOf, { lenient: true });
  } catch {
    throw new UploadError(refusals.pdf);
  }
}

async function partsOf(document: PdfDocument): Promise<PdfParts> {
  const parts: PdfParts = { texts: [], pictures: [], onlyPages: null };
  const seen = new Set<unknown>();
  const startedAt = process.cpuUsage();
  for (let number = 1; number <= document.numPages; number += 1) {
    const { user, system } = process.cpuUsage(startedAt);
    if (number > pagesMax || (user + system) / 1000 > cpuMsEnough) return { ...parts, onlyPages: number - 1 };
    const page = await document.getPage(number);
    const text = receiptText(await linksOf(page), await linesOfPage(page));
    if (text !== '') parts.texts.push(text);
    await addPictures(page, parts.pictures, seen);
    // Frees the decoded pictures of the page, which would otherwise stay in memory until the end.
    page.cleanup();
  }
  return parts;
}

/** Link targets as written. */
async function linksOf(page: PdfPage): Promise<string[]> {
  const annotations: { url?: unknown }[] = await page.getAnnotations();
  const links = annotations.flatMap(({ url }) => (typeof url === 'string' ? [url] : []));
  return links.filter((link) => link.length <= linkLengthMax).slice(0, linksMax);
}

/** Each picture once, plus the page's shapes; unreadable ones are skipped. */
async function addPictures(page: PdfPage, pictures: PdfParts['pictures'], seen: Set<unknown>): Promise<void> {
  for (const drawn of await drawnOn(page)) {
    if (pictures.length >= picturesMax) return;
    if (seen.has(drawn)) continue;
    seen.add(drawn);
    const picture = await pictureOf(page, drawn);
    const prepared = picture && (await preparedOf(picture).catch(() => null));
    if (prepared) pictures.push({ ...prepared, page: picture.width * picture.height >= scanPixelsMin });
  }
  const shapes = pictures.length < picturesMax && (await drawingOf(page).catch(() => null));
  // Not scanned yet.
  if (shapes) pictures.push({ jpeg: shapes, scan: { codes: [], next: 0 }, page: false });
}

/** Pictures drawn by a page: names, or inline pictures. */
async function drawnOn(page: PdfPage): Promise<unknown[]> {
  const { OPS } = await getResolvedPDFJS();
  const drawing: number[] = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject];
  const { fnArray, argsArray } = await page.getOperatorList();
  const drawn = fnArray.map((operator, at) => (drawing.includes(operator) ? argsArray[at]?.[0] : undefined));
  return drawn.filter((picture) => picture !== undefined);
}

async function pictureOf(page: PdfPage, drawn: unknown): Promise<PdfPicture | null> {
  const found = await lookUpPicture(page, dataOf(drawn));
  return asPicture(found, typeof drawn === 'string' ? found : drawn);
}

/** Looks up a picture by name; those shared by pages are stored separately. */
async function lookUpPicture(page: PdfPage, name: unknown): Promise<unknown> {
  if (typeof name !== 'string') return name;
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return await new Promise((resolve) => objects.get(name, resolve));
}

/** A mask contains its bits, or the name of its data; other pictures contain pixels. */
function dataOf(drawn: unknown): unknown {
  const data = (drawn as { data?: unknown } | null)?.data;
  return typeof data === 'string' ? data : drawn;
}

function asPicture(found: unknown, dimensions: unknown): PdfPicture | null {
  const { data } = (found ?? {}) as Partial<PdfPicture>;
  const { width, height, kind } = (dimensions ?? {}) as Partial<PdfPicture>;
  if (!width || !height || Math.min(width, height) < sideMin) return null;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return null;
  return { data, width, height, ...(kind !== undefined && { kind }) };
}

async function preparedOf(picture: PdfPicture): Promise<PreparedPicture | null> {
  const { data, width, height } = picture;
  const channels = data.length / (width * height);
  if (channels === 1 || channels === 3 || channels === 4) {
    return await prepareRaw(data, { width, height, channels });
  }
  const bits = bitsOf(picture);
  return bits && (await prepareRaw(bits, { width, height, channels: 1 }));
}

/** Expands one bit per pixel, rows padded to bytes, to one byte per pixel. */
function bitsOf({ data, width, height }: PdfPicture): Uint8Array | null {
  const row = Math.ceil(width / 8);
  if (data.length !== row * height) return null;
  const bytes = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = data[y * row + (x >> 3)] ?? 0;
      bytes[y * width + x] = byte & (0x80 >> (x & 7)) ? 255 : 0;
    }
  }
  return bytes;
}
