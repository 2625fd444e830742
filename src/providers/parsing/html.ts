/** Parses bank pages to rows of cells and lines of text. No markup is returned. */
import { type Handler, Parser } from 'htmlparser2';

export interface Page {
  /** One entry per table row, in document order: the text of each of its own cells, including empty ones. */
  rows: readonly (readonly string[])[];
  tables: readonly Table[];
  /** The whole text of each `p`, so that text inside one cannot look like the next. */
  paragraphs: readonly string[];
  /** The visible text and the title, one entry per block. */
  lines: readonly string[];
  /** Text of elements with an id. */
  byId: ReadonlyMap<string, string>;
  /** The title and the headings. */
  headings: readonly string[];
  /** Targets of its links. */
  links: readonly string[];
  /** Inline scripts. */
  scripts: readonly string[];
  /** True when the page ends with `</html>`. Receipts are read only from such pages, because a truncated sum looks valid. */
  whole: boolean;
  /** True for a truncated page. Plain text, or a fragment of a page, is neither whole nor cut. */
  cut: boolean;
}

export interface Table {
  id: string | null;
  /** The line of text just above the table, which some pages use as its title. */
  above: string;
  /** Its own rows, without those of nested tables. */
  rows: readonly (readonly string[])[];
}

/** A receipt page has some hundred tags in about 26 kB; much larger pages are not parsed. */
const limits = { characters: 262_144, tags: 4_000 };
const blocks = new Set(
  'address br caption dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr label li main ol option p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const neverShown = new Set(['script', 'style', 'noscript', 'template']);
/** Two expressions, because proving a combined one safe takes test/providers/regex.test.ts five seconds. */
const hidingStyles = [/(?:^|;)\s*display\s*:\s*none/i, /(?:^|;)\s*visibility\s*:\s*(?:hidden|collapse)/i];

/** Parses a page; null when it is too large to be a receipt. Unclosed cells end as in a browser. */
export function readPage(html: string): Page | null {
  if (html.length > limits.characters || html.split('<', limits.tags + 1).length > limits.tags) return null;
  const reader = new PageReader();
  new Parser(visible(reader)).end(html);
  return reader.page();
}

const headingTag = /^(?:title|h[1-6])$/;
const headingClass = /(?:^|\s)heading(?:\s|$)/i;

interface Open {
  name: string;
  id: string | undefined;
  shown: boolean;
  heading: boolean;
}

/** Passes the visible parts of the page and its scripts to the reader; every element that is entered is also left. */
function visible(reader: PageReader): Partial<Handler> {
  const open: Open[] = [];
  let script: string | null = null;
  const isShown = () => open.at(-1)?.shown ?? true;
  return {
    onprocessinginstruction() {
      reader.isBegun = true;
    },
    onopentag(name, attributes) {
      if (name === 'html') reader.isBegun = true;
      if (name === 'script' && isShown()) script = '';
      const shown = isShown() && !isHidden(name, attributes);
      const heading = headingTag.test(name) || headingClass.test(attributes.class ?? '');
      open.push({ name, id: attributes.id, shown, heading });
      if (shown) reader.enter(name, attributes.id, heading);
      if (shown && attributes.href !== undefined) reader.links.push(attributes.href.trim());
    },
    ontext(data) {
      if (isShown()) reader.text(data);
      else if (script !== null) script += data;
    },
    onclosetag(name, isImplied) {
      if (name === 'html' && !isImplied) reader.isWhole = true;
      // A page truncated inside a tag closes an element that it has not opened.
      if (open.at(-1)?.name !== name) return;
      const closed = open.pop();
      if (closed?.shown) reader.leave(name, closed.id, closed.heading);
      if (script === null || name !== 'script') return;
      reader.scripts.push(script);
      script = null;
    },
  };
}

function isHidden(name: string, { hidden, style = '' }: Readonly<Record<string, string>>): boolean {
  return neverShown.has(name) || hidden !== undefined || hidingStyles.some((pattern) => pattern.test(style));
}

class PageReader {
  readonly links: string[] = [];
  readonly scripts: string[] = [];
  /** The text declares itself a web page. */
  isBegun = false;
  isWhole = false;
  private readonly rows: string[][] = [];
  private readonly tables: (Table & { rows: string[][] })[] = [];
  private readonly paragraphs: string[] = [];
  private readonly openRows: string[][] = [];
  private readonly openTables: { rows: string[][] }[] = [];
  private readonly openCells: string[] = [];
  private readonly openParagraphs: string[] = [];
  private readonly openIds: string[] = [];
  private readonly openHeadings: string[] = [];
  private readonly headings: string[] = [];
  private readonly byId = new Map<string, string>();
  private readonly lines: string[] = [];
  private line = '';

  enter(tag: string, id: string | undefined, heading: boolean): void {
    if (blocks.has(tag)) this.endLine();
    if (tag === 'br') this.text('\n');
    if (tag === 'table') this.openTable(id ?? null);
    if (tag === 'tr') this.openRow();
    if (tag === 'td' || tag === 'th') this.openCells.push('');
    if (tag === 'p') this.openParagraphs.push('');
    if (heading) this.openHeadings.push('');
    if (id !== undefined) this.openIds.push('');
  }

  leave(tag: string, id: string | undefined, heading: boolean): void {
    if (blocks.has(tag)) this.endLine();
    if (tag === 'table') this.openTables.pop();
    if (tag === 'tr') this.openRows.pop();
    if (tag === 'p') this.paragraphs.push(clean(this.openParagraphs.pop() ?? ''));
    if (tag === 'td' || tag === 'th') this.openRows.at(-1)?.push(clean(this.openCells.pop() ?? ''));
    if (heading) this.headings.push(clean(this.openHeadings.pop() ?? ''));
    if (id !== undefined) {
      const text = clean(this.openIds.pop() ?? '');
      if (!this.byId.has(id)) this.byId.set(id, text);
    }
  }

  text(data: string): void {
    this.line += data;
    append(this.openCells, data);
    append(this.openParagraphs, data);
    append(this.openIds, data);
    append(this.openHeadings, data);
  }

  page(): Page {
    this.endLine();
    const { rows, tables, paragraphs, lines, byId, headings, links, scripts, isWhole: whole } = this;
    const cut = this.isBegun && !whole;
    return { rows, tables, paragraphs, lines, byId, headings, links, scripts, whole, cut };
  }

  private openTable(id: string | null): void {
    const table = { id, above: this.lines.at(-1) ?? '', rows: [] };
    this.tables.push(table);
    this.openTables.push(table);
  }

  private openRow(): void {
    const row: string[] = [];
    this.rows.push(row);
    this.openTables.at(-1)?.rows.push(row);
    this.openRows.push(row);
  }

  /** Splits text nodes at line breaks, because a page may be plain text. */
  private endLine(): void {
    for (const line of this.line.trim().split('\n')) {
      const text = clean(line);
      if (text !== '') this.lines.push(text);
    }
    this.line = '';
  }
}

function append(open: string[], data: string): void {
  const last = open.length - 1;
  if (last >= 0) open[last] += data;
}

/** Line breaks and tabs become one blank; the bank's blanks inside a value stay. */
function clean(text: string): string {
  return text
    .replace(/\s{2,}|[^\S ]/g, (run) => (/[\t\r\n]/.test(run) ? ' ' : ' '.repeat(run.length)))
    .trim();
}
