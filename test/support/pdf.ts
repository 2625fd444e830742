/**
 * Renders receipts like report engines do: labels left, values right; a long value wraps at blanks within its column.
 */
import PDFDocument from 'pdfkit';
import { printedLines } from '../../src/extractor/pdf/pdf-lines.js';

/** A heading, a label and its value, or the cells of a table. */
export type Row = readonly [string] | readonly [string, string] | readonly [string, string, string];

export interface Layout {
  /** Where values begin, and how wide their column is, in points. */
  valuesAt?: number;
  valuesWidth?: number;
  /** 2: the second half of the rows is to the right of the first. */
  columns?: 1 | 2;
  /** Rows do not grow with their values: the second line of a value overlaps the row below. */
  fixedRows?: boolean;
}

export interface Piece {
  text: string;
  x: number;
  /** From the top of the page. */
  y: number;
  width: number;
  size: number;
}

/** In a value: forces a line break. */
export const fill = '\f';

const size = 10;
const lineHeight = 14;
const top = 40;
/** A4; longer where a receipt is. */
const pageWidth = 595;
const pageHeight = 842;
const measure = new PDFDocument({ size: 'A4', margin: 0 }).font('Helvetica').fontSize(size);

const widths = new Map<string, number>();

/** Sum of letter widths without kerning: fast, because it is called for every word of thousands of pages. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    const known = widths.get(letter) ?? measure.widthOfString(letter);
    widths.set(letter, known);
    width += known;
  }
  return width;
}

export function layOut(rows: readonly Row[], layout: Layout = {}): Piece[] {
  if (layout.columns !== 2) return column(rows, { left: 40, at: 260, width: 290, ...stated(layout) });
  const half = Math.ceil(rows.length / 2);
  return [
    ...column(rows.slice(0, half), { left: 20, at: 130, width: 160, ...stated(layout) }),
    ...column(rows.slice(half), { left: 310, at: 430, width: 150, ...stated(layout) }),
  ];
}

interface Column {
  left: number;
  at: number;
  width: number;
  fixedRows?: boolean;
}

function stated({ valuesAt, valuesWidth, fixedRows }: Layout): Partial<Column> {
  return {
    ...(valuesAt !== undefined && { at: valuesAt }),
    ...(valuesWidth !== undefined && { width: valuesWidth }),
    ...(fixedRows && { fixedRows }),
  };
}

function column(rows: readonly Row[], { left, at, width, fixedRows }: Column): Piece[] {
  const pieces: Piece[] = [];
  let y = top;
  for (const [first, second, third] of rows) {
    pieces.push(piece(first, left, y));
    const values = second === undefined || third !== undefined ? [] : brokenLines(second, width);
    if (second !== undefined && third !== undefined) {
      pieces.push(piece(second, left + 180, y), piece(third, left + 360, y));
    }
    pieces.push(...values.map((line, nth) => piece(line, at, y + nth * lineHeight)));
    y += lineHeight * (fixedRows ? 1 : Math.max(1, values.length));
  }
  return pieces.filter(({ text }) => text.trim() !== '');
}

function piece(text: string, x: number, y: number): Piece {
  return { text, x, y, width: widthOf(text), size };
}

/** Lines of a value: breaks at `fill` and at the last blank that fits. */
function brokenLines(value: string, width: number): string[] {
  return value.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const parts = paragraph.split(fill);
    return parts.flatMap((part, nth) => {
      const lines = wrapped(part.replaceAll('\t', ' ').trim(), width);
      if (nth < parts.length - 1) lines.push(filled(lines.pop() ?? '', width));
      return lines;
    });
  });
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function filled(line: string, width: number): string {
  return line + ' .'.repeat(Math.max(0, Math.floor((width - widthOf(line)) / widthOf(' .'))));
}

/** Lines as the extractor would find them, without writing a PDF: same grouping, about a hundred times faster. */
export function linesOf(pieces: readonly Piece[]): string[] {
  return printedLines(pieces.map((one) => ({ ...one, y: pageHeight - one.y - one.size })));
}

export interface Watermark {
  text: string;
  /** Of its middle, from the top of the page. */
  y: number;
  /** Degrees. */
  angle: number;
}

/** The file. */
export async function draw(pieces: readonly Piece[], watermark?: Watermark): Promise<Uint8Array> {
  const date = new Date('2026-11-20T07:30:00Z');
  const lowest = Math.max(0, ...pieces.map(({ y }) => y)) + 2 * lineHeight;
  const document = new PDFDocument({
    size: [pageWidth, Math.max(pageHeight, lowest)],
    margin: 0,
    info: { CreationDate: date, ModDate: date },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.font('Helvetica');
  if (watermark) {
    const { text, y, angle } = watermark;
    document
      .save()
      .rotate(angle, { origin: [297, y] })
      .fontSize(48)
      .fillColor('#dddddd');
    document.text(text, 297 - document.widthOfString(text) / 2, y - 24, { lineBreak: false });
    document.restore();
  }
  document.fontSize(size).fillColor('black');
  for (const { text, x, y } of pieces) document.text(text, x, y, { lineBreak: false });
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
