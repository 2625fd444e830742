/** Decisions about a receipt of the book: approval or refusal by an owner, undoing an acceptance. */
import type { BookRow, Decision, Undone } from '../../api/ledger.js';
import { ShopError, type Shops } from '../../api/shops.js';
import * as names from '../../store/key-names.js';
import type { LedgerContext } from './context.js';
import { type BookLine, bookEntry, bookMs, placeOf, readLine } from './rows.js';
import { indexLines, recordedAt } from './search-index.js';

/** Pattern of a question id, which is unique within a line of the book. */
const questionPattern = /^[\w-]{1,40}$/;

type Decisions = Pick<Shops, 'acceptOverride' | 'askOwners' | 'decide' | 'undo'>;

export function createDecisions(ledger: LedgerContext): Decisions {
  const { store, scripts, staff, inDay, now } = ledger;

  /** @throws ShopError `unknown` */
  async function bookLine(shop: string, id: string): Promise<BookLine> {
    const found = await readLine(ledger, shop, id, await staff.names(shop));
    if (found === null) throw new ShopError('unknown', 'id');
    return found;
  }

  const row = async (shop: string, id: string): Promise<BookRow> => (await bookLine(shop, id)).row;

  /** @returns the reply of the script @throws ShopError */
  async function approve(
    shop: string,
    id: string,
    member: string,
    place: readonly [string, string],
    question: string,
  ): Promise<unknown[]> {
    const line = await row(shop, id);
    await indexLines(store.client, shop, [{ ...line, at: recordedAt(now()), members: [member] }]);
    const reply = await inDay(shop, (day, window) =>
      scripts.run(
        'book-accept-override',
        [names.bookRow(shop, id), names.bookDay(shop, day), names.owners(shop)],
        [bookEntry(id), member, ...place, day, ...window, bookMs, question],
      ),
    );
    throwRefused(reply[0]);
    return reply;
  }

  async function decisionOf(shop: string, text: string): Promise<Decision> {
    const [kind = '', member = '', ms = ''] = text.split(' ');
    return {
      kind: kind === 'approved' ? 'approved' : 'refused',
      member,
      by: await staff.nameOf(shop, member),
      at: new Date(Number(ms)).toISOString(),
    };
  }

  return {
    async acceptOverride(shop, id, member, message) {
      await approve(shop, id, member, placeOf(shop, message), '');
      return await row(shop, id);
    },

    async askOwners({ shop, id, member, question }) {
      if (!questionPattern.test(question)) throw new ShopError('invalid', 'question');
      await bookLine(shop, id);
      const keys = [names.bookRow(shop, id)];
      const [answer, decision] = await scripts.run('book-ask-owners', keys, [question, member]);
      throwRefused(answer);
      return decision === '' ? null : await decisionOf(shop, String(decision));
    },

    async decide({ shop, id, member, question, approved, message }) {
      if (!questionPattern.test(question)) throw new ShopError('unknown', 'question');
      const [answer, first, text] = approved
        ? await approve(shop, id, member, placeOf(shop, message), question)
        : await scripts.run('book-refuse', [names.bookRow(shop, id), names.owners(shop)], [question, member]);
      throwRefused(answer);
      const current = await row(shop, id);
      // `accepted` is the normal reply to an approval.
      if (answer === (approved ? 'taken' : 'accepted')) return { kind: 'accepted', row: current };
      if (answer === 'decided') {
        return {
          kind: 'decided',
          first: first === 1,
          decision: await decisionOf(shop, String(text)),
          row: current,
        };
      }
      const decision: Decision = {
        kind: 'approved',
        member,
        by: await staff.nameOf(shop, member),
        at: new Date(now()).toISOString(),
      };
      return { kind: 'decided', first: true, decision, row: current };
    },

    async undo({ shop, id, member }) {
      for (;;) {
        const { row: current, sale } = await bookLine(shop, id);
        const ids = [...new Set([id, ...(current.sale?.parts ?? []).map((part) => part.id)])];
        const keys = [...ids.map((lineId) => names.bookRow(shop, lineId)), names.owners(shop)];
        const [answer] = await inDay(shop, (_, window) =>
          scripts.run('book-undo', keys, [member, ...window, sale, '']),
        );
        if (answer === 'changed') continue;
        const rows = await Promise.all(ids.map((lineId) => row(shop, lineId)));
        const kind = answer === 'none' ? 'not_accepted' : (answer as Exclude<Undone['kind'], 'not_accepted'>);
        return { kind, rows };
      }
    },
  };
}

/** @throws ShopError */
function throwRefused(answer: unknown): void {
  if (answer === 'not_owner') throw new ShopError('not_owner', 'member');
  if (answer === 'unknown') throw new ShopError('unknown', 'id');
}
