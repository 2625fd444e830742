/**
 * Genuine receipts with hostile payer text, truncated at any byte: the result must be the true payment or none
 * (test/providers/injection.test.ts checks a part of these in every test run).
 */
import fc from 'fast-check';
import type { Judgement } from '../../../src/providers/types.js';
import { payerTexts } from '../../../test/providers/payer-text/banks.js';
import { type Hostile, hostileTexts } from '../../../test/providers/payer-text/hostile.js';
import {
  type Genuine,
  genuine,
  judgedBody,
  judgedFile,
  judgedLines,
  judgedText,
  lie,
  lieByLoss,
  written,
  writtenRows,
} from '../../../test/providers/payer-text/receipts.js';
import { type Layout, layOut, linesOf } from '../../../test/support/pdf.js';
import { hostileText } from '../hostile.js';
import { type AnyTarget, target } from '../target.js';
import type { PdfReader } from './pages.js';

/** A million pages in a full run. */
const runs = { full: 24_000, short: 270 };
const runsBroken = { full: 4_000, short: 100 };
const runsDrawn = { full: 1_000, short: 20 };
const layouts: readonly Layout[] = [{}, { valuesWidth: 130 }, { columns: 2 }];

interface Page {
  hostile: Hostile;
  layout: Layout;
}

export function payerTargets(pdfText: PdfReader): AnyTarget[] {
  return payerTexts.map(genuine).flatMap((receipt) => {
    const broken = brokenOff(receipt);
    if (Object.keys(receipt.text.written).length === 0) return [broken];
    const all = [writtenInto(receipt), broken];
    return receipt.text.rows ? [...all, drawn(receipt, pdfText)] : all;
  });
}

function writtenInto(receipt: Genuine): AnyTarget {
  return target<Page>({
    name: `${receipt.name}: what payers write`,
    inputs: pages(receipt),
    fault: ({ hostile, layout }) => faultOf(receipt, () => judgedText(receipt, hostile, layout)),
    show: JSON.stringify,
    runs,
  });
}

function drawn(receipt: Genuine, pdfText: PdfReader): AnyTarget {
  return target<Page>({
    name: `${receipt.name}: what payers write, drawn`,
    inputs: pages(receipt),
    fault: ({ hostile, layout }) =>
      faultOf(receipt, () => judgedFile(receipt, { pdfText }, writtenRows(receipt.text, hostile), layout)),
    show: JSON.stringify,
    runs: runsDrawn,
  });
}

/** One to three false statements in a row, or one between unusual letters. */
function pages({ text }: Genuine): fc.Arbitrary<Page> {
  const all = hostileTexts(text);
  const lies = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 3 });
  const hostile = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...all) },
    {
      weight: 2,
      arbitrary: lies.map((some) =>
        joined(
          some.map((one) => one.text),
          some[0]?.field ?? '',
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(hostileText, fc.constantFrom(...all), hostileText)
        .map(([before, { field, text: lie }, after]) => joined([before, lie, after], field)),
    },
  );
  return fc.record({ hostile, layout: fc.constantFrom(...layouts) });
}

function joined(texts: readonly string[], field: string): Hostile {
  return { field, text: texts.map((text) => text.slice(0, 400)).join('\n') };
}

function brokenOff(receipt: Genuine): AnyTarget {
  const { text } = receipt;
  const whole = text.rows ? linesOf(layOut(writtenRows(text))).join('\n') : written(text);
  return target<number>({
    name: `${receipt.name}: broken off`,
    inputs: fc.nat(whole.length - 1),
    fault: (end) =>
      faultOf(
        receipt,
        () => {
          const left = whole.slice(0, end);
          if (!text.rows) return judgedBody(receipt, left);
          // A PDF is truncated between lines, because a line is one piece of the file.
          return judgedLines(receipt, left.split('\n').slice(0, -1));
        },
        lieByLoss,
      ),
    show: (end) => whole.slice(0, end),
    runs: runsBroken,
  });
}

async function faultOf(
  receipt: Genuine,
  judge: () => Promise<Judgement>,
  oracle: (receipt: Genuine, judgement: Judgement) => string | null = lie,
): Promise<string | null> {
  try {
    return oracle(receipt, await judge());
  } catch (error) {
    return `it threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}
