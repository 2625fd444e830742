/**
 * Renders the filled and stroked paths of a PDF page to a picture, for QR codes that are drawn as shapes. Text, pictures,
 * patterns and clipping are ignored. Runs in a decoder process.
 */
import sharp from 'sharp';
import { getResolvedPDFJS } from 'unpdf';
import type { PdfPage } from './index.js';

/** Minimum of corners: the smallest QR code has more, lines and boxes have fewer. */
const numbersMin = 400;
/** Maximum of path numbers; far more than a page of codes has. */
const numbersMax = 400_000;
const pixels = 3_000_000;
const scaleMax = 4;
/** SVG command for each path operation of pdf.js (`DrawOPS`), and its number of arguments. */
const steps = [
  ['M', 2],
  ['L', 2],
  ['C', 6],
  ['Q', 4],
  ['Z', 0],
] as const;

interface Pen {
  matrix: readonly number[];
  fill: string;
  stroke: string;
  lineWidth: number;
}

/** A JPEG of the page's shapes; null when they are too few for a code. */
export async function drawingOf(page: PdfPage): Promise<Uint8Array | null> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const { OPS } = await getResolvedPDFJS();
  const { paths, numbers } = pathsOf(fnArray, argsArray, OPS);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const [width, height] = [right - left, top - bottom];
  if (numbers < numbersMin || !(width > 0 && height > 0)) return null;
  const scale = Math.min(scaleMax, Math.sqrt(pixels / (width * height)));
  const matrix = [scale, 0, 0, -scale, -left * scale, top * scale].join(' ');
  const size = `width="${Math.ceil(width * scale)}" height="${Math.ceil(height * scale)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><g transform="matrix(${matrix})" shape-rendering="crispEdges">${paths.join('')}</g></svg>`;
  return await sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Only numbers and six-digit colours enter the SVG. */
function pathsOf(operators: readonly number[], args: readonly unknown[], OPS: Record<string, number>) {
  const stack: Pen[] = [];
  const paths: string[] = [];
  let numbers = 0;
  let pen: Pen = { matrix: [1, 0, 0, 1, 0, 0], fill: '#000000', stroke: '#000000', lineWidth: 1 };
  for (const [at, operator] of operators.entries()) {
    const given = (args[at] ?? []) as readonly unknown[];
    switch (operator) {
      case OPS.save:
      case OPS.beginGroup:
      case OPS.paintFormXObjectBegin:
        stack.push(pen);
        if (operator === OPS.paintFormXObjectBegin) pen = { ...pen, matrix: moved(pen.matrix, given[0]) };
        break;
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        pen = stack.pop() ?? pen;
        break;
      case OPS.transform:
        pen = { ...pen, matrix: moved(pen.matrix, given) };
        break;
      case OPS.setLineWidth:
        pen = { ...pen, lineWidth: Number(given[0]) || 0 };
        break;
      case OPS.setFillRGBColor:
        pen = { ...pen, fill: colourOf(given[0]) };
        break;
      case OPS.setStrokeRGBColor:
        pen = { ...pen, stroke: colourOf(given[0]) };
        break;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        pen = { ...pen, fill: 'none' };
        break;
      case OPS.constructPath: {
        const [[data] = []] = given.slice(1) as [ArrayLike<number>[]?];
        if (!data || numbers + data.length > numbersMax) break;
        numbers += data.length;
        paths.push(path(data, pen, paintOf(Number(given[0]), OPS)));
        break;
      }
    }
  }
  return { paths, numbers };
}

interface Paint {
  fills: boolean;
  strokes: boolean;
  evenOdd: boolean;
}

function paintOf(operator: number, OPS: Record<string, number>): Paint {
  const name = Object.keys(OPS).find((key) => OPS[key] === operator) ?? '';
  return { fills: /fill/i.test(name), strokes: /stroke/i.test(name), evenOdd: /eofill/i.test(name) };
}

function path(data: ArrayLike<number>, pen: Pen, { fills, strokes, evenOdd }: Paint): string {
  let commands = '';
  for (let at = 0; at < data.length; ) {
    const [command, count] = steps[data[at] ?? -1] ?? [];
    if (command === undefined) break;
    commands += command + Array.from({ length: count }, (_, nth) => decimal(data[at + 1 + nth])).join(' ');
    at += 1 + count;
  }
  const fill = fills ? pen.fill : 'none';
  const stroke = strokes ? `stroke="${pen.stroke}" stroke-width="${decimal(pen.lineWidth)}"` : '';
  const rule = evenOdd ? 'evenodd' : 'nonzero';
  return `<path transform="matrix(${pen.matrix.map(decimal).join(' ')})" d="${commands}" fill="${fill}" fill-rule="${rule}" ${stroke}/>`;
}

/** Multiplies two matrices; returns the first when the second is absent. */
function moved(matrix: readonly number[], by: unknown): readonly number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const [g, h, i, j, k, l] = Array.from((by ?? []) as ArrayLike<number>);
  if (g === undefined || h === undefined || i === undefined) return matrix;
  if (j === undefined || k === undefined || l === undefined) return matrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function colourOf(given: unknown): string {
  return typeof given === 'string' && /^#[\da-f]{6}$/i.test(given) ? given : '#000000';
}

function decimal(number: number | undefined): string {
  return Number.isFinite(number) ? String(Math.round((number as number) * 1e4) / 1e4) : '0';
}
