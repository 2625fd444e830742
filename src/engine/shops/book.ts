/** The book of a shop: every verified receipt once, and who took it for the shop's (docs/cashier-bot.md). */
import { parseBirr } from '../birr.js';
import * as names from '../store/keys.js';
import { type Reply, reach } from '../store/scripts.js';
import { indexLines, momentOf } from './book-index.js';
import { bookDays, bookEntry, digest, readRows, rowIdOf, unresolvedEntry } from './book-rows.js';
import { judge, type Question } from './judge.js';
import type { ShopParts } from './parts.js';
import type { Receiving } from './receiving.js';
import type { Settings } from './settings.js';
import type { Staff } from './staff.js';
import {
  type Acceptance,
  type BookRow,
  type CouldNotCheck,
  type HandedIn,
  type HandIn,
  type MessageRef,
  type Paid,
  type ShopAnswer,
  ShopError,
  type Shops,
} from './types.js';

const bookMs = bookDays * 86_400_000;

/** The same person repeating the same content within a minute gets the answer again. */
const repeatMs = 60_000;

export type Book = Pick<Shops, 'handIn' | 'acceptAnyway' | 'couldNotCheck' | 'resolved' | 'row'>;

/** How the store has it: taken now, taken before, or only noted. */
interface Written {
  accepted: boolean;
  own: boolean;
  earlier: Acceptance | null;
}

export function createBook(parts: ShopParts, settings: Settings, receiving: Receiving, staff: Staff): Book {
  const { store, scripts, banks, now } = parts;
  const { client } = store;

  /** @param write tells by its first word when the store's clock is in another day of the shop than this one */
  async function today(
    shop: string,
    write: (day: string, window: [number, number]) => Promise<Reply>,
  ): Promise<Reply> {
    let moment = now();
    for (;;) {
      const { date, startsAt, endsAt } = await settings.dayAt(shop, moment);
      const reply = await write(date, [startsAt, endsAt]);
      if (reply[0] !== 'window') return reply;
      moment = Number(reply[1]);
    }
  }

  async function write(handIn: HandIn, id: string, answer: ShopAnswer): Promise<Written> {
    const { shop, member, paid, message, content } = handIn;
    const unresolved = unresolvedIds(paid.providerKey, paid.reference, message);
    const { amount, reference, payer } = paid.payment;
    // First: a line that stands in the book is found.
    await indexLines(client, shop, [
      { id, at: momentOf(now()), amount, reference, payer: payer.name, members: [member] },
    ]);
    const reply = await today(shop, (day, window) =>
      scripts.run(
        'handin',
        [
          names.bookRow(shop, id),
          names.bookDay(shop, day),
          ...unresolved.map((one) => names.unresolved(shop, one)),
        ],
        [
          ...[bookEntry(id), answer, member, ...placeOf(shop, message), day, ...window, bookMs],
          ...[repeatMs, content === undefined ? '' : digest(`${shop}:${content}`).slice(0, 6)],
          ...Object.entries(fieldsOf(paid)).flat(),
        ],
      ),
    );
    if (reply[0] !== 'taken') return { accepted: reply[0] === 'accepted', own: false, earlier: null };
    const [, own, by, at, link, anyway] = reply;
    const earlier: Acceptance = {
      member: String(by),
      by: await staff.nameOf(shop, String(by)),
      at: new Date(Number(at)).toISOString(),
      link: String(link) || null,
      anyway: anyway === 1,
    };
    return { accepted: false, own: own === 1, earlier };
  }

  async function row(shop: string, id: string): Promise<BookRow | null> {
    if (!/^[\w-]{22}$/.test(id)) return null;
    const [found] = await readRows(client, shop, [id], await staff.names(shop));
    return found ?? null;
  }

  return {
    row,

    async handIn(handIn): Promise<HandedIn> {
      const { shop, paid, expected } = handIn;
      if (expected !== undefined && parseBirr(expected) === null) throw new ShopError('invalid', 'expected');
      const [{ settings: terms }, accounts] = await Promise.all([settings.get(shop), receiving.saved(shop)]);
      const question: Question = { paid, settings: terms, accounts, expected, accepted: null, now: now() };
      const id = rowIdOf(paid.livemode, paid.providerKey, paid.payment.reference);
      const first = judge(question, banks);
      const { own, earlier } = await write(handIn, id, first.answer);
      const judgement = earlier && !own ? judge({ ...question, accepted: earlier }, banks) : first;
      return { ...judgement, id, repeated: own };
    },

    async acceptAnyway(shop, id, member, message) {
      const known = await row(shop, id);
      if (known === null) throw new ShopError('unknown', 'id');
      await indexLines(client, shop, [{ ...known, at: momentOf(now()), members: [member] }]);
      const [answer] = await today(shop, (day, window) =>
        scripts.run(
          'anyway',
          [names.bookRow(shop, id), names.bookDay(shop, day), names.owners(shop)],
          [bookEntry(id), member, ...placeOf(shop, message), day, ...window, bookMs],
        ),
      );
      if (answer === 'not_owner') throw new ShopError('not_owner', 'member');
      const accepted = answer === 'unknown' ? null : await row(shop, id);
      if (accepted === null) throw new ShopError('unknown', 'id');
      return accepted;
    },

    async couldNotCheck({ shop, member, provider, reference, why, message }) {
      const id = unresolvedIds(provider, reference, message).at(-1) ?? '';
      const known = {
        member,
        provider: provider ?? '',
        reference: reference ?? '',
        why,
        link: message.link ?? '',
      };
      await today(shop, (day, window) =>
        scripts.run(
          'unsure',
          [names.unresolved(shop, id), names.bookDay(shop, day)],
          [unresolvedEntry(id), day, ...window, bookMs, ...Object.entries(known).flat()],
        ),
      );
    },

    async resolved({ shop, provider, reference, message }) {
      const ids = unresolvedIds(provider, reference, message);
      await reach(client.del(...ids.map((id) => names.unresolved(shop, id))));
    },
  };
}

/**
 * A message, to be known again, and its link. The name of a private chat is the person's: the print is too short to
 * lead back to it, so that a line of the book says nothing of whoever is forgotten.
 */
function placeOf(shop: string, { chat, message, link }: MessageRef): [string, string] {
  return [digest(`${shop}:${chat}:${message}`).slice(0, 6), link ?? ''];
}

/** What could not be checked is known by the message, and by the reference where one was read. */
function unresolvedIds(
  provider: CouldNotCheck['provider'],
  reference: CouldNotCheck['reference'],
  { chat, message }: MessageRef,
): string[] {
  const byMessage = digest(`message:${chat}:${message}`);
  if (!provider || !reference) return [byMessage];
  return [byMessage, digest(`reference:${provider}:${reference}`)];
}

function fieldsOf({ providerKey, livemode, payment }: Paid): Record<string, string> {
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
