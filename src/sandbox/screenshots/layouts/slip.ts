/** A slip of paper: the code on top, each value under its label, two columns, the amount in a box at the end. */
import type { Row } from '../../banks/types.js';
import { wrapped } from '../glyph-outlines.js';
import { width } from '../types.js';
import { bottom, type Layout, margin, scaleToFit, statusSign } from './parts.js';

const codeSide = 460;
const columnWidth = 440;
const [valueSize, labelSize, leading, gap] = [36, 28, 44, 68];

export const slip: Layout = (canvas, { title, status, amount, rows, code }, theme, top) => {
  canvas.rect(margin, top + 40, width - 2 * margin, bottom - top - 40, theme.paper, 36);
  canvas.centred(theme.name, top + 130, { size: 48, fill: theme.primary, weight: 700 });
  let y = top + 170;
  if (code !== null) y += canvas.code(code, width / 2, y, codeSide) + 20;
  statusSign(canvas, status, 2 * margin + 40, y + 50, 40);
  canvas.text(title, 2 * margin + 110, y + 66, { size: 44, fill: theme.ink, weight: 600 });
  y += 120;

  const amountTop = bottom - 190;
  const pairs = pairsOf(rows);
  const needed = pairs.reduce((sum, pair) => sum + heightOf(pair), 0);
  const scale = scaleToFit(needed, y, amountTop - 20);
  for (const pair of pairs) {
    canvas.line(2 * margin, width - 2 * margin, y, theme.line, 3, 12);
    pair.forEach(([label, value], column) => {
      const x = 2 * margin + column * (columnWidth + 24);
      const baseline = y + (labelSize + 12) * scale;
      canvas.text(label, x, baseline, { size: labelSize * scale, fill: theme.muted });
      const style = { size: valueSize * scale, fill: theme.ink, weight: 600 } as const;
      const box = { width: spaceOf(pair), leading: leading * scale };
      canvas.lines(value, x, baseline + leading * scale, style, box);
    });
    y += heightOf(pair) * scale;
  }
  canvas.rect(2 * margin, amountTop, width - 4 * margin, 150, theme.primary, 20);
  canvas.text('Amount', 2 * margin + 40, amountTop + 92, { size: 40, fill: theme.onPrimary });
  canvas.text(amount, width - 2 * margin - 40, amountTop + 98, {
    size: 64,
    fill: theme.onPrimary,
    weight: 700,
    anchor: 'end',
  });
};

/** Two short values share a line; a long one has its own. */
function pairsOf(rows: readonly Row[]): Row[][] {
  const pairs: Row[][] = [];
  for (const row of rows) {
    const last = pairs.at(-1);
    if (last?.length === 1 && last[0] && isShort(last[0]) && isShort(row)) last.push(row);
    else pairs.push([row]);
  }
  return pairs;
}

function isShort([label, value]: Row): boolean {
  return (
    wrapped(value, valueSize, 600, columnWidth).length === 1 &&
    wrapped(label, labelSize, 400, columnWidth).length === 1
  );
}

/** Width of each value. */
function spaceOf(pair: readonly Row[]): number {
  return pair.length === 1 ? 2 * columnWidth : columnWidth;
}

function heightOf(pair: readonly Row[]): number {
  return gap + leading * Math.max(...pair.map(([, value]) => linesOf(value, spaceOf(pair))));
}

function linesOf(value: string, space: number): number {
  return Math.min(3, Math.max(1, wrapped(value, valueSize, 600, space).length));
}
