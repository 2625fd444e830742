/**
 * Draws the chats of docs/chats as pictures for the pages beside it. The chats are recorded by
 * test/bots/cashier/features/pictures*.system.test.ts from the running bot; `npm run docs` draws them; a test fails when a picture is stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import encodeQr from 'qr';

/** The pictures of docs/cashier-bot.md. */
export const pictureNames = [
  ...(['1-open', '2-account', '3-invite', '4-check', '4-again'] as const),
  ...(['4-ask', '4-amount', '4-split', '4-undo'] as const),
  ...(['5-day', '5-after-closing', '6-request', '7-shift', '7-report', '7-shops'] as const),
  ...(['8-owner', '8-cashier'] as const),
] as const;

/** A message as it stood at the end. */
export interface ChatLine {
  picture: (typeof pictureNames)[number];
  /** Whose telephone it is seen on. */
  phone: string;
  from: 'bot' | 'person';
  text: string;
  /** Telegram's: offset and length in UTF-16 units. */
  entities: { type: string; offset: number; length: number }[];
  buttons: { text: string; pressed: boolean }[][];
  /** The link in the QR code above the text. */
  code?: string;
}

const chats = ['cashier-bot.jsonl', 'cashier-bot-working-day.jsonl'].map(
  (name) => new URL(`chats/${name}`, import.meta.url),
);
const pictures = new URL('pictures/', import.meta.url);

const width = 440;
const margin = 14;
const bubbleWidth = 350;
const padding = 11;
const lineHeight = 20;
const buttonHeight = 32;
const headHeight = 46;
const gap = 9;
const fontSize = 14;
const textWidth = bubbleWidth - 2 * padding;
const codeSize = 150;

/** Each picture with its file name. */
export function drawnChats(): Map<string, string> {
  const lines = chats
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChatLine);
  const drawn = pictureNames.map((name): [string, string] => {
    const own = lines.filter(({ picture }) => picture === name);
    return [`cashier-bot-${name}.svg`, drawChat(own)];
  });
  return new Map(drawn);
}

/** One telephone with one chat on it. */
function drawChat(lines: readonly ChatLine[]): string {
  const shapes: string[] = [];
  let y = headHeight + gap;
  for (const line of lines) {
    const drawn = drawMessage(line, y);
    shapes.push(drawn.shapes);
    y += drawn.height + gap;
  }
  const title = `${lines[0]?.phone ?? ''} · Deresegn`;
  const spoken = lines
    .map(({ from, phone, text }) => `${from === 'bot' ? 'Deresegn' : phone}: ${text}`)
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(spoken)}</desc>
<style>text{font:${fontSize}px 'Noto Sans','Noto Sans Ethiopic','Segoe UI',Helvetica,Arial,sans-serif,'Noto Color Emoji';fill:#15202b}.code{font-family:'Noto Sans Mono','DejaVu Sans Mono',Consolas,monospace;fill:#0b6bcb}.link{fill:#0b6bcb}.button{fill:#0a4d8c;text-anchor:middle}.head{fill:#fff;font-weight:600}</style>
<rect width="${width}" height="${y}" rx="16" fill="#dde6ee"/>
<path d="M0 16a16 16 0 0 1 16-16h${width - 32}a16 16 0 0 1 16 16v${headHeight - 16}H0z" fill="#2b5f8a"/>
<text class="head" x="${margin + 4}" y="29">${escaped(title)}</text>
${shapes.join('\n')}
</svg>
`;
}

function drawMessage(
  { from, text, entities, buttons, code }: ChatLine,
  y: number,
): { shapes: string; height: number } {
  const rows = wrapped(text, entities);
  const widest = Math.max(...rows.map((row) => lengthOf(row.map((piece) => piece.text).join(''))), 0);
  const wide = buttons.length > 0 ? bubbleWidth : Math.min(bubbleWidth, Math.ceil(widest) + 2 * padding + 6);
  const x = from === 'bot' ? margin : width - margin - wide;
  const above = code === undefined ? 0 : codeSize + padding;
  const height = rows.length * lineHeight + 2 * padding - 4 + above;
  const shapes = [
    `<rect x="${x}" y="${y}" width="${wide}" height="${height}" rx="12" fill="${from === 'bot' ? '#ffffff' : '#d9f7c5'}"/>`,
    ...(code === undefined ? [] : [drawCode(code, x + (wide - codeSize) / 2, y + padding)]),
    ...rows.map((row, at) => drawRow(row, x + padding, y + above + padding + 12 + at * lineHeight)),
  ];
  let below = y + height + 4;
  for (const row of buttons) {
    shapes.push(...drawButtons(row, x, below, wide));
    below += buttonHeight + 4;
  }
  return { shapes: shapes.join('\n'), height: below - 4 - y };
}

function drawCode(link: string, x: number, y: number): string {
  const modules = encodeQr(link, 'raw', { ecc: 'medium', border: 1 });
  const dark = modules.flatMap((row, down) =>
    row.flatMap((isDark, right) => (isDark ? [`M${right} ${down}h1v1h-1z`] : [])),
  );
  return `<path transform="translate(${x} ${y}) scale(${codeSize / modules.length})" d="${dark.join('')}"/>`;
}

function drawRow(row: readonly Piece[], x: number, y: number): string {
  const spans = row.map(({ text, kind }) =>
    kind === '' ? escaped(text) : `<tspan class="${kind}">${escaped(text)}</tspan>`,
  );
  return `<text x="${x}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
}

function drawButtons(row: ChatLine['buttons'][number], x: number, y: number, wide: number): string[] {
  const each = (wide - (row.length - 1) * 4) / row.length;
  return row.flatMap(({ text, pressed }, at) => {
    const left = x + at * (each + 4);
    const [fill, edge] = pressed ? ['#a9d0f5', '#0a4d8c'] : ['#eef4fa', '#b7c9da'];
    return [
      `<rect x="${left}" y="${y}" width="${each}" height="${buttonHeight}" rx="8" fill="${fill}" stroke="${edge}"/>`,
      `<text class="button" x="${left + each / 2}" y="${y + 21}">${escaped(text)}</text>`,
    ];
  });
}

interface Piece {
  text: string;
  /** A class of the style sheet, or none. */
  kind: 'code' | 'link' | '';
}

/** Lines that fit the bubble, broken between words where it can be. */
function wrapped(text: string, entities: ChatLine['entities']): Piece[][] {
  const rows: Piece[][] = [];
  let offset = 0;
  for (const paragraph of text.split('\n')) {
    rows.push(...wrapParagraph(paragraph, offset, entities));
    offset += paragraph.length + 1;
  }
  return rows;
}

function wrapParagraph(text: string, offset: number, entities: ChatLine['entities']): Piece[][] {
  const rows: Piece[][] = [];
  let row: Piece[] = [];
  let used = 0;
  for (const { word, at } of words(text)) {
    if (used > 0 && used + lengthOf(word.trimEnd()) > textWidth) {
      rows.push(row);
      row = [];
      used = 0;
    }
    row.push({ text: word, kind: kindAt(offset + at, entities) });
    used += lengthOf(word);
  }
  return [...rows, row];
}

/** With the blanks behind them; what is longer than a line is cut. */
function words(text: string): { word: string; at: number }[] {
  return [...text.matchAll(/\S{1,44}\s*|\s+/gu)].map(({ 0: word, index }) => ({ word, at: index }));
}

function kindAt(at: number, entities: ChatLine['entities']): Piece['kind'] {
  const entity = entities.find(({ offset, length }) => at >= offset && at < offset + length);
  if (entity === undefined) return '';
  return entity.type === 'code' ? 'code' : entity.type === 'bold' ? '' : 'link';
}

/** About as wide as fonts draw it: Ethiopic and signs are wider than Latin. */
function lengthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + widthOf(character), 0);
}

function widthOf(character: string): number {
  if (/[\u1200-\u137F]/u.test(character)) return 10.4;
  if (/\p{Extended_Pictographic}/u.test(character) && character > '\u2000') return 18;
  if (/[ilj.,:;'|!]/.test(character)) return 4.2;
  if (/[A-ZmwMW0-9]/.test(character)) return 8.9;
  return 7.3;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(pictures, { recursive: true });
  for (const [name, picture] of drawnChats()) writeFileSync(new URL(name, pictures), picture);
}
