/** Writes verified receipts to the book of a shop, and withdraws their acceptance. */
import { cleanNote } from '#engine/shared/validation.js';
import type {
  Acceptance,
  BookRow,
  MessageRef,
  ReceiptSubmission,
  Sale,
  ShopAnswer,
} from '../../api/ledger.js';
import * as names from '../../store/key-names.js';
import { readClaim } from '../../store/payment-claims.js';
import type { EnteredPayment } from '../../store/payment-entries.js';
import { digest } from '../../store/receipt-id.js';
import { orUnavailable, type Reply } from '../../store/scripts.js';
import type { LedgerContext } from './context.js';
import { bookEntry, bookMs, parseSale, placeOf, readLine } from './rows.js';
import { indexLines, recordedAt } from './search-index.js';
import { unresolvedIds } from './unverified-receipts.js';

/** Result of writing a receipt: accepted now or before, only recorded, or refused by an owner. */
export type Entered =
  | { kind: 'accepted' | 'noted' }
  | { kind: 'refused'; by: string | null; at: string }
  /** It paid a payment request, or may be the same transfer as one that did. */
  | { kind: 'paid' }
  | { kind: 'taken'; own: boolean; earlier: Acceptance; sale: Sale | null };

/** A person who repeats the same content within a minute gets the same answer. */
const repeatMs = 60_000;

/** @param short it only pays too little, so another receipt may pay the rest */
export async function enterReceipt(
  ledger: LedgerContext,
  { shop, member, paid, message, content }: ReceiptSubmission,
  id: string,
  answer: ShopAnswer,
  short: boolean,
): Promise<Entered> {
  const unresolved = unresolvedIds(paid.providerKey, paid.reference, message);
  const { amount, reference, payer } = paid.payment;
  // Indexed before it is written, so that every line of the book can be found.
  await indexLines(ledger.store.client, shop, [
    { id, at: recordedAt(ledger.now()), amount, reference, payer: payer.name, members: [member] },
  ]);
  const realm = paid.livemode ? 'live' : 'sandbox';
  for (;;) {
    const claim = await readClaim(ledger.store.client, shop, realm, paid.providerKey, paid.payment);
    const reply = await ledger.inDay(shop, (day, window) =>
      ledger.scripts.run(
        'book-submit',
        [
          names.bookRow(shop, id),
          names.bookDay(shop, day),
          ...unresolved.map((unresolvedId) => names.unresolved(shop, unresolvedId)),
          ...[claim.transfers, claim.own, ...claim.alike.map(([claimed]) => claimed)],
        ],
        [
          ...[bookEntry(id), answer, member, ...placeOf(shop, message), day, ...window, bookMs],
          ...[repeatMs, content === undefined ? '' : digest(`${shop}:${content}`).slice(0, 6)],
          ...[short ? '1' : '', ...claim.near, ...Object.entries(fieldsOf(paid)).flat()],
        ],
      ),
    );
    if (reply[0] !== 'changed') return await parseReply(ledger, shop, reply);
  }
}

async function parseReply(ledger: LedgerContext, shop: string, [kind, ...rest]: Reply): Promise<Entered> {
  if (kind === 'refused') return { kind, ...(await actor(ledger, shop, rest[0], rest[1])) };
  if (kind === 'paid') return { kind };
  if (kind !== 'taken') return { kind: kind === 'accepted' ? kind : 'noted' };
  const [own, member, at, link, anyway, sale] = rest;
  const earlier: Acceptance = {
    member: String(member),
    ...(await actor(ledger, shop, member, at)),
    link: String(link) || null,
    anyway: anyway === 1,
  };
  return { kind, own: own === 1, earlier, sale: sale ? parseSale(String(sale)) : null };
}

async function actor(
  { staff }: LedgerContext,
  shop: string,
  member: Reply[number] = '',
  at: Reply[number] = 0,
) {
  return { by: await staff.nameOf(shop, String(member)), at: new Date(Number(at)).toISOString() };
}

/** Stores the note of a receipt, if one is given. @returns the stored note */
export async function storeNote(
  { store, scripts }: LedgerContext,
  shop: string,
  id: string,
  given = '',
): Promise<string | null> {
  const key = names.bookRow(shop, id);
  const note = cleanNote(given);
  if (note === null) return (await orUnavailable(store.client.hget(key, 'note'))) || null;
  await scripts.run('hash-set-if-exists', [key], ['note', note]);
  return note;
}

export async function rowOf(ledger: LedgerContext, shop: string, id: string): Promise<BookRow | null> {
  return (await readLine(ledger, shop, id, await ledger.staff.names(shop)))?.row ?? null;
}

/** When this message accepted the receipt, ms; null when it did not. */
export async function acceptedAtBy(
  { store }: LedgerContext,
  { shop, message }: ReceiptSubmission,
  id: string,
): Promise<number | null> {
  const fields = store.client.hmget(names.bookRow(shop, id), 'takenAt', 'print', 'repeats');
  const [takenAt, print, repeats] = await orUnavailable(fields);
  const [own] = placeOf(shop, message);
  return takenAt && [print, ...(repeats ?? '').split(' ')].includes(own) ? Number(takenAt) : null;
}

/** Undoes the acceptance of this message, and with it that of the other receipts of its sale. */
export async function withdrawReceipt(
  ledger: LedgerContext,
  shop: string,
  id: string,
  message: MessageRef,
): Promise<void> {
  const [print] = placeOf(shop, message);
  const key = names.bookRow(shop, id);
  const [own, sale, member] = await orUnavailable(ledger.store.client.hmget(key, 'print', 'sale', 'takenBy'));
  if (sale && own === print) await undoSale(ledger, shop, id, parseSale(sale), member ?? '');
  else await ledger.scripts.run('book-withdraw', [key], [print]);
}

/** Undoes the acceptance of all receipts of a sale, because one of their messages was corrected. */
export async function undoSale(
  { inDay, scripts }: LedgerContext,
  shop: string,
  id: string,
  sale: Sale,
  member: string,
): Promise<void> {
  const ids = [...new Set([id, ...sale.parts.map((part) => part.id)])];
  const keys = ids.map((lineId) => names.bookRow(shop, lineId));
  await inDay(shop, (_, window) =>
    scripts.run('book-undo', [...keys, names.owners(shop)], [member, ...window, JSON.stringify(sale), '1']),
  );
}

/** The stored fields of a payment, in the order in which `payment-request-change.lua` takes them. */
export function fieldsOf({ providerKey, livemode, payment }: EnteredPayment): Record<string, string> {
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
