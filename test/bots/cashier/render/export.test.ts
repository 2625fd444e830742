import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { exportCsv, locales } from '../../../../bots/cashier/render/index.js';
import type { BookRow } from '../../../../src/engine/index.js';
import { bookRow, hostileNames, setting, vocabulary } from './support.js';

async function written(rows: BookRow[], locale: (typeof locales)[number] = 'en'): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of exportCsv(vocabulary.of(locale), rows, setting)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function opened(rows: BookRow[], locale: (typeof locales)[number] = 'en'): Promise<string[][]> {
  return parse(await written(rows, locale), { bom: true });
}

/** The cells of one row by the English names of their columns. */
async function cells(changes: Partial<BookRow>): Promise<Record<string, string>> {
  const [header = [], row = []] = await opened([bookRow(changes)]);
  return Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']));
}

it('begins with a byte order mark, and a reader gets Amharic names back as they were', async () => {
  const file = await written([bookRow({ payer: 'አበበ ቢቂላ "ልጅ", ጎንደር' })]);
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await cells({ payer: 'አበበ ቢቂላ "ልጅ", ጎንደር' })).Payer).toBe('አበበ ቢቂላ "ልጅ", ጎንደር');
});

it('has one row a receipt, with times of the shop and amounts a spreadsheet can add', async () => {
  expect(await cells({})).toEqual({
    'Checked at': '2026-11-20 10:31:00',
    Verdict: 'accept',
    'Accepted at': '2026-11-20 10:31:00',
    Bank: 'telebirr',
    Reference: 'DKK4A1B2C3',
    Amount: '5000.00',
    Currency: 'ETB',
    Payer: 'Abebe Kebede',
    'Account that received it': '…0002',
    'Paid at': '2026-11-20 10:30:00',
    Cashier: 'Selam',
    'Approved despite the warning by': '',
    'Refused by': '',
    'Undone by': '',
    'Undone at': '',
    'Paid together': '',
    Test: '',
    Note: '',
  });
  expect((await cells({ livemode: false })).Test).toBe('simulated');
});

describe('a name', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil.example")', ' =1', '\t=1', '＝1'])(
    'that is a formula is text: %s',
    async (payer) => {
      expect((await cells({ payer })).Payer).toMatch(/^(?!\s*[=+\-@＝＋－＠])/u);
      expect((await cells({ by: payer, acceptance: null })).Cashier).toMatch(/^(?!\s*[=+\-@])/);
      expect((await cells({ note: payer })).Note).toMatch(/^(?!\s*[=+\-@＝＋－＠])/u);
      expect((await cells({ reference: payer.replace(/\s/g, '') })).Reference).toMatch(/^(?!\s*[=+\-@])/);
    },
  );

  it.each(hostileNames)('makes no row or column of its own: %j', async (payer) => {
    const rows = await opened([bookRow({ payer, by: payer, note: payer }), bookRow({})]);
    expect(rows).toHaveLength(3);
    expect(rows.every((row) => row.length === rows[0]?.length)).toBe(true);
  });
});

it.each(locales)('has a heading for every column in %s', async (locale) => {
  const [header = []] = await opened([], locale);
  expect(new Set(header).size).toBe(header.length);
  for (const name of header) expect(name).not.toMatch(/[{}]|csv-/);
});

it('a long ledger is written in chunks, with nothing lost between them', async () => {
  const rows = Array.from({ length: 1_001 }, (_, at) => bookRow({ reference: `R${at}` }));
  const [, ...read] = await opened(rows);
  expect(read.map((row) => row[4])).toEqual(rows.map(({ reference }) => reference));
});
