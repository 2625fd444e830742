/**
 * Draws the life of an incident for docs/admin-bot.md, from what test/bots/admin/picture.system.test.ts has recorded of the
 * running bot. `npm run docs` draws it; a test fails when the picture is stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** One thing that can be seen in the chat, in the order in which it came. */
export interface Scene {
  /** Which message of the chat it is, from 1. */
  message: number;
  happens: 'sent' | 'edited' | 'silent reply';
  text: string;
  buttons: string[][];
}

const recorded = new URL('chats/admin-incident.jsonl', import.meta.url);
export const picture = new URL('pictures/admin-bot-incident.svg', import.meta.url);

const width = 560;
const margin = 16;
const left = 150;
const lineHeight = 20;
const padding = 12;
const buttonHeight = 28;
const gap = 18;

export function drawnIncident(): string {
  const lines = readFileSync(recorded, 'utf8').trimEnd().split('\n');
  return draw(lines.map((line) => JSON.parse(line) as Scene));
}

function draw(scenes: readonly Scene[]): string {
  const shapes: string[] = [];
  let y = margin;
  for (const scene of scenes) {
    const drawn = drawScene(scene, y);
    shapes.push(drawn.shapes);
    y += drawn.height + gap;
  }
  const spoken = scenes
    .map(({ message, happens, text }) => `Message ${message}, ${happens}: ${text}`)
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title desc">
<title id="title">The life of an incident</title>
<desc id="desc">${escaped(spoken)}</desc>
<style>text{font:14px 'Noto Sans','Segoe UI',Helvetica,Arial,sans-serif;fill:#15202b}.what{fill:#3d5163}.button{fill:#0a4d8c;text-anchor:middle}</style>
<rect width="${width}" height="${y}" rx="12" fill="#dde6ee"/>
${shapes.join('\n')}
</svg>
`;
}

function drawScene(
  { message, happens, text, buttons }: Scene,
  y: number,
): { shapes: string; height: number } {
  const lines = text.split('\n');
  const box = lines.length * lineHeight + 2 * padding;
  const wide = width - left - margin;
  const shapes = [
    `<text class="what" x="${margin}" y="${y + 24}">Message ${message}</text>`,
    `<text class="what" x="${margin}" y="${y + 44}">${happens}</text>`,
    `<rect x="${left}" y="${y}" width="${wide}" height="${box}" rx="10" fill="#fff"/>`,
    ...lines.map((line, nth) => drawLine(line, left + padding, y + padding + 14 + nth * lineHeight)),
  ];
  let below = y + box + 4;
  for (const row of buttons) {
    const each = (wide - 4 * (row.length - 1)) / row.length;
    for (const [nth, name] of row.entries()) {
      const x = left + nth * (each + 4);
      shapes.push(
        `<rect x="${x}" y="${below}" width="${each}" height="${buttonHeight}" rx="8" fill="#f4f8fb"/>`,
        `<text class="button" x="${x + each / 2}" y="${below + 19}">${escaped(name)}</text>`,
      );
    }
    below += buttonHeight + 4;
  }
  return { shapes: shapes.join('\n'), height: below - y };
}

/** Not every machine has a font with the two signs. */
const signs: Readonly<Record<string, string>> = { '🔴': '#d6312b', '🟢': '#2f9e44' };

function drawLine(line: string, x: number, y: number): string {
  const [first = ''] = line;
  const colour = signs[first];
  if (colour === undefined) return `<text x="${x}" y="${y}">${escaped(line)}</text>`;
  const rest = line.slice(first.length).trim();
  return `<circle cx="${x + 7}" cy="${y - 5}" r="7" fill="${colour}"/><text x="${x + 20}" y="${y}">${escaped(rest)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(new URL('.', picture), { recursive: true });
  writeFileSync(picture, drawnIncident());
}
