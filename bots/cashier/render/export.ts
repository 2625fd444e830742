/** `/export`: the shop's ledger as a CSV file for spreadsheets. */
import { type BookRow, isUndone } from '../../../src/engine/index.js';
import { csvFile } from '../../../src/http/csv.js';
import { sortable, undoEvent } from './format.js';
import type { Words } from './i18n.js';
import { bankName, cleanToken, lastFour, sanitizeName } from './sanitize.js';
import type { Setting } from './types.js';

const columns = [
  'received',
  'verdict',
  'accepted',
  'bank',
  'reference',
  'amount',
  'currency',
  'payer',
  'account',
  'paid',
  'cashier',
  'anyway',
  'refused',
  'undone',
  'undone_at',
  'sale',
  'test',
  'note',
] as const;

const nameMax = 200;

/**
 * Times are in the shop's zone, amounts without thousands separators: `new InputFile(exportCsv(…), 'book.csv')`.
 * @param rows of `Shops.export`; their errors are passed on
 */
export async function* exportCsv(
  words: Words,
  rows: AsyncIterable<BookRow> | Iterable<BookRow>,
  setting: Setting,
): AsyncGenerator<Buffer> {
  const head = columns.map((column) => words.t(`csv-${column}`));
  const texts: CellTexts = {
    word: memoized((key) => words.t(key)),
    bank: memoized((key) => bankName(setting, key)),
    member: memoized((name) => sanitizeName(name, nameMax) ?? ''),
  };
  yield* csvFile(head, cellsOf(texts, rows, setting));
}

async function* cellsOf(
  texts: CellTexts,
  rows: AsyncIterable<BookRow> | Iterable<BookRow>,
  setting: Setting,
): AsyncGenerator<string[]> {
  for await (const row of rows) yield cells(texts, row, setting);
}

/** Memoized texts that repeat in many rows. */
type CellTexts = Record<'word' | 'bank' | 'member', (key: string) => string>;

function memoized(make: (key: string) => string): (key: string) => string {
  const values = new Map<string, string>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

/** Cells of a row. Names as the bank prints them, on one line; may be longer than in a message. */
function cells({ word, bank, member }: CellTexts, row: BookRow, setting: Setting): string[] {
  const time = (at: string | null) => (at === null ? '' : sortable(at, setting.timeZone));
  const name = (text: string | null | undefined) => sanitizeName(text, nameMax) ?? '';
  const { acceptance, anyway, refusal, sale } = row;
  const undone = undoEvent(row);
  const who = (event: { by: string | null } | null | undefined) =>
    event ? member(event.by ?? '') || word('nameless') : '';
  return [
    time(row.at),
    word(isUndone(row) ? 'csv-answer-undone' : `csv-answer-${row.answer}`),
    time(acceptance?.at ?? null),
    bank(row.provider),
    cleanToken(row.reference, 128),
    cleanToken(row.amount),
    cleanToken(row.currency),
    name(row.payer),
    lastFour(row.receivedTo) ?? '',
    time(row.paidAt),
    member(acceptance?.by ?? row.by ?? ''),
    who(anyway),
    who(refusal),
    who(undone),
    time(undone?.at ?? null),
    // The same for all receipts of one sale.
    sale ? sale.parts.map(({ reference }) => cleanToken(reference, 128)).join(' + ') : '',
    row.livemode ? '' : word('csv-simulated'),
    name(row.note),
  ];
}
