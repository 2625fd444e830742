/** A canvas to draw on: shapes and outlines, which come out as SVG. No text enters the SVG as text. */
import encodeQr from 'qr';
import { outline, type Weight, widthOf, wrapped } from './glyph-outlines.js';
import { height, width } from './types.js';

interface TextStyle {
  size: number;
  fill: string;
  weight?: Weight;
  anchor?: 'start' | 'middle' | 'end';
}

/** Border around a code, in modules, as the standard requires; white even on a dark screen. */
const quietModules = 4;

export class SvgCanvas {
  readonly #parts: string[] = [];

  constructor(ground: string) {
    this.rect(0, 0, width, height, ground);
  }

  rect(x: number, y: number, w: number, h: number, fill: string, radius = 0): this {
    return this.#put(
      `<rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" rx="${at(radius)}" fill="${fill}"/>`,
    );
  }

  disc(x: number, y: number, radius: number, fill: string): this {
    return this.#put(`<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${fill}"/>`);
  }

  /** A bent line through points. */
  stroke(points: readonly (readonly [number, number])[], colour: string, thickness: number, dash = 0): this {
    const way = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('');
    const dashes = dash > 0 ? ` stroke-dasharray="${dash} ${dash}"` : '';
    return this.#put(
      `<path d="${way}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round"${dashes}/>`,
    );
  }

  /** A horizontal line. */
  line(left: number, right: number, y: number, colour: string, thickness: number, dash = 0): this {
    const ends = [left, right].map((x) => [x, y] as const);
    return this.stroke(ends, colour, thickness, dash);
  }

  /** One line in the middle of the picture, its baseline at y. */
  centred(text: string, y: number, style: Omit<TextStyle, 'anchor'>): this {
    return this.text(text, width / 2, y, { ...style, anchor: 'middle' });
  }

  /** One line, its baseline at y. */
  text(text: string, x: number, y: number, { size, fill, weight = 400, anchor = 'start' }: TextStyle): this {
    const shift = { start: 0, middle: 0.5, end: 1 }[anchor];
    const from = shift === 0 ? x : x - shift * widthOf(text, size, weight);
    const data = outline(text, from, y, size, weight);
    return data === '' ? this : this.#put(`<path d="${data}" fill="${fill}"/>`);
  }

  /** At most three lines under each other, the first baseline at y. */
  lines(text: string, x: number, y: number, style: TextStyle, box: Box): void {
    const { size, weight = 400 } = style;
    wrapped(text, size, weight, box.width)
      .slice(0, 3)
      .forEach((line, index) => {
        this.text(line, x, y + index * box.leading, style);
      });
  }

  /** A QR code on a white tile; sharp modules of whole pixels, as an app draws them. @returns the tile's side */
  code(payload: string, centre: number, y: number, side: number): number {
    const modules = encodeQr(payload, 'raw', { border: quietModules });
    const scale = Math.max(1, Math.floor(side / modules.length));
    const whole = scale * modules.length;
    const left = Math.round(centre - whole / 2);
    this.rect(left, Math.round(y), whole, whole, '#ffffff');
    const way = modules.flatMap((row, down) =>
      row.flatMap((isDark, along) =>
        isDark
          ? [`M${left + along * scale} ${Math.round(y) + down * scale}h${scale}v${scale}h-${scale}z`]
          : [],
      ),
    );
    this.#put(`<path d="${way.join('')}" fill="#000000" shape-rendering="crispEdges"/>`);
    return whole;
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${this.#parts.join('')}</svg>`;
  }

  #put(part: string): this {
    this.#parts.push(part);
    return this;
  }
}

/** The space for lines. */
interface Box {
  width: number;
  /** Distance from baseline to baseline. */
  leading: number;
}

function at(number: number): string {
  return String(Math.round(number * 100) / 100);
}
