/** The stored record of a message that shows a payment request. */
import * as z from 'zod';
import { type BotStore, paymentRequestStatuses } from '../../../src/engine/index.js';
import { locales } from '../render/index.js';

/** A request is stored for at most 97 days; a record is deleted when its request is over. */
const keepMs = 98 * 86_400_000;

const record = z.object({
  shop: z.string(),
  /** Ids of the member and the person who made it. */
  member: z.string(),
  person: z.string(),
  /** The message with the command. */
  chat: z.number(),
  message: z.number(),
  group: z.boolean(),
  locale: z.enum(locales),
  /** ms. */
  at: z.number(),
  /** The message that shows it; null until it is sent. */
  shown: z.object({ chat: z.number(), message: z.number(), picture: z.boolean() }).nullable(),
  /** The status that message shows; null until it is sent. */
  status: z.enum(paymentRequestStatuses).nullable(),
  /** The change that it shows: an unchanged request is not drawn again after a restart. */
  change: z.string().nullable(),
});
export type RequestMessageRecord = z.infer<typeof record>;

const nameOf = (request: string): string => `request:${request}`;

/** All methods throw Failure `unavailable`. */
export class RequestMessageRecords {
  constructor(private readonly botStore: BotStore) {}

  async find(request: string): Promise<RequestMessageRecord | null> {
    return record.safeParse(await this.botStore.get(nameOf(request))).data ?? null;
  }

  put(request: string, value: RequestMessageRecord): Promise<void> {
    return this.botStore.put(nameOf(request), value, { keepMs });
  }

  remove(request: string): Promise<void> {
    return this.botStore.remove(nameOf(request));
  }

  /** Unreadable records are left out; they expire. */
  async all(): Promise<{ request: string; record: RequestMessageRecord }[]> {
    return (await this.botStore.all('request')).flatMap(({ id, value }) => {
      const { data } = record.safeParse(value);
      return data ? [{ request: id.slice(nameOf('').length), record: data }] : [];
    });
  }
}
