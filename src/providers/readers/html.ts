/** Pages of banks as rows of cells and lines of text. No markup is passed on. */
import { type Handler, Parser } from 'htmlparser2';

export interface Page {
  /** One entry a table row, in document order; the text of each of its own cells, empty cells included. */
  rows: readonly (readonly string[])[];
  tables: readonly Table[];
  /** The text of each `p`, whole: what is written inside one cannot look like the next. */
  paragraphs: readonly string[];
  /** The visible text, one entry a block. */
  lines: readonly string[];
  /** Text of the elements that have an id. */
  byId: ReadonlyMap<string, string>;
  /** The scripts that stand in the page itself. */
  scripts: readonly string[];
}

export interface Table {
  id: string | null;
  /** The line of text just above it, by which some pages name their tables. */
  above: string;
  /** Its own rows, without those of tables inside it. */
  rows: readonly (readonly string[])[];
}

/** A receipt page has some hundred tags in about 26 kB; whatever is far beyond is not one, and is not parsed. */
const limits = { characters: 262_144, tags: 4_000 };
const blocks = new Set(
  'address br caption dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr label li main ol option p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const hidden = new Set(['script', 'style', 'noscript', 'template']);

/** Reads a page; null when it is too large to be a receipt. Unclosed cells end where a browser ends them. */
export function readPage(html: string): Page | null {
  if (html.length > limits.characters || html.split('<', limits.tags + 1).length > limits.tags) return null;
  const reader = new PageReader();
  new Parser(visible(reader)).end(html);
  return reader.page();
}

/** Lets through what a reader of the page sees, and its scripts; whatever is entered is also left. */
function visible(reader: PageReader): Partial<Handler> {
  const open: { name: string; id: string | undefined }[] = [];
  let hiddenDepth = 0;
  let script: string | null = null;
  return {
    onopentag(name, { id }) {
      if (name === 'script' && hiddenDepth === 0) script = '';
      if (hidden.has(name)) hiddenDepth += 1;
      if (hiddenDepth > 0) return;
      open.push({ name, id });
      reader.enter(name, id);
    },
    ontext(data) {
      if (hiddenDepth === 0) reader.text(data);
      else if (script !== null) script += data;
    },
    onclosetag(name) {
      if (hiddenDepth > 0) {
        if (hidden.has(name)) hiddenDepth -= 1;
        if (script === null || hiddenDepth > 0) return;
        reader.script(script);
        script = null;
      } else if (open.at(-1)?.name === name) {
        // A page that breaks off within a tag closes one that it has not opened.
        reader.leave(name, open.pop()?.id);
      }
    },
  };
}

class PageReader {
  private readonly rows: string[][] = [];
  private readonly tables: (Table & { rows: string[][] })[] = [];
  private readonly paragraphs: string[] = [];
  private readonly scripts: string[] = [];
  private readonly openRows: string[][] = [];
  private readonly openTables: { rows: string[][] }[] = [];
  private readonly openCells: string[] = [];
  private readonly openParagraphs: string[] = [];
  private readonly openIds: string[] = [];
  private readonly byId = new Map<string, string>();
  private readonly lines: string[] = [];
  private line = '';

  enter(tag: string, id: string | undefined): void {
    if (blocks.has(tag)) this.endLine();
    if (tag === 'br') this.text('\n');
    if (tag === 'table') this.openTable(id ?? null);
    if (tag === 'tr') this.openRow();
    if (tag === 'td' || tag === 'th') this.openCells.push('');
    if (tag === 'p') this.openParagraphs.push('');
    if (id !== undefined) this.openIds.push('');
  }

  leave(tag: string, id: string | undefined): void {
    if (blocks.has(tag)) this.endLine();
    if (tag === 'table') this.openTables.pop();
    if (tag === 'tr') this.openRows.pop();
    if (tag === 'p') this.paragraphs.push(clean(this.openParagraphs.pop() ?? ''));
    if (tag === 'td' || tag === 'th') this.openRows.at(-1)?.push(clean(this.openCells.pop() ?? ''));
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
  }

  script(code: string): void {
    this.scripts.push(code);
  }

  page(): Page {
    this.endLine();
    const { rows, tables, paragraphs, lines, byId, scripts } = this;
    return { rows, tables, paragraphs, lines, byId, scripts };
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

  /** A text node of several lines is several lines: a page may be plain text. */
  private endLine(): void {
    for (const line of this.line.split('\n')) {
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

/** Line breaks and tabs are layout and become one blank; blanks inside a value are the bank's and stay. */
function clean(text: string): string {
  return text.replace(/\s+/g, (run) => (/[\t\r\n]/.test(run) ? ' ' : ' '.repeat(run.length))).trim();
}
