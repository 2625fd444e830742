/** A table over the whole width, in bands of two colours; the code in a corner below. */
import { wrapped } from '../glyph-outlines.js';
import { width } from '../types.js';
import { bottom, type Layout, margin, scaleToFit, statusSign } from './parts.js';

const codeSide = 440;
const valuesAt = 430;
const valueWidth = width - valuesAt - margin;
const labelWidth = valuesAt - margin - 20;
const [valueSize, labelSize, leading, gap] = [34, 30, 44, 44];

export const table: Layout = (canvas, { title, status, amount, rows, code }, theme, top) => {
  canvas.text(theme.name, margin, top + 110, { size: 54, fill: theme.primary, weight: 700 });
  canvas.line(margin, width - margin, top + 140, theme.primary, 6);
  statusSign(canvas, status, margin + 36, top + 210, 36);
  canvas.text(title, margin + 96, top + 225, { size: 42, fill: theme.ink, weight: 600 });
  canvas.rect(0, top + 280, width, 150, theme.primary);
  canvas.centred(amount, top + 384, { size: 80, fill: theme.onPrimary, weight: 700 });

  const first = top + 460;
  const limit = bottom - (code === null ? 0 : codeSide + 40);
  const needed = rows.reduce((sum, row) => sum + gap + leading * linesOf(row), 0);
  const scale = scaleToFit(needed, first, limit);
  let y = first;
  rows.forEach((row, index) => {
    const [label, value] = row;
    const tall = (gap + leading * linesOf(row)) * scale;
    if (index % 2 === 0) canvas.rect(margin / 2, y, width - margin, tall, theme.line);
    const baseline = y + (gap / 2 + labelSize) * scale;
    const labelStyle = { size: labelSize * scale, fill: theme.muted };
    const valueStyle = { size: valueSize * scale, fill: theme.ink, weight: 600 } as const;
    const apart = { leading: leading * scale };
    canvas.lines(label, margin, baseline, labelStyle, { ...apart, width: labelWidth });
    canvas.lines(value, valuesAt, baseline, valueStyle, { ...apart, width: valueWidth });
    y += tall;
  });
  if (code === null) return;
  const side = canvas.code(code, margin + codeSide / 2, y + 30, codeSide);
  canvas.text('Scan to verify', margin + codeSide + 40, y + 30 + side / 2, { size: 34, fill: theme.muted });
};

function linesOf([label, value]: readonly [string, string]): number {
  const values = wrapped(value, valueSize, 600, valueWidth).length;
  return Math.min(3, Math.max(1, values, wrapped(label, labelSize, 400, labelWidth).length));
}
