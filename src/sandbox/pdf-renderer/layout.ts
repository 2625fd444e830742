/** Pages as banks lay them out, in points. */
import type { Row } from '../banks/types.js';
import type { PrintedText } from './types.js';

const left = 40;
const valuesAt = 260;
const lineHeight = 14;
const size = 10;

/** Puts lines under each other, from the top of the page to its bottom. */
export class Layout {
  readonly texts: PrintedText[] = [];
  #y = 40;

  line(text: string, bold = false): this {
    this.#put(text, left, this.#y, bold);
    return this.gap();
  }

  gap(): this {
    this.#y += lineHeight;
    return this;
  }

  /** Label and value next to each other on the page, and one after the other in the file. */
  rows(rows: readonly Row[]): this {
    for (const [label, value] of rows) {
      this.#put(label, left, this.#y);
      this.#put(value, valuesAt, this.#y);
      this.gap();
    }
    return this;
  }

  /** Two columns: next to each other on the page, but all labels before all values in the file. */
  columns(rows: readonly Row[]): this {
    rows.forEach(([label], index) => {
      this.#put(label, left, this.#y + index * lineHeight);
    });
    rows.forEach(([, value], index) => {
      this.#put(value, valuesAt, this.#y + index * lineHeight);
    });
    this.#y += rows.length * lineHeight;
    return this;
  }

  /** Texts next to each other, each at its own distance from the left edge. */
  cells(cells: readonly (readonly [text: string, x: number])[]): this {
    for (const [text, x] of cells) this.#put(text, x, this.#y);
    return this.gap();
  }

  #put(text: string, x: number, y: number, bold = false): void {
    this.texts.push({ text, x, y, size, bold });
  }
}
