/** Parts that the layouts share. */
import type { PaymentStatus, Screen } from '../../banks/types.js';
import type { SvgCanvas } from '../svg-canvas.js';
import { height, type Theme } from '../types.js';

export type Layout = (canvas: SvgCanvas, screen: Screen, theme: Theme, top: number) => void;

export const margin = 56;
/** The phone's own bar is below this. */
export const bottom = height - 70;

const signs: Record<PaymentStatus, { colour: string; points: readonly (readonly [number, number])[] }> = {
  settled: {
    colour: '#1f9d55',
    points: [
      [-0.45, 0.02],
      [-0.12, 0.35],
      [0.45, -0.3],
    ],
  },
  pending: {
    colour: '#d9930d',
    points: [
      [0, -0.45],
      [0, 0.05],
      [0.32, 0.3],
    ],
  },
  reversed: {
    colour: '#c0392b',
    points: [
      [0.45, 0],
      [-0.45, 0],
      [-0.1, -0.32],
      [-0.45, 0],
      [-0.1, 0.32],
    ],
  },
};

/** A tick, a clock's hands, an arrow back. */
export function statusSign(
  canvas: SvgCanvas,
  status: PaymentStatus,
  x: number,
  y: number,
  radius: number,
): void {
  const { colour, points } = signs[status];
  const placed = points.map(([right, down]) => [x + right * radius, y + down * radius] as const);
  canvas.disc(x, y, radius, colour).stroke(placed, '#ffffff', radius / 6);
}

/** The factor by which rows must shrink to end above `limit`; 1 when they already fit. */
export function scaleToFit(needed: number, top: number, limit: number): number {
  return Math.min(1, (limit - top) / needed);
}
