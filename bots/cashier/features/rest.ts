/** Several receipts for one amount: the rest is paid by the person's next receipt, or by one in reply. */
import type { Message } from 'grammy/types';
import { z } from 'zod';
import { parseBirr } from '../../../src/engine/index.js';
import type { Kit } from '../deps.js';
import { type CashierContext, mayActFor } from '../identify.js';
import { type Job, unread } from '../jobs/job.js';
import { repliedOf } from '../parse-message.js';
import { standsAt } from '../verification/message-receipts.js';

/** How long to wait for the second payment. */
const awaitedMs = 1_800_000;
const schema = z.object({ chat: z.number(), message: z.number() });

/** Expected amount and other receipts, for a receipt that pays the rest of another. */
export type Rest = Required<Pick<Job, 'expected' | 'parts'>>;

export interface Rests {
  /** The next receipt of this person in this chat pays the rest of this one. */
  await(ctx: CashierContext, job: Job): Promise<void>;
  /** The sale that this message completes. @param expected its own amount @returns null if it stands alone */
  of(ctx: CashierContext, message: Message, shop: string, expected: string | null): Promise<Rest | null>;
  /** The second receipt has arrived. */
  over(ctx: CashierContext): Promise<void>;
  /** Deletes what is awaited of this person in this chat. */
  forget(chat: number, user: number): Promise<void>;
}

export function createRests({ engine, jobs }: Pick<Kit, 'engine' | 'jobs'>): Rests {
  const notebook = engine.botStore('cashier');
  const named = (chat?: number, user?: number) => `rest:${chat}:${user}`;
  const nameOf = ({ chat, from }: CashierContext) => named(chat?.id, from?.id);

  async function short(ctx: CashierContext, chat: number, message: number): Promise<Job | null> {
    const about = await jobs.about(chat, message);
    return about.findLast((job) => job.split === true && mayActFor(ctx, job.shop)) ?? null;
  }

  async function base(ctx: CashierContext, message: Message): Promise<Job | null> {
    const replied = repliedOf(message);
    const answered = replied && (await short(ctx, message.chat.id, replied.message_id));
    if (answered) return answered;
    const awaited = schema.safeParse(await notebook.getTemporary(nameOf(ctx))).data;
    return awaited ? await short(ctx, awaited.chat, awaited.message) : null;
  }

  return {
    async await(ctx, job) {
      await notebook.setTemporary(nameOf(ctx), standsAt(job), awaitedMs);
    },

    async of(ctx, message, shop, expected) {
      const job = await base(ctx, message);
      const { book, expected: whole, parts = [] } = job ?? {};
      if (!job || !book?.rest || book.accepted || !whole || job.shop !== shop) return null;
      // An amount other than the rest means another sale.
      const said = expected === null || expected === unread ? expected : parseBirr(expected);
      if (said !== null && said !== parseBirr(book.rest) && said !== parseBirr(whole)) return null;
      return { expected: whole, parts: [...parts, { row: book.row, ...standsAt(job) }] };
    },

    over: (ctx) => notebook.deleteTemporary(nameOf(ctx)),
    forget: (chat, user) => notebook.deleteTemporary(named(chat, user)),
  };
}
