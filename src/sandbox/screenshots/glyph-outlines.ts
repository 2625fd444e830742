/**
 * Converts text to outlines. A machine may have no fonts at all, and text in an SVG would have to be escaped: an outline
 * needs neither. The letters are those of Noto Sans Ethiopic (SIL Open Font License 1.1), Latin and Ethiopic, from a
 * package.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type Weight = 400 | 600 | 700;

/** No line on a phone's screen is longer; longer input is cut to this length. */
const charactersMax = 400;
const fonts = new Map<string, Font>();
const files = createRequire(import.meta.url);

/** One line of text as path data, its baseline beginning at x, y. Characters without a letter become a box. */
export function outline(text: string, x: number, y: number, size: number, weight: Weight): string {
  let at = x;
  const paths: string[] = [];
  for (const { font, part } of runs(text, weight)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    glyphs.forEach((glyph, index) => {
      paths.push(glyph.path.transform(scale, 0, 0, -scale, at, y).toSVG());
      at += (positions[index]?.xAdvance ?? 0) * scale;
    });
  }
  return paths.join('');
}

/** Width of a line of text in pixels. */
export function widthOf(text: string, size: number, weight: Weight): number {
  return runs(text, weight).reduce(
    (sum, { font, part }) => sum + (font.layout(part).advanceWidth * size) / font.unitsPerEm,
    0,
  );
}

/** Breaks text into lines of at most this width: between words, and inside words longer than a line, such as links. */
export function wrapped(text: string, size: number, weight: Weight, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(0, 3 * charactersMax).split(/(?<=\s)/)) {
    if (widthOf((line + word).trimEnd(), size, weight) > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
    while (widthOf(line.trimEnd(), size, weight) > width) {
      const fit = charactersWithin(line, size, weight, width);
      lines.push(line.slice(0, fit));
      line = line.slice(fit);
    }
  }
  return [...lines, line.trimEnd()].filter((text) => text !== '');
}

function charactersWithin(text: string, size: number, weight: Weight, width: number): number {
  let fit = text.length - 1;
  while (fit > 1 && widthOf(text.slice(0, fit), size, weight) > width) fit -= 1;
  return Math.max(1, fit);
}

interface Run {
  font: Font;
  part: string;
}

/** Splits text into pieces whose letters are all in one font. */
function runs(text: string, weight: Weight): Run[] {
  const [latin, ethiopic] = [fontOf('latin', weight), fontOf('ethiopic', weight)];
  const found: Run[] = [];
  for (const character of text.slice(0, charactersMax)) {
    const point = character.codePointAt(0) ?? 0;
    const font =
      !latin.hasGlyphForCodePoint(point) && ethiopic.hasGlyphForCodePoint(point) ? ethiopic : latin;
    const last = found.at(-1);
    if (last?.font === font) last.part += character;
    else found.push({ font, part: character });
  }
  return found;
}

function fontOf(script: 'latin' | 'ethiopic', weight: Weight): Font {
  const name = `noto-sans-ethiopic-${script}-${weight}-normal.woff`;
  const cached = fonts.get(name);
  if (cached) return cached;
  const opened = create(readFileSync(files.resolve(`@fontsource/noto-sans-ethiopic/files/${name}`)));
  if ('fonts' in opened) throw new Error(`${name} is a collection of fonts.`);
  fonts.set(name, opened);
  return opened;
}
