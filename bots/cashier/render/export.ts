/** `/export`: the shop's ledger as a CSV file for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import type { BookRow } from '../../../src/engine/index.js';
import { sortable } from './format.js';
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

/** Rows per chunk. */
const batch = 200;
const nameMax = 200;

/**
 * UTF-8 with a byte order mark, without which spreadsheets garble Amharic. A cell that looks like a formula gets a leading
 * apostrophe. Times are in the shop's zone, amounts without thousands separators. Streamed, so that a year of a busy shop is
 * never in memory: `new InputFile(exportCsv(…), 'book.csv')`.
 * @param rows of `Shops.export`; their errors are passed on
 */
export async function* exportCsv(
  words: Words,
  rows: AsyncIterable<BookRow> | Iterable<BookRow>,
  setting: Setting,
): AsyncGenerator<Buffer> {
  yield written([columns.map((column) => words.t(`csv-${column}`))], { bom: true });
  const known: Known = {
    word: remembered((key) => words.t(key)),
    bank: remembered((key) => bankName(setting, key)),
    member: remembered((name) => sanitizeName(name, nameMax) ?? ''),
  };
  let waiting: string[][] = [];
  for await (const row of rows) {
    waiting.push(cells(known, row, setting));
    if (waiting.length < batch) continue;
    yield written(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield written(waiting);
}

function written(records: string[][], { bom = false } = {}): Buffer {
  const text = stringify(records, { bom, escape_formulas: true, record_delimiter: 'windows' });
  return Buffer.from(text, 'utf8');
}

/** Memoised texts that repeat in many rows. */
type Known = Record<'word' | 'bank' | 'member', (key: string) => string>;

function remembered(make: (key: string) => string): (key: string) => string {
  const made = new Map<string, string>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Cells of a row. Names as the bank prints them, on one line; may be longer than in a message. */
function cells({ word, bank, member }: Known, row: BookRow, setting: Setting): string[] {
  const time = (at: string | null) => (at === null ? '' : sortable(at, setting.timeZone));
  const name = (text: string | null | undefined) => sanitizeName(text, nameMax) ?? '';
  const { acceptance, anyway, refusal, events = [], sale } = row;
  const undone = events.findLast(({ kind }) => kind === 'undone');
  const who = (one: { by: string | null } | null | undefined) =>
    one ? member(one.by ?? '') || word('nameless') : '';
  return [
    time(row.at),
    word(`csv-answer-${row.answer}`),
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
