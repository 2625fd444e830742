/**
 * Receipts and raw answers of banks in their stored form (docs/architecture.md#stored-forms). Only this module reads and
 * writes the stored text.
 *
 * Every text carries the version that wrote it. Each version reads all earlier ones; texts without a number are version 0.
 * Texts of a later version are treated as missing, and are not changed.
 */
import type { OutgoingResponse, Realm } from '../../egress/types.js';
import type { Payment, Receipt, Target } from '../../providers/types.js';
import { addBounded } from './bounded-hash.js';
import * as names from './key-names.js';
import { orUnavailable, type Scripts } from './scripts.js';
import type { StoreConnection } from './types.js';

/** The stored form of a settled receipt. Omits `url`, which is rebuilt from the reference. */
export interface CachedReceipt {
  httpStatus: number;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  receipt: Receipt;
  payment: Payment;
  rawHtmlLength: number;
  egressSource: string;
}

/** A bank's unchanged answer to a view-limited link. */
export interface RawResponse {
  target: Target;
  realm: Realm;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  response: OutgoingResponse;
}

/** A stored raw answer; `fresh`: its process died before judging it. */
export interface StoredResponse extends RawResponse {
  fresh: boolean;
}

const version = 1;
const versionPrefix = `{"v":${version},`;
/** The beginning of a receipt of version 0, which has no version number. */
const version0Prefix = '{"httpStatus":';

/** Writes a value as stored text. @param value an object with at least one member, and without a member `v` */
export function sealed(value: object): string {
  return versionPrefix + JSON.stringify(value).slice(1);
}

/** Reads stored text. @throws SyntaxError when it is not stored text, or of a later version */
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

/** Whether this or an earlier version wrote the text of a receipt. Does not parse it; the scripts have the same function. */
export function isReadable(text: Field): text is string {
  if (typeof text !== 'string' || !text.endsWith('}')) return false;
  return text.startsWith(versionPrefix) || text.startsWith(version0Prefix);
}

/** A field of a hash as Redis returns it. */
type Field = string | null | undefined;

/** Of the SHA-1 of a receipt's text, as hex. */
const sha1Length = 40;

/**
 * Reads a receipt without a script, as on a cluster. Earlier versions stored its text in the hash: in `text`, or in `body` in place
 * of its SHA-1. The scripts have the same function (`text_of`).
 */
export async function readStored(
  { client }: Pick<StoreConnection, 'client'>,
  name: string,
): Promise<Record<'text' | 'printed' | 'transfer', Field>> {
  const [[body, inHash, printed, transfer], text] = await Promise.all([
    orUnavailable(client.hmget(name, 'body', 'text', 'printed', 'transfer')),
    orUnavailable(client.get(names.storedText(name))),
  ]);
  return { text: body?.length === sha1Length ? (inHash ?? text) : body, printed, transfer };
}

/** The members of a stored receipt as JSON text, to be copied into an answer. */
export function membersOf(body: string): string {
  return body.slice(body.startsWith(versionPrefix) ? versionPrefix.length : 1, -1);
}

export interface ReceiptStore {
  /** Null when there is none, or none that this version can read. */
  read(name: string): Promise<CachedReceipt | null>;
  /**
   * Stores a receipt unless one is stored already; with `replaces` it replaces that one.
   * @param fields `printed` and `transfer` of the receipt's hash
   * @returns the stored receipt, and whether this call stored it. A receipt of a later version stays and counts as stored before.
   */
  put(
    name: string,
    kept: CachedReceipt,
    fields: { printed: string; transfer: string | null },
    replaces?: boolean,
  ): Promise<{ kept: CachedReceipt; first: boolean }>;
  /** Stores a bank's answer before it is judged (a fresh answer). @param name key of the receipt */
  putAnswer(name: string, raw: RawResponse): Promise<void>;
  /** Stores a fresh answer as the judged one, replacing the one before, or drops it. */
  settleAnswer(name: string, isUseful: boolean): Promise<void>;
  /** Drops the judged answer. */
  dropAnswer(name: string): Promise<void>;
  /** Counts a judged answer for its owner; above the bound, the owner's oldest answers are dropped. */
  ownAnswer(owner: string, name: string): Promise<void>;
  /** The fresh answer, then the judged one. */
  answers(name: string): Promise<StoredResponse[]>;
  /** Keys of receipts with stored answers, oldest first. */
  answered(): Promise<string[]>;
}

const dayMs = 86_400_000;
/** Maximum lifetime of an account's record of a receipt that it was shown. */
const recordDaysMax = 400;

/** Lifetime of an account's record of a receipt that it was shown, ms. @param retentionDays of receipts; 0: without limit */
export function recordMsOf(retentionDays: number): number {
  return Math.min(retentionDays || recordDaysMax, recordDaysMax) * dayMs;
}

/** Stored answers per owner that show no receipt: such calls are not charged, so this bounds the memory they use. */
const ownedAnswersByDefault = 1_000;
const ownedAnswersMs = 400 * dayMs;

/** @param retentionDays how long receipts and raw answers are stored; 0: without limit @param ownedMax lower in tests */
export function createReceiptStore(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  retentionDays: number,
  ownedMax = ownedAnswersByDefault,
): ReceiptStore {
  const retentionMs = retentionDays * dayMs;

  /** Deletes old answers that were stored without a time to live, before a retention was set; up to a hundred per call. */
  async function dropExpired(now: number): Promise<void> {
    if (retentionMs === 0) return;
    const expired = client.zrangebyscore(names.rawAnswers(), '-inf', now - retentionMs, 'LIMIT', 0, 100);
    for (const name of await orUnavailable(expired)) {
      await orUnavailable(client.del(names.rawAnswer(name), names.freshAnswer(name)));
      await orUnavailable(client.zrem(names.rawAnswers(), name));
    }
  }

  async function change(name: string, action: 'keep' | 'drop fresh' | 'drop kept'): Promise<void> {
    const keys = [names.freshAnswer(name), names.rawAnswer(name)];
    const [left] = await scripts.run('raw-response-judged', keys, [action]);
    if (left === 0) await orUnavailable(client.zrem(names.rawAnswers(), name));
  }

  return {
    async read(name) {
      const { text } = await readStored({ client }, name);
      return isReadable(text) ? openedOrNull<CachedReceipt>(text) : null;
    },

    async put(name, kept, { printed, transfer }, replaces = false) {
      const options = [retentionMs, replaces ? '1' : '0'];
      const values = [sealed(kept), printed, transfer ?? '', ...options];
      const [first, text] = await scripts.run('receipt-put', [name, names.storedText(name)], values);
      if (first === 1) return { kept, first: true };
      return { kept: openedOrNull<CachedReceipt>(text ? String(text) : null) ?? kept, first: false };
    },

    async putAnswer(name, raw) {
      const fetchedAt = Date.parse(raw.fetchedAt);
      // Listed first: readers remove list entries without an answer.
      await orUnavailable(client.zadd(names.rawAnswers(), fetchedAt, name));
      const [key, text] = [names.freshAnswer(name), sealedAnswer(raw)];
      await orUnavailable(retentionMs > 0 ? client.set(key, text, 'PX', retentionMs) : client.set(key, text));
      await dropExpired(fetchedAt);
    },

    settleAnswer: (name, isUseful) => change(name, isUseful ? 'keep' : 'drop fresh'),
    dropAnswer: (name) => change(name, 'drop kept'),

    async ownAnswer(owner, name) {
      const list = { key: names.ownedAnswers(owner), ms: ownedAnswersMs, max: ownedMax };
      await addBounded({ client }, list, name, (oldest) => change(oldest, 'drop kept'));
    },

    async answers(name) {
      const texts = await orUnavailable(client.mget(names.freshAnswer(name), names.rawAnswer(name)));
      return texts.flatMap((text, index) => {
        const raw = openedAnswer(text);
        return raw ? [{ ...raw, fresh: index === 0 }] : [];
      });
    },

    answered: () => orUnavailable(client.zrange(names.rawAnswers(), 0, -1)),
  };
}

/** The stored form of a raw answer; bytes become text, because JSON has none. */
interface WrittenAnswer extends Omit<RawResponse, 'response'> {
  response: Omit<OutgoingResponse, 'body'> & { body: string };
}

function sealedAnswer({ response, ...rest }: RawResponse): string {
  const body = Buffer.from(response.body).toString('base64');
  return sealed({ ...rest, response: { ...response, body } } satisfies WrittenAnswer);
}

function openedAnswer(text: string | null): RawResponse | null {
  const written = openedOrNull<WrittenAnswer>(text);
  if (!written) return null;
  const { response, ...rest } = written;
  return { ...rest, response: { ...response, body: Buffer.from(response.body, 'base64') } };
}
