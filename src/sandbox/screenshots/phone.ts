/** The phone's own bars around an app: clock and battery, and a browser's address bar if the receipt is a page. */
import { seededInt } from '../fake-data.js';
import { wrapped } from './glyph-outlines.js';
import type { SvgCanvas } from './svg-canvas.js';
import { height, width } from './types.js';

const barHeight = 84;
const addressSize = 30;
const addressLeading = 40;

/** Clock, signal, battery. @returns where the app begins */
export function statusBar(canvas: SvgCanvas, seed: string, ink: string): number {
  const clock = `${7 + seededInt(seed, 'phone hour', 15)}:${String(seededInt(seed, 'phone minute', 60)).padStart(2, '0')}`;
  const charge = 15 + seededInt(seed, 'battery', 85);
  canvas.text(clock, 56, 58, { size: 36, fill: ink, weight: 600 });
  [0, 1, 2, 3].forEach((bar) => {
    canvas.rect(808 + bar * 16, 54 - bar * 8, 10, 8 + bar * 8, ink, 2);
  });
  canvas.text(`${charge}%`, 890, 57, { size: 28, fill: ink });
  canvas.rect(974, 32, 50, 26, ink, 6).rect(1024, 39, 5, 12, ink, 2);
  return barHeight;
}

/** @returns where the page begins */
export function addressBar(canvas: SvgCanvas, address: string, top: number): number {
  const lines = wrapped(address, addressSize, 400, width - 220).slice(0, 3);
  const tall = 56 + lines.length * addressLeading;
  canvas.rect(0, top, width, tall + 24, '#eceff3').rect(32, top + 12, width - 64, tall, '#ffffff', 32);
  padlock(canvas, 76, top + 12 + tall / 2);
  lines.forEach((line, index) => {
    canvas.text(line, 124, top + 50 + index * addressLeading, { size: addressSize, fill: '#202124' });
  });
  return top + tall + 24;
}

/** The bar from which a person swipes up. */
export function homeBar(canvas: SvgCanvas, ink: string): void {
  canvas.rect(width / 2 - 160, height - 30, 320, 10, ink, 5);
}

function padlock(canvas: SvgCanvas, x: number, y: number): void {
  const arch = [
    [x - 9, y],
    [x - 9, y - 14],
    [x + 9, y - 14],
    [x + 9, y],
  ] as const;
  canvas.stroke(arch, '#5f6368', 4).rect(x - 15, y - 3, 30, 22, '#5f6368', 4);
}
