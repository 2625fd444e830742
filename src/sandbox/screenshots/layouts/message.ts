/** The screen of a phone's messages: the sender, and one bubble with the text. */
import type { Screen } from '../../banks/types.js';
import { seededInt } from '../../fake-data.js';
import { wrapped } from '../glyph-outlines.js';
import type { SvgCanvas } from '../svg-canvas.js';
import { height, width } from '../types.js';

const bubble = { left: 40, padding: 40, width: 860 };
const [size, leading] = [40, 58];
const ink = '#1c1e21';

/** The ground is white for every bank, because messages look alike. */
export function message(canvas: SvgCanvas, { sms }: Screen, seed: string, top: number): void {
  canvas.rect(0, top, width, 170, '#f7f8fa');
  canvas.stroke(
    [
      [80, top + 56],
      [52, top + 85],
      [80, top + 114],
    ],
    '#1a73e8',
    7,
  );
  canvas.disc(170, top + 85, 48, '#8ab4f8').text(sms.sender.slice(0, 1).toUpperCase(), 170, top + 102, {
    size: 48,
    fill: '#ffffff',
    weight: 600,
    anchor: 'middle',
  });
  canvas.text(sms.sender, 250, top + 100, { size: 46, fill: ink, weight: 600 });
  const minute = String(seededInt(seed, 'message minute', 60)).padStart(2, '0');
  const time = `${1 + seededInt(seed, 'message hour', 12)}:${minute}`;
  canvas.centred(`Today ${time}`, top + 250, { size: 30, fill: '#70757a' });

  const lines = sms.text
    .split('\n')
    .flatMap((line) => (line === '' ? [''] : wrapped(line, size, 400, bubble.width - 2 * bubble.padding)));
  const start = top + 290;
  const tall = lines.length * leading + 2 * bubble.padding - 10;
  canvas.rect(bubble.left, start, bubble.width, tall, '#e9ecf1', 44);
  lines.forEach((line, index) => {
    const y = start + bubble.padding + size + index * leading;
    canvas.text(line, bubble.left + bubble.padding, y, { size, fill: ink });
  });
  canvas.rect(40, height - 190, width - 80, 110, '#f1f3f4', 55);
  canvas.text('Text message', 90, height - 122, { size: 38, fill: '#80868b' });
}
