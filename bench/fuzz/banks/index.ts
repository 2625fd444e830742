/** Fuzzes every provider with damaged pages; no service and no network. */

import fc from 'fast-check';
import type { BankResponse, Judgement, Payment, Provider, Target } from '../../../src/providers/types.js';
import { wrongSums } from '../../../test/providers/payer-text/sums.js';
import { counter } from '../counter.js';
import { mutatedBytes } from '../hostile.js';
import type { Options } from '../options.js';
import { inTurns } from '../report.js';
import { type AnyTarget, type Outcome, target } from '../target.js';
import { damaged, enormous } from './damage.js';
import { type BankPages, type PdfReader, withPages } from './pages.js';
import { payerTargets } from './payers.js';

const runs = { full: 1_500, short: 100 };
const runsOfLarge = { full: 30, short: 3 };
/** Limit for one page of any size: a few hundred times the expected time of the slowest. */
const judgeMsMax = 5_000;
/** The reader has its own, lower limit, also named `readMsMax`. */
const readMsMax = 15_000;
const kinds = ['settled', 'not_found', 'not_settled', 'mismatch', 'unreadable', 'blocked'];

export async function banks(options: Options): Promise<Outcome[]> {
  return withPages((pages, pdfText) => {
    const targets = [...pages.flatMap(targetsOf), pdfBytes(pages, pdfText), ...payerTargets(pdfText)];
    return inTurns(targets, options, 1, (one) => one.examine(options));
  });
}

function targetsOf(bank: BankPages): AnyTarget[] {
  const { name, provider, target: asked, settled, others } = bank;
  const all = [settled, ...others];
  const judged = counter();
  const kept = counter();
  return [
    target<BankResponse>({
      name: `${name}: damaged pages`,
      inputs: damaged(all),
      fault: (page) => judge(provider, page, asked, judged.count).fault,
      show: showPage,
      runs,
      seen: judged.seen,
    }),
    target<BankResponse>({
      name: `${name}: never settled`,
      inputs: fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...others) },
        { weight: 20, arbitrary: damaged(others) },
      ),
      fault(page) {
        const { fault, judgement } = judge(provider, page, asked, kept.count);
        return fault ?? (judgement?.kind === 'settled' ? 'a receipt was seen where there is none' : null);
      },
      show: showPage,
      runs,
      seen: kept.seen,
    }),
    target<BankResponse>({
      name: `${name}: large pages`,
      inputs: enormous(all),
      fault: (page) => judge(provider, page, asked, () => {}).fault,
      show: showPage,
      runs: runsOfLarge,
    }),
  ];
}

/** Damaged PDFs, as bytes, through the worker that reads them. */
function pdfBytes(pages: readonly BankPages[], pdfText: PdfReader): AnyTarget {
  const documents = pages.flatMap(({ provider, settled }) => provider.document?.(settled) ?? []);
  const { count, seen } = counter();
  return target<Uint8Array>({
    name: 'PDFs: damaged bytes',
    inputs: mutatedBytes(fc.constantFrom(...documents)),
    async fault(bytes) {
      const startedAt = performance.now();
      try {
        count((await pdfText(bytes)) === null ? 'unread' : 'read');
      } catch (error) {
        return `the reader threw ${String(error)}`;
      }
      const ms = performance.now() - startedAt;
      return ms > readMsMax ? `it took ${Math.ceil(ms)} ms to read` : null;
    },
    show: (bytes) => JSON.stringify(Buffer.from(bytes).toString('latin1')),
    runs: { full: 600, short: 40 },
    seen,
  });
}

function judge(provider: Provider, page: BankResponse, asked: Target, count: (kind: string) => void) {
  const startedAt = performance.now();
  let judgement: Judgement;
  try {
    judgement = provider.judge(page, asked);
  } catch (error) {
    return { fault: `it threw ${error instanceof Error ? error.stack : String(error)}`, judgement: null };
  }
  const ms = performance.now() - startedAt;
  count(judgement.kind);
  if (ms > judgeMsMax) return { fault: `it took ${Math.ceil(ms)} ms to judge`, judgement };
  return { fault: unsound(judgement, provider), judgement };
}

/** Conditions that every judgement must meet. */
function unsound(judgement: Judgement, provider: Provider): string | null {
  if (!kinds.includes(judgement.kind)) return `no judgement is called ${judgement.kind}`;
  if (Object.keys(judgement.receipt)[0] !== 'source') return 'the source does not come first';
  if (!provider.sources.includes(judgement.receipt.source))
    return `no source is called ${judgement.receipt.source}`;
  return judgement.kind === 'settled' ? unsoundPayment(judgement) : null;
}

function unsoundPayment(judgement: Judgement & { payment: Payment }): string | null {
  const { status, reference } = judgement.payment;
  if (status !== 'settled' || reference === '') return 'a payment without status or reference';
  return wrongSums(judgement);
}

function showPage({ status, text, pdf }: BankResponse): string {
  return `status ${status}\nlines of the PDF: ${JSON.stringify(pdf?.lines ?? null)}\ntext: ${JSON.stringify(text)}`;
}
