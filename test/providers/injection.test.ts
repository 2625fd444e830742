/**
 * What a payer writes never becomes what the bank says. Every label of a bank, with seven lies, on one line and wrapped,
 * is written into everything the payer writes (`payer-text/banks.ts`), and read as the engine reads it. The forms that a
 * text field allows take turns; `npm run fuzz -- banks` takes all of them with every lie.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/extractor/pdf/documents.js';
import type { Judgement } from '../../src/providers/types.js';
import { type Layout, layOut, linesOf, type Row } from '../support/pdf.js';
import { payerTexts } from './payer-text/banks.js';
import { chosen, eachLabelTwice, type Hostile } from './payer-text/hostile.js';
import {
  cuts,
  type Genuine,
  genuine,
  judgedBody,
  judgedFile,
  judgedLines,
  judgedText,
  lie,
  lieByLoss,
  lieByRow,
  written,
  writtenRows,
} from './payer-text/receipts.js';
import { providers } from './support.js';

const seed = 20261120;
const textsOfLayout = 60;
const filesEach = 10;
const layouts: Readonly<Record<string, Layout>> = {
  'values below each other in a narrow column': { valuesWidth: 130 },
  'rows in two columns': { columns: 2 },
};
/** What a bank might print one day. */
const unknownRows: readonly Row[] = [
  ['Branch: Bole'],
  ['Page 1 of 1'],
  ['Transaction Channel Code', 'Mobile'],
  ['Disaster Fund 5%', '0.00'],
];
const documents = createDocumentReader();
afterAll(() => documents.close());

it('every supported bank says what its payers write', () => {
  const supported = providers.filter(({ support }) => support === 'supported').map(({ key }) => key);
  expect([...new Set(payerTexts.map(({ key }) => key))].toSorted()).toEqual(supported.toSorted());
});

describe.each(payerTexts.map(genuine))('$name', (receipt) => {
  const { text } = receipt;
  const rows = writtenRows(text);
  const hostile = eachLabelTwice(text);
  /** For receipts that are PDFs, and for those that bear a text of the payer: others have no such test. */
  const ofPdf = (name: string, test: () => Promise<void>) => text.rows && !text.sameRows && it(name, test);
  const ofText = (name: string, test: () => Promise<void>) => hostile.length > 0 && it(name, test);

  it(`the genuine receipt ${receipt.truth ? 'is verified with what it says' : 'is not read in this form'}`, async () => {
    const judgement = text.rows
      ? await judgedFile(receipt, documents, rows)
      : await judgedBody(receipt, written(text));
    expect(judgement.kind).toBe(receipt.truth ? 'settled' : 'unreadable');
    expect(lie(receipt, judgement)).toBeNull();
  });

  ofText('nothing a payer writes changes the payment or calls it fake', async () => {
    expect(await faults(hostile, shown, (one) => judgedText(receipt, one))).toEqual([]);
  });

  it('a receipt that breaks off is never another payment and never fake', async () => {
    const lines = text.rows && linesOf(layOut(rows));
    const whole = text.rows ? '' : written(text);
    const ends = lines?.map((_, nth) => nth) ?? cuts(whole);
    const judge = (end: number) =>
      lines ? judgedLines(receipt, lines.slice(0, end)) : judgedBody(receipt, whole.slice(0, end));
    expect(await faults(ends, (end) => `the first ${end}`, judge, lieByLoss)).toEqual([]);
  });

  ofPdf('the same is true of drawn files, however they are laid out', async () => {
    const judge = (one: Hostile) => judgedFile(receipt, documents, writtenRows(text, one));
    expect(await faults(chosen(hostile, filesEach, seed), shown, judge)).toEqual([]);
  });

  ofPdf('another layout is read right or not at all', async () => {
    for (const [name, layout] of Object.entries(layouts)) {
      const judge = (one?: Hostile) => judgedText(receipt, one, layout);
      const some = [undefined, ...chosen(hostile, textsOfLayout, seed)];
      expect(await faults(some, (one) => (one ? shown(one) : 'no lie'), judge), name).toEqual([]);
    }
  });

  ofPdf('a row that nobody knows calls no receipt fake', async () => {
    for (const row of unknownRows) {
      const words = row.join(' ');
      const judge = (at: number) =>
        judgedLines(receipt, linesOf(layOut([...rows.slice(0, at), row, ...rows.slice(at)])));
      const places = [...rows.keys(), rows.length];
      const above = (at: number) => `${words} above ${rows[at]?.join(' ')}`;
      const oracle: Oracle = (one, judgement) => lieByRow(one, judgement, words);
      expect(await faults(places, above, judge, oracle)).toEqual([]);
    }
  });

  ofPdf('a watermark across the page changes nothing', async () => {
    const heights = Array.from({ length: 8 }, (_, nth) => 60 + nth * 50);
    const judge = (y: number) => judgedFile(receipt, documents, rows, {}, { text: 'COPY', y, angle: -35 });
    expect(await faults(heights, (y) => `at ${y}`, judge)).toEqual([]);
  });

  /** What is wrong with the judgements of all cases, and with which: one assertion for thousands of them. */
  async function faults<Case>(
    cases: readonly Case[],
    show: (one: Case) => string,
    judge: (one: Case) => Promise<Judgement>,
    oracle: Oracle = lie,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const one of cases) {
      const fault = oracle(receipt, await judge(one));
      if (fault !== null) found.push(`${show(one)}: ${fault}`);
    }
    return found;
  }
});

type Oracle = (receipt: Genuine, judgement: Judgement) => string | null;

function shown({ field, text }: Hostile): string {
  return `${field}: ${JSON.stringify(text)}`;
}
