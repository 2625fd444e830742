/** The rows of a file of receipts, as requests. */
import { parseBirr, type VerifyRequest } from '../../engine/index.js';

/** A row of the file. */
export interface FileRow {
  /** Its line in the file, from 1. */
  line: number;
  /** The caller's id; empty for none. */
  id: string;
  request: VerifyRequest;
  /** Why the row cannot be verified; null when it can. */
  unusable: string | null;
}

interface Line {
  line: number;
  cells: readonly string[];
}

/** Maximum length of a text, by column. */
const columns = {
  id: 64,
  receipt: 4_096,
  url: 2_048,
  reference: 128,
  text: 4_096,
  provider: 64,
  account: 64,
  phone: 64,
  amount: 40,
  tolerance: 40,
  receiver_account: 64,
  receiver_name: 200,
  receiver_bank: 64,
} as const;

type Column = keyof typeof columns;
type Cells = Partial<Record<Column, string>>;

/**
 * The first line names the columns; their order, and whether they are in capitals, does not matter.
 * @param providers keys of banks
 * @returns the rows, and the columns that are ignored
 */
export function readFileRows(
  [first, ...lines]: readonly Line[],
  providers: readonly string[],
): { rows: FileRow[]; unused: string[] } {
  const names = (first?.cells ?? []).map((name) => name.toLowerCase().replace(/[\s-]+/g, '_'));
  const rows = lines.map(({ line, cells }) => {
    const named: Cells = {};
    for (const [index, name] of names.entries()) {
      const cell = cells[index];
      if (isColumn(name) && cell) named[name] = cell;
    }
    const unusable = problemIn(named, names, cells, providers);
    return { line, id: named.id ?? '', request: requestOf(named), unusable };
  });
  return { rows, unused: names.filter((name) => name !== '' && !isColumn(name)) };
}

/** Detects a link, a bare reference, or pasted text. */
export function requestFor(what: string): { url: string } | { reference: string } | { text: string } {
  if (/\s/.test(what)) return { text: what };
  if (/^[a-z][a-z\d+.-]*:/i.test(what)) return { url: what };
  return { reference: what };
}

function isColumn(name: string): name is Column {
  return Object.hasOwn(columns, name);
}

const receiptColumns = ['receipt', 'url', 'reference', 'text'] as const;

function problemIn(
  cells: Cells,
  names: readonly string[],
  all: readonly string[],
  providers: readonly string[],
): string | null {
  const present = receiptColumns.filter((column) => cells[column] !== undefined);
  if (all.length > names.length) return 'The row has more cells than the first line.';
  if (present.length !== 1) {
    return 'The row needs exactly one of the columns receipt, url, reference and text.';
  }
  for (const column of Object.keys(cells).filter(isColumn)) {
    if ((cells[column]?.length ?? 0) > columns[column]) return `The ${column} is too long.`;
  }
  for (const column of ['amount', 'tolerance'] as const) {
    const cell = cells[column];
    if (cell !== undefined && parseBirr(cell) === null) return `The ${column} is not an amount in birr.`;
  }
  for (const column of ['provider', 'receiver_bank'] as const) {
    const cell = cells[column];
    if (cell !== undefined && !providers.includes(cell)) return `The ${column} is not a supported bank.`;
  }
  const expected = [cells.amount, cells.receiver_account, cells.receiver_name, cells.receiver_bank];
  const isExpected = expected.some((cell) => cell !== undefined);
  return cells.tolerance !== undefined && !isExpected ? 'The tolerance has no amount.' : null;
}

function requestOf(cells: Cells): VerifyRequest {
  const { url, reference, text, provider, account, phone, amount, tolerance } = cells;
  const { receiver_account, receiver_name: name, receiver_bank: bank } = cells;
  const expect = { amount, tolerance, account: receiver_account, name, bank };
  const isExpected = Object.values(expect).some((value) => value !== undefined);
  return {
    ...(cells.receipt === undefined ? { url, reference, text } : requestFor(cells.receipt)),
    ...{ provider, account, phone },
    ...(isExpected && { expect }),
  };
}
