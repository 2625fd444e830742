/**
 * Draws the picture that chats show for a link to the start page, and the icon of a telephone's home screen, from icon.svg, the texts
 * and the colours of the pages. `npm run docs` draws them; test/docs/pictures.test.ts fails when they are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { outline, type Weight, widthOf } from '../src/sandbox/screenshots/glyph-outlines.js';
import { wordsOf } from '../src/web/i18n/index.js';

export const folder = new URL('../src/web/assets/', import.meta.url);

const readAsset = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const css = readAsset('site.css');
/** What icon.svg shows, on 32 units. */
const mark = /<path[\s\S]*(?=<\/svg>)/.exec(readAsset('icon.svg'))?.[0] ?? '';

/** The pictures by file name, as PNG. */
export async function brandPictures(): Promise<Map<string, Buffer>> {
  const drawings = { 'og.png': linkPicture(), 'apple-touch-icon.png': homeIcon() };
  const pictures = Object.entries(drawings).map(async ([name, svg]): Promise<[string, Buffer]> => {
    const drawn = sharp(Buffer.from(svg)).png({ palette: true, colours: 64, effort: 5 });
    return [name, await drawn.toBuffer()];
  });
  return new Map(await Promise.all(pictures));
}

function linkPicture(): string {
  const [english, amharic] = [wordsOf('en').landing, wordsOf('am').landing];
  const { verified, not_verified: refused, could_not_check: unsure } = english.result;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<rect width="1200" height="630" fill="${colour('ground')}"/>
<rect width="1200" height="14" fill="${colour('accent')}"/>
<g transform="translate(80 76) scale(2.25)">${mark}</g>
${letters('Deresegn', 172, 131, 56, 700, 'ink')}
${letters(english.title, 80, 290, 84, 700, 'ink')}
${letters(amharic.title, 80, 388, 60, 600, 'accent')}
${badge(80, verified, 'good', 'm-11 1 8 8 14-16')}
${badge(370, refused, 'bad', 'm-9-9 18 18m0-18-18 18')}
${badge(724, unsure, 'unsure', 'm-8-4a8 8 0 1 1 11 8c-3 1-3 3-3 5m0 7v.01')}
</svg>`;
}

/** A verdict with its sign. @param path the sign, from the middle of its circle */
function badge(x: number, text: string, tone: string, path: string): string {
  const [ink, ground] = [colour(tone), colour(`${tone}-ground`)];
  const width = 88 + widthOf(text, 34, 600) + 36;
  return `<rect x="${x}" y="466" width="${width}" height="88" rx="44" fill="${ground}"/>
<circle cx="${x + 46}" cy="510" r="26" fill="none" stroke="${ink}" stroke-width="5"/>
<path d="M${x + 46} 510${path}" fill="none" stroke="${ink}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
${letters(text, x + 88, 522, 34, 600, tone)}`;
}

/** Without transparency: a telephone would fill it with black. */
function homeIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180" width="180" height="180">
<rect width="180" height="180" fill="${colour('accent-ground')}"/><g transform="translate(34 34) scale(3.5)">${mark}</g></svg>`;
}

function letters(text: string, x: number, y: number, size: number, weight: Weight, tone: string): string {
  return `<path d="${outline(text, x, y, size, weight)}" fill="${colour(tone)}"/>`;
}

/** A token of site.css, as light pages have it. */
function colour(token: string): string {
  const found = new RegExp(`--${token}: var\\(--light, (#[0-9a-f]{6})\\)`).exec(css)?.[1];
  if (found === undefined) throw new Error(`site.css has no colour ${token}`);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, picture] of await brandPictures()) writeFileSync(new URL(name, folder), picture);
}
