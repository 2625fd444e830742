/** The stored record of a message that shows a payment request. */
import * as z from 'zod';
import { type BotStore, paymentRequestStatuses } from '../../../src/engine/index.js';
import { locales } from '../render/index.js';

/** A request is stored for 97 days at most; a record leaves when its request is over. */
const keepMs = 98 * 86_400_000;

const note = z.object({
  shop: z.string(),
  /** Who made it: id of the member, and of the person. */
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
  /** What that message says; null until it is sent. */
  status: z.enum(paymentRequestStatuses).nullable(),
  /** The change that it shows: an unchanged request is not drawn again after a restart. */
  change: z.string().nullable(),
});
export type RequestNote = z.infer<typeof note>;

const nameOf = (request: string): string => `request:${request}`;

/** All methods throw Failure `unavailable`. */
export class RequestNotes {
  constructor(private readonly botStore: BotStore) {}

  async find(request: string): Promise<RequestNote | null> {
    return note.safeParse(await this.botStore.get(nameOf(request))).data ?? null;
  }

  put(request: string, one: RequestNote): Promise<void> {
    return this.botStore.put(nameOf(request), one, { keepMs });
  }

  remove(request: string): Promise<void> {
    return this.botStore.remove(nameOf(request));
  }

  /** Those that cannot be read are left to expire. */
  async all(): Promise<{ request: string; note: RequestNote }[]> {
    return (await this.botStore.all('request')).flatMap(({ id, value }) => {
      const { data } = note.safeParse(value);
      return data ? [{ request: id.slice(nameOf('').length), note: data }] : [];
    });
  }
}
