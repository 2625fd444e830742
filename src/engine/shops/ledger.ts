/** The book of a shop: each verified receipt once, and who accepted it (docs/cashier-bot.md). */
import { decimal, sumOf } from '../../money.js';
import type { ReceivingAccounts } from '../access/receiving-accounts.js';
import {
  type Acceptance,
  type BookRow,
  type CouldNotCheck,
  type Evaluation,
  type Finding,
  type MessageRef,
  type ReceiptSubmission,
  type Sale,
  type SalePart,
  type ShopAnswer,
  ShopError,
  type Shops,
  type SubmissionResult,
  type VerifiedPayment,
} from '../api/shops.js';
import type { Banks } from '../shared/banks.js';
import { isBirr, parseBirr } from '../shared/money.js';
import { cleanNote } from '../shared/validation.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Reply } from '../store/scripts.js';
import type { ShopContext } from './context.js';
import { type EvaluationInput, evaluatePayment } from './evaluate.js';
import { createInDay } from './in-day.js';
import { indexLines, recordedAt } from './ledger-index.js';
import {
  bookDays,
  bookEntry,
  digest,
  parseSale,
  placeOf,
  readLine,
  readRows,
  rowIdOf,
  unresolvedEntry,
} from './ledger-rows.js';
import type { Settings } from './settings.js';
import type { Staff } from './staff.js';

const bookMs = bookDays * 86_400_000;

/** A person who repeats the same content within a minute gets the same answer. */
const repeatMs = 60_000;

/** Receipts per sale. */
const partsMax = 10;

export type Ledger = Pick<
  Shops,
  'submitReceipt' | 'withdraw' | 'recordUnverified' | 'clearUnverified' | 'row' | 'accepted'
>;

/** Result of the write: accepted now or before, only recorded, or refused by an owner. */
type Written =
  | { kind: 'accepted' | 'noted' }
  | { kind: 'refused'; by: string | null; at: string }
  | { kind: 'taken'; own: boolean; earlier: Acceptance; sale: Sale | null };

export function createLedger(
  parts: ShopContext,
  settings: Settings,
  receiving: ReceivingAccounts,
  staff: Staff,
): Ledger {
  const { store, scripts, banks, now } = parts;
  const { client } = store;
  const inDay = createInDay(parts, settings);

  /** @param short it only pays too little, so another receipt may pay the rest */
  async function write(
    handIn: ReceiptSubmission,
    id: string,
    answer: ShopAnswer,
    short: boolean,
  ): Promise<Written> {
    const { shop, member, paid, message, content } = handIn;
    const unresolved = unresolvedIds(paid.providerKey, paid.reference, message);
    const { amount, reference, payer } = paid.payment;
    // Indexed before it is written, so that every line of the book can be found.
    await indexLines(client, shop, [
      { id, at: recordedAt(now()), amount, reference, payer: payer.name, members: [member] },
    ]);
    const reply = await inDay(shop, (day, window) =>
      scripts.run(
        'book-submit',
        [
          names.bookRow(shop, id),
          names.bookDay(shop, day),
          ...unresolved.map((one) => names.unresolved(shop, one)),
        ],
        [
          ...[bookEntry(id), answer, member, ...placeOf(shop, message), day, ...window, bookMs],
          ...[repeatMs, content === undefined ? '' : digest(`${shop}:${content}`).slice(0, 6)],
          ...[short ? '1' : '', ...Object.entries(fieldsOf(paid)).flat()],
        ],
      ),
    );
    return await written(shop, reply);
  }

  async function written(shop: string, [kind, ...rest]: Reply): Promise<Written> {
    if (kind === 'refused') return { kind, ...(await said(shop, rest[0], rest[1])) };
    if (kind !== 'taken') return { kind: kind === 'accepted' ? kind : 'noted' };
    const [own, member, at, link, anyway, sale] = rest;
    const earlier: Acceptance = {
      member: String(member),
      ...(await said(shop, member, at)),
      link: String(link) || null,
      anyway: anyway === 1,
    };
    return { kind, own: own === 1, earlier, sale: sale ? parseSale(String(sale)) : null };
  }

  async function said(shop: string, member: Reply[number] = '', at: Reply[number] = 0) {
    return { by: await staff.nameOf(shop, String(member)), at: new Date(Number(at)).toISOString() };
  }

  /** @returns the stored note */
  async function keepNote(shop: string, id: string, said = ''): Promise<string | null> {
    const line = names.bookRow(shop, id);
    const note = cleanNote(said);
    if (note === null) return (await orUnavailable(client.hget(line, 'note'))) || null;
    await scripts.run('hash-set-if-exists', [line], ['note', note]);
    return note;
  }

  async function row(shop: string, id: string): Promise<BookRow | null> {
    return (await readLine(parts, shop, id, await staff.names(shop)))?.row ?? null;
  }

  /** The other receipts of a sale in the book, and a remark for the first one that cannot be counted. */
  async function othersOf(
    { shop, parts: given = [] }: ReceiptSubmission,
    id: string,
    maxAgeHours: number,
  ): Promise<{ rows: BookRow[]; unusable: Finding | null }> {
    const ids = [...new Set(given.map((part) => part.id))].filter((one) => one !== id).slice(0, partsMax - 1);
    const rows = await Promise.all(ids.map((one) => row(shop, one)));
    const oldest = now() - maxAgeHours * 3_600_000;
    const unusable = rows.findIndex(
      (one) =>
        one === null ||
        one.acceptance !== null ||
        one.refusal !== null ||
        !isBirr(one) ||
        Date.parse(one.paidAt ?? '') < oldest,
    );
    const present = rows.filter((one) => one !== null);
    return { rows: present, unusable: unusable < 0 ? null : unusableOf(rows[unusable] ?? null) };
  }

  /** Accepts this receipt and the others together, or none of them. */
  async function sell(handIn: ReceiptSubmission, id: string, rows: readonly BookRow[], expected: string) {
    const { shop, member, message, paid, parts: given = [] } = handIn;
    const own = partOf({ id, provider: paid.providerKey, ...paid.payment });
    const sale: Sale = { id: rows[0]?.id ?? id, expected, parts: [...rows.map(partOf), own] };
    const messages = new Map(given.map((part) => [part.id, part.message]));
    messages.set(id, message);
    const lines = sale.parts.flatMap((part) => [
      bookEntry(part.id),
      ...placeOf(shop, messages.get(part.id) ?? message),
    ]);
    const [answer, nth] = await inDay(shop, (day, window) =>
      scripts.run(
        'book-accept-split',
        [names.bookDay(shop, day), ...sale.parts.map((part) => names.bookRow(shop, part.id))],
        [member, day, ...window, bookMs, JSON.stringify(sale), ...lines],
      ),
    );
    if (answer === 'accepted') return { sale };
    const failed = sale.parts[Number(nth) - 1]?.id ?? id;
    return { unusable: unusableOf(await row(shop, failed)) };
  }

  /** When this message accepted the receipt, ms; null when it did not. */
  async function acceptedHere({ shop, message }: ReceiptSubmission, id: string): Promise<number | null> {
    const name = names.bookRow(shop, id);
    const [takenAt, print, repeats] = await orUnavailable(client.hmget(name, 'takenAt', 'print', 'repeats'));
    const [own] = placeOf(shop, message);
    return takenAt && [print, ...(repeats ?? '').split(' ')].includes(own) ? Number(takenAt) : null;
  }

  async function withdraw(shop: string, id: string, message: MessageRef): Promise<void> {
    const [print] = placeOf(shop, message);
    const line = names.bookRow(shop, id);
    const [own, sale, member = ''] = await orUnavailable(client.hmget(line, 'print', 'sale', 'takenBy'));
    if (sale && own === print) return await takeBack(shop, id, parseSale(sale), member ?? '');
    await scripts.run('book-withdraw', [line], [print]);
  }

  /** Undoes the acceptance of all receipts of a sale, because one of their messages was corrected. */
  async function takeBack(shop: string, id: string, sale: Sale, member: string): Promise<void> {
    const others = sale.parts.map((part) => part.id).filter((one) => one !== id);
    const lines = [id, ...others].map((one) => names.bookRow(shop, one));
    await inDay(shop, (_, window) =>
      scripts.run(
        'book-undo',
        [...lines, names.owners(shop)],
        [member, ...window, JSON.stringify(sale), '1'],
      ),
    );
  }

  /** Evaluates again what this message has accepted. A missing amount does not undo the acceptance. */
  function judgeOwn(question: EvaluationInput, id: string, sale: Sale | null): Evaluation {
    const others = (sale?.parts ?? []).filter((part) => part.id !== id).map(({ amount }) => amount);
    return judgeWith({ ...question, settings: { ...question.settings, askAmount: false } }, others, banks);
  }

  async function take(handIn: ReceiptSubmission): Promise<Omit<SubmissionResult, 'note'>> {
    const { shop, paid, expected, message } = handIn;
    const cents = expected === undefined ? null : parseBirr(expected);
    if (expected !== undefined && cents === null) throw new ShopError('invalid', 'expected');
    const id = rowIdOf(paid.livemode, paid.providerKey, paid.payment.reference);
    const [{ settings: terms }, accounts, acceptedAt] = await Promise.all([
      settings.get(shop),
      receiving.saved(shop),
      acceptedHere(handIn, id),
    ]);
    const { rows, unusable } = await othersOf(handIn, id, terms.maxAgeHours);
    const question: EvaluationInput = {
      ...{ paid, settings: terms, accounts, expected, accepted: null },
      // Ages count to the acceptance, so that it does not become too old later.
      now: acceptedAt ?? now(),
    };
    const amounts = rows.map(({ amount }) => amount);
    const first = judgeWith(question, amounts, banks);
    const isSale = rows.length > 0 && cents !== null;
    const fits = first.answer === 'accept';
    const enter = () =>
      write(handIn, id, isSale && fits ? 'look' : first.answer, isShort(first) || (isSale && fits));
    let done = await enter();
    if (done.kind === 'taken' && done.own) {
      const { sale, earlier } = done;
      const judged = judgeOwn(question, id, sale);
      if (judged.answer === 'accept' || earlier.anyway)
        return { ...judged, id, repeated: true, sale, others: [] };
      if (sale !== null) {
        await takeBack(shop, id, sale, handIn.member);
        return await take(handIn);
      }
      await withdraw(shop, id, message);
      done = await enter();
    }
    if (done.kind === 'taken') {
      const judged = judgeWith({ ...question, accepted: done.earlier }, amounts, banks);
      return { ...judged, id, repeated: false, sale: null, others: [] };
    }
    const refusal: Finding[] =
      done.kind === 'refused' ? [{ kind: 'refused_by_owner', by: done.by, at: done.at }] : [];
    const noted = { id, repeated: false, sale: null, others: isSale ? rows.map(partOf) : [] };
    if (isSale && fits && unusable === null && refusal.length === 0) {
      const sold = await sell(handIn, id, rows, decimal(cents));
      if (sold.sale) return { answer: 'accept', remarks: [], ...noted, sale: sold.sale };
      return { ...needsReview(first, [sold.unusable]), ...noted };
    }
    return { ...needsReview(first, [...refusal, ...(unusable && isSale ? [unusable] : [])]), ...noted };
  }

  return {
    row,

    async accepted(shop, provider, reference) {
      const ids = [true, false].map((livemode) => rowIdOf(livemode, provider, reference));
      const rows = await readRows(parts, shop, ids, await staff.names(shop));
      return rows.find(({ acceptance }) => acceptance !== null) ?? null;
    },

    async submitReceipt(handIn): Promise<SubmissionResult> {
      const taken = await take(handIn);
      const isOthers = taken.remarks.some(({ kind }) => kind === 'already_accepted');
      const note = await keepNote(handIn.shop, taken.id, isOthers ? undefined : handIn.note);
      return { ...taken, note };
    },

    withdraw,

    async recordUnverified({ shop, member, provider, reference, why, message }) {
      const id = unresolvedIds(provider, reference, message).at(-1) ?? '';
      const known = {
        member,
        provider: provider ?? '',
        reference: reference ?? '',
        why,
        link: message.link ?? '',
      };
      await inDay(shop, (day, window) =>
        scripts.run(
          'book-record-unverified',
          [names.unresolved(shop, id), names.bookDay(shop, day)],
          [unresolvedEntry(id), day, ...window, bookMs, ...Object.entries(known).flat()],
        ),
      );
    },

    async clearUnverified({ shop, provider, reference, message }) {
      const ids = unresolvedIds(provider, reference, message);
      await orUnavailable(client.del(...ids.map((id) => names.unresolved(shop, id))));
    },
  };
}

/** Compares the payment with the rest of the amount that other receipts do not pay; the remark names the whole amount. */
function judgeWith(question: EvaluationInput, others: readonly string[], banks: Banks): Evaluation {
  const whole = question.expected === undefined ? null : parseBirr(question.expected);
  if (whole === null || others.length === 0) return evaluatePayment(question, banks);
  const paid = sumOf(others.map((amount) => parseBirr(amount) ?? 0n));
  const rest = whole > paid ? whole - paid : 0n;
  const { answer, remarks } = evaluatePayment({ ...question, expected: decimal(rest) }, banks);
  const spoken = remarks.map((remark): Finding => {
    if (remark.kind !== 'amount') return remark;
    const actual = paid + (parseBirr(remark.actual) ?? 0n);
    const difference = decimal(actual - whole);
    return { kind: 'amount', expected: decimal(whole), actual: decimal(actual), difference };
  });
  return { answer, remarks: spoken };
}

/** The only remark is that too little was paid. */
function isShort({ remarks: [only, ...others] }: Evaluation): boolean {
  return only?.kind === 'amount' && only.difference.startsWith('-') && others.length === 0;
}

/** Adds remarks, after `not_ours` and before the others, and makes the answer `look` unless it is `refuse`. */
function needsReview({ answer, remarks }: Evaluation, more: readonly Finding[]): Evaluation {
  if (more.length === 0) return { answer, remarks };
  const foreign = remarks.filter(({ kind }) => kind === 'not_ours');
  const others = remarks.filter(({ kind }) => kind !== 'not_ours');
  return { answer: answer === 'refuse' ? answer : 'look', remarks: [...foreign, ...more, ...others] };
}

function unusableOf(row: BookRow | null): Finding {
  const { by = null, at = null } = row?.acceptance ?? {};
  return { kind: 'part_unusable', reference: row?.reference ?? '', by, at };
}

function partOf({ id, provider, reference, amount }: SalePart): SalePart {
  return { id, provider, reference, amount };
}

/** Ids of a receipt that could not be checked: by its message, and by its reference if one was read. */
function unresolvedIds(
  provider: CouldNotCheck['provider'],
  reference: CouldNotCheck['reference'],
  { chat, message }: MessageRef,
): string[] {
  const byMessage = digest(`message:${chat}:${message}`);
  if (!provider || !reference) return [byMessage];
  return [byMessage, digest(`reference:${provider}:${reference}`)];
}

function fieldsOf({ providerKey, livemode, payment }: VerifiedPayment): Record<string, string> {
  return {
    provider: providerKey,
    livemode: livemode ? '1' : '0',
    reference: payment.reference,
    amount: payment.amount,
    currency: payment.currency,
    payer: payment.payer.name ?? '',
    receivedTo: payment.receiver.account ?? '',
    paidAt: payment.paidAt ?? '',
  };
}
