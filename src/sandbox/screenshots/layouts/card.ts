/** A coloured header, a sign, the amount, labels left and values right, the code below. */
import { wrapped } from '../glyph-outlines.js';
import { width } from '../types.js';
import { bottom, type Layout, margin, scaleToFit, statusSign } from './parts.js';

const codeSide = 470;
const valueWidth = 560;
const [valueSize, labelSize, leading, gap] = [36, 32, 46, 36];

export const card: Layout = (canvas, { title, status, amount, rows, code }, theme, top) => {
  canvas.rect(0, top, width, 150, theme.primary);
  canvas.centred(theme.name, top + 96, { size: 52, fill: theme.onPrimary, weight: 700 });
  statusSign(canvas, status, width / 2, top + 270, 64);
  canvas.centred(title, top + 410, { size: 44, fill: theme.muted, weight: 600 });
  canvas.centred(amount, top + 510, { size: 84, fill: theme.ink, weight: 700 });

  const first = top + 570;
  const limit = bottom - (code === null ? 0 : codeSide + 90);
  const needed = rows.reduce((sum, [, value]) => sum + gap + leading * linesOf(value), 0);
  const scale = scaleToFit(needed, first, limit);
  const box = { width: valueWidth, leading: leading * scale };
  const valueStyle = { size: valueSize * scale, fill: theme.ink, weight: 600, anchor: 'end' } as const;
  canvas.rect(margin / 2, first, width - margin, needed * scale + 24, theme.paper, 28);
  let y = first + 12;
  for (const [label, value] of rows) {
    const baseline = y + (gap / 2 + labelSize) * scale;
    canvas.text(label, margin, baseline, { size: labelSize * scale, fill: theme.muted });
    canvas.lines(value, width - margin, baseline, valueStyle, box);
    y += (gap + leading * linesOf(value)) * scale;
    canvas.line(margin, width - margin, y, theme.line, 2);
  }
  if (code === null) return;
  const side = canvas.code(code, width / 2, y + 40, codeSide);
  canvas.centred('Scan to verify', y + 40 + side + 40, { size: 28, fill: theme.muted });
};

function linesOf(value: string): number {
  return Math.min(3, Math.max(1, wrapped(value, valueSize, 600, valueWidth).length));
}
