/** The book of a shop: each verified receipt once, and who accepted it (docs/cashier-bot.md). */
import { parseBirr } from '#engine/shared/money.js';
import { decimal } from '../../../money.js';
import type { BookRow, Evaluation, Finding, ReceiptSubmission, SubmissionResult } from '../../api/ledger.js';
import { ShopError, type Shops } from '../../api/shops.js';
import type { LedgerContext } from './context.js';
import {
  acceptedAtBy,
  type Entered,
  enterReceipt,
  rowOf,
  storeNote,
  undoSale,
  withdrawReceipt,
} from './entries.js';
import type { EvaluationInput } from './evaluate.js';
import { readRows, rowIdOf } from './rows.js';
import { acceptSale, evaluateWith, otherReceipts, partOf } from './split-payments.js';

type Ledger = Pick<Shops, 'submitReceipt' | 'withdraw' | 'row' | 'accepted'>;

type Submitted = Omit<SubmissionResult, 'note'>;

export function createLedger(ledger: LedgerContext): Ledger {
  return {
    row: (shop, id) => rowOf(ledger, shop, id),

    async accepted(shop, provider, reference) {
      const ids = [true, false].map((livemode) => rowIdOf(livemode, provider, reference));
      const rows = await readRows(ledger, shop, ids, await ledger.staff.names(shop));
      return rows.find(({ acceptance }) => acceptance !== null) ?? null;
    },

    async submitReceipt(submission) {
      const submitted = await submit(ledger, submission);
      const isOthers = submitted.remarks.some(({ kind }) => kind === 'already_accepted');
      const given = isOthers ? undefined : submission.note;
      return { ...submitted, note: await storeNote(ledger, submission.shop, submitted.id, given) };
    },

    withdraw: (shop, id, message) => withdrawReceipt(ledger, shop, id, message),
  };
}

/** A submission, evaluated before it is written. */
interface Submission {
  given: ReceiptSubmission;
  id: string;
  input: EvaluationInput;
  /** The other receipts of the sale. */
  rows: BookRow[];
  unusable: Finding | null;
  first: Evaluation;
  /** The amount of the sale; null when the receipt is submitted alone. */
  saleAmount: string | null;
}

async function submit(ledger: LedgerContext, given: ReceiptSubmission): Promise<Submitted> {
  const { banks } = ledger;
  const submission = await prepare(ledger, given);
  const { id, input, rows, unusable, first, saleAmount } = submission;
  let done = await enter(ledger, submission);
  if (done.kind === 'taken' && done.own) {
    const { sale, earlier } = done;
    // A missing amount does not undo the acceptance.
    const own = { ...input, settings: { ...input.settings, askAmount: false } };
    const others = (sale?.parts ?? []).filter((part) => part.id !== id).map(({ amount }) => amount);
    const evaluated = evaluateWith(own, others, banks);
    if (evaluated.answer === 'accept' || earlier.anyway)
      return { ...evaluated, id, repeated: true, sale, others: [] };
    if (sale !== null) {
      await undoSale(ledger, given.shop, id, sale, given.member);
      return await submit(ledger, given);
    }
    await withdrawReceipt(ledger, given.shop, id, given.message);
    done = await enter(ledger, submission);
  }
  if (done.kind === 'taken') {
    const amounts = rows.map(({ amount }) => amount);
    const evaluated = evaluateWith({ ...input, accepted: done.earlier }, amounts, banks);
    return { ...evaluated, id, repeated: false, sale: null, others: [] };
  }
  const refusal = refusalOf(done);
  const noted = { id, repeated: false, sale: null, others: saleAmount === null ? [] : rows.map(partOf) };
  if (saleAmount !== null && first.answer === 'accept' && unusable === null && refusal.length === 0) {
    const sold = await acceptSale(ledger, given, id, rows, saleAmount);
    if (sold.sale) return { answer: 'accept', remarks: [], ...noted, sale: sold.sale };
    return { ...withRemarks(first, [sold.unusable]), ...noted };
  }
  const more = unusable && saleAmount !== null ? [unusable] : [];
  return { ...withRemarks(first, [...refusal, ...more]), ...noted };
}

/** The reason not to accept it, whatever its answer. */
function refusalOf(done: Entered): Finding[] {
  if (done.kind === 'paid') return [{ kind: 'paid_request' }];
  return done.kind === 'refused' ? [{ kind: 'refused_by_owner', by: done.by, at: done.at }] : [];
}

/** @throws ShopError `unknown` shop, `invalid` expected */
async function prepare(ledger: LedgerContext, given: ReceiptSubmission): Promise<Submission> {
  const { shop, paid, expected } = given;
  const cents = expected === undefined ? null : parseBirr(expected);
  if (expected !== undefined && cents === null) throw new ShopError('invalid', 'expected');
  const id = rowIdOf(paid.livemode, paid.providerKey, paid.payment.reference);
  const [{ settings }, accounts, acceptedAt] = await Promise.all([
    ledger.settings.get(shop),
    ledger.receiving.saved(shop),
    acceptedAtBy(ledger, given, id),
  ]);
  const { rows, unusable } = await otherReceipts(ledger, given, id, settings.maxAgeHours);
  // Ages count to the acceptance, so that it does not become too old later.
  const now = acceptedAt ?? ledger.now();
  const input: EvaluationInput = { paid, settings, accounts, expected, accepted: null, now };
  const amounts = rows.map(({ amount }) => amount);
  const first = evaluateWith(input, amounts, ledger.banks);
  const saleAmount = rows.length > 0 && cents !== null ? decimal(cents) : null;
  return { given, id, input, rows, unusable, first, saleAmount };
}

/** A receipt of a sale is entered for review, and then accepted with the others. */
function enter(ledger: LedgerContext, { given, id, first, saleAmount }: Submission): Promise<Entered> {
  const sells = saleAmount !== null && first.answer === 'accept';
  return enterReceipt(ledger, given, id, sells ? 'look' : first.answer, isShort(first) || sells);
}

/** The only remark is that too little was paid. */
function isShort({ remarks: [only, ...others] }: Evaluation): boolean {
  return only?.kind === 'amount' && only.difference.startsWith('-') && others.length === 0;
}

/** Adds remarks, after `not_ours` and before the others, and makes the answer `look` unless it is `refuse`. */
function withRemarks({ answer, remarks }: Evaluation, more: readonly Finding[]): Evaluation {
  if (more.length === 0) return { answer, remarks };
  const foreign = remarks.filter(({ kind }) => kind === 'not_ours');
  const others = remarks.filter(({ kind }) => kind !== 'not_ours');
  return { answer: answer === 'refuse' ? answer : 'look', remarks: [...foreign, ...more, ...others] };
}
