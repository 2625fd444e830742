/**
 * Receipts and raw answers of banks as they are stored (docs/architecture.md#stored-forms). No other module knows the
 * stored text, and no other reads or writes it.
 *
 * Every text carries the version that wrote it. Each version reads all earlier ones: 0, without a number, is what was
 * written before there were numbers. What a later version has written is as if it were not there, and stays as it is.
 */
import type { OutgoingResponse, Realm } from '../../egress/types.js';
import type { Payment, Receipt, Target } from '../../providers/types.js';
import { addBounded } from './bounded-hash.js';
import * as names from './key-names.js';
import { reach, type Scripts } from './scripts.js';
import type { StoreConnection } from './types.js';

/** A settled receipt as it is kept. `url` is not: it is rebuilt from the reference. */
export interface Kept {
  httpStatus: number;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  receipt: Receipt;
  payment: Payment;
  rawHtmlLength: number;
  egressSource: string;
}

/** What a bank sent for a view-limited link, as it came. */
export interface RawAnswer {
  target: Target;
  realm: Realm;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  response: OutgoingResponse;
}

/** A raw answer in the store; `fresh`: its process died before it had judged it. */
export interface StoredAnswer extends RawAnswer {
  fresh: boolean;
}

const version = 1;
const mark = `{"v":${version},`;
/** How a receipt of version 0 begins. */
const unmarked = '{"httpStatus":';

/** A value as stored text. @param value an object that has members, and none of the name `v` */
export function sealed(value: object): string {
  return mark + JSON.stringify(value).slice(1);
}

/** @throws SyntaxError for what is no stored text, or a later version's */
export function opened<T extends object>(text: string): T {
  const { v = 0, ...value } = JSON.parse(text) as T & { v?: number };
  if (v > version) throw new SyntaxError('stored by a later version');
  return value as unknown as T;
}

function openedOrNull<T extends object>(text: string | null): T | null {
  try {
    return text === null ? null : opened<T>(text);
  } catch {
    return null;
  }
}

/** Whether this version wrote a stored receipt, or an earlier one: what the scripts call readable, without reading it all. */
export function isReadable(body: string | null | undefined): body is string {
  return (
    typeof body === 'string' && (body.startsWith(mark) || body.startsWith(unmarked)) && body.endsWith('}')
  );
}

/** The members of a stored receipt as they stand in its text, for an answer that is written around them. */
export function membersOf(body: string): string {
  return body.slice(body.startsWith(mark) ? mark.length : 1, -1);
}

export interface ReceiptStore {
  /** Null where there is none, or none that this version can read. */
  read(name: string): Promise<Kept | null>;
  /**
   * Stores a receipt unless one is stored; where `replaces` is set, in its place.
   * @param fields `printed` and `transfer` of the receipt's hash
   * @returns what is stored now, and whether this call stored it. A later version's stays, and is told as stored before.
   */
  put(
    name: string,
    kept: Kept,
    fields: { printed: string; transfer: string | null },
    replaces?: boolean,
  ): Promise<{ kept: Kept; first: boolean }>;
  /** Stores what a bank sent before anybody has judged it. @param name the receipt's */
  putAnswer(name: string, raw: RawAnswer): Promise<void>;
  /** Keeps a fresh answer, in the place of the one kept before, or drops it. */
  judged(name: string, keeps: boolean): Promise<void>;
  /** Drops the answer that was kept. */
  dropAnswer(name: string): Promise<void>;
  /** Counts an answer that was kept as one of an owner's; of more than the bound, the oldest are dropped. */
  ownAnswer(owner: string, name: string): Promise<void>;
  /** The fresh answer first, then the one that was kept. */
  answers(name: string): Promise<StoredAnswer[]>;
  /** Names of receipts of which answers are stored, the oldest first. */
  answered(): Promise<string[]>;
}

/** Of one owner, of links that have shown no receipt: a bank says so without end, and nothing counts it. */
const ownedAnswersByDefault = 1_000;
const ownedAnswersMs = 400 * 86_400_000;

/** @param retentionDays receipts and raw answers live so long; 0: for ever @param ownedMax tests keep fewer */
export function createReceiptStore(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  retentionDays: number,
  ownedMax = ownedAnswersByDefault,
): ReceiptStore {
  const retentionMs = retentionDays * 86_400_000;

  /** Those that were stored without a time to live, before it applied to them; a hundred at a time. */
  async function dropExpired(now: number): Promise<void> {
    if (retentionMs === 0) return;
    const expired = client.zrangebyscore(names.rawAnswers(), '-inf', now - retentionMs, 'LIMIT', 0, 100);
    for (const name of await reach(expired)) {
      await reach(client.del(names.rawAnswer(name), names.freshAnswer(name)));
      await reach(client.zrem(names.rawAnswers(), name));
    }
  }

  async function judge(name: string, what: 'keep' | 'drop fresh' | 'drop kept'): Promise<void> {
    const keys = [names.freshAnswer(name), names.rawAnswer(name)];
    const [left] = await scripts.run('raw-response-judged', keys, [what]);
    if (left === 0) await reach(client.zrem(names.rawAnswers(), name));
  }

  return {
    async read(name) {
      const body = await reach(client.hget(name, 'body'));
      return isReadable(body) ? openedOrNull<Kept>(body) : null;
    },

    async put(name, kept, { printed, transfer }, replaces = false) {
      const options = [retentionMs, replaces ? '1' : '0'];
      const values = [sealed(kept), printed, transfer ?? '', ...options];
      const [first, body] = await scripts.run('receipt-put', [name], values);
      if (first === 1) return { kept, first: true };
      return { kept: openedOrNull<Kept>(body ? String(body) : null) ?? kept, first: false };
    },

    async putAnswer(name, raw) {
      const fetchedAt = Date.parse(raw.fetchedAt);
      // Listed first: what is listed and not there is struck off by whoever reads it.
      await reach(client.zadd(names.rawAnswers(), fetchedAt, name));
      const [key, text] = [names.freshAnswer(name), sealedAnswer(raw)];
      await reach(retentionMs > 0 ? client.set(key, text, 'PX', retentionMs) : client.set(key, text));
      await dropExpired(fetchedAt);
    },

    judged: (name, keeps) => judge(name, keeps ? 'keep' : 'drop fresh'),
    dropAnswer: (name) => judge(name, 'drop kept'),

    async ownAnswer(owner, name) {
      const list = { key: names.ownedAnswers(owner), ms: ownedAnswersMs, max: ownedMax };
      await addBounded({ client }, list, name, (oldest) => judge(oldest, 'drop kept'));
    },

    async answers(name) {
      const texts = await reach(client.mget(names.freshAnswer(name), names.rawAnswer(name)));
      return texts.flatMap((text, index) => {
        const raw = openedAnswer(text);
        return raw ? [{ ...raw, fresh: index === 0 }] : [];
      });
    },

    answered: () => reach(client.zrange(names.rawAnswers(), 0, -1)),
  };
}

/** A raw answer as it is written: JSON has no bytes. */
interface WrittenAnswer extends Omit<RawAnswer, 'response'> {
  response: Omit<OutgoingResponse, 'body'> & { body: string };
}

function sealedAnswer({ response, ...rest }: RawAnswer): string {
  const body = Buffer.from(response.body).toString('base64');
  return sealed({ ...rest, response: { ...response, body } } satisfies WrittenAnswer);
}

function openedAnswer(text: string | null): RawAnswer | null {
  const written = openedOrNull<WrittenAnswer>(text);
  if (!written) return null;
  const { response, ...rest } = written;
  return { ...rest, response: { ...response, body: Buffer.from(response.body, 'base64') } };
}
