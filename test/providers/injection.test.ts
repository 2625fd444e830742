/**
 * What a payer writes never becomes what the bank says. Every label of a bank, with seven lies, in every form a text
 * field allows, is written into everything the payer writes (`payer-text/banks.ts`), and read as the engine reads it. A
 * part of all cases, the same in every run; `npm run fuzz -- banks` takes all of them.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/extractor/documents.js';
import { type Layout, layOut, linesOf, type Row } from '../support/pdf.js';
import { payerTexts } from './payer-text/banks.js';
import { chosen, hostileTexts } from './payer-text/hostile.js';
import {
  cuts,
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
const textsEach = 240;
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
  const hostile = chosen(hostileTexts(text), textsEach, seed);
  /** For receipts that are PDFs, and for those that bear a text of the payer: others have no such test. */
  const ofPdf = (name: string, test: () => Promise<void>) => text.rows && it(name, test);
  const ofText = (name: string, test: () => Promise<void>) => hostile.length > 0 && it(name, test);

  it('the genuine receipt is verified with what it says', async () => {
    const judgement = text.rows
      ? await judgedFile(receipt, documents, rows)
      : await judgedBody(receipt, written(text));
    expect(judgement.kind).toBe('settled');
    expect(lie(receipt, judgement)).toBeNull();
  });

  ofText('nothing a payer writes changes the payment or calls it fake', async () => {
    for (const one of hostile) {
      expect(
        lie(receipt, await judgedText(receipt, one)),
        `${one.field}: ${JSON.stringify(one.text)}`,
      ).toBeNull();
    }
  });

  it('a receipt that breaks off is never another payment and never fake', async () => {
    if (text.rows) {
      const lines = linesOf(layOut(rows));
      for (let count = 0; count < lines.length; count += 1) {
        const judgement = await judgedLines(receipt, lines.slice(0, count));
        expect(lieByLoss(receipt, judgement), `the first ${count} lines`).toBeNull();
      }
      return;
    }
    const whole = written(text);
    for (const end of cuts(whole)) {
      const judgement = await judgedBody(receipt, whole.slice(0, end));
      expect(lieByLoss(receipt, judgement), `up to ${JSON.stringify(whole.slice(end - 80, end))}`).toBeNull();
    }
  });

  ofPdf('the same is true of drawn files, however they are laid out', async () => {
    for (const one of chosen(hostile, filesEach, seed)) {
      const judgement = await judgedFile(receipt, documents, writtenRows(text, one));
      expect(lie(receipt, judgement), `${one.field}: ${JSON.stringify(one.text)}`).toBeNull();
    }
  });

  ofPdf('another layout is read right or not at all', async () => {
    for (const [name, layout] of Object.entries(layouts)) {
      expect(lie(receipt, await judgedText(receipt, undefined, layout)), name).toBeNull();
      for (const one of chosen(hostile, textsEach / 4, seed)) {
        const judgement = await judgedText(receipt, one, layout);
        expect(lie(receipt, judgement), `${name}, ${one.field}: ${JSON.stringify(one.text)}`).toBeNull();
      }
    }
  });

  ofPdf('a row that nobody knows calls no receipt fake', async () => {
    for (const row of unknownRows) {
      for (let at = 0; at <= rows.length; at += 1) {
        const lines = linesOf(layOut([...rows.slice(0, at), row, ...rows.slice(at)]));
        const judgement = await judgedLines(receipt, lines);
        expect(
          lieByRow(receipt, judgement, row.join(' ')),
          `${row.join(' ')} above ${rows[at]?.join(' ')}`,
        ).toBeNull();
      }
    }
  });

  ofPdf('a watermark across the page changes nothing', async () => {
    for (let y = 60; y < 460; y += 50) {
      const judgement = await judgedFile(receipt, documents, rows, {}, { text: 'COPY', y, angle: -35 });
      expect(lie(receipt, judgement), `at ${y}`).toBeNull();
    }
  });
});
