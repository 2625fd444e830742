/** Several receipts for one amount: the rest is paid by the person's next receipt, or by one in reply. */
import type { Message } from 'grammy/types';
import * as z from 'zod';
import { parseBirr } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, mayActFor } from '../../identify.js';
import { type Job, unread } from '../../jobs/job.js';
import { repliedOf } from '../../parse-message.js';
import { answerPlace } from '../../verification/message-receipts.js';

/** How long to wait for the second payment. */
const awaitedMs = 1_800_000;
const awaitedSchema = z.object({ chat: z.number(), message: z.number() });

/** Expected amount and other receipts, for a receipt that pays the rest of another. */
type SplitPayment = Required<Pick<Job, 'expected' | 'parts'>>;

export function createSplitPayments({ engine, jobs }: FeatureDeps) {
  const botStore = engine.botStore('cashier');
  const recordName = (chat?: number, user?: number) => `rest:${chat}:${user}`;
  const nameOf = ({ chat, from }: CashierContext) => recordName(chat?.id, from?.id);

  async function unpaidJob(ctx: CashierContext, chat: number, message: number): Promise<Job | null> {
    const about = await jobs.about(chat, message);
    return about.findLast((job) => job.split === true && mayActFor(ctx, job.shop)) ?? null;
  }

  async function firstJob(ctx: CashierContext, message: Message): Promise<Job | null> {
    const replied = repliedOf(message);
    const answered = replied && (await unpaidJob(ctx, message.chat.id, replied.message_id));
    if (answered) return answered;
    const awaited = awaitedSchema.safeParse(await botStore.getTemporary(nameOf(ctx))).data;
    return awaited ? await unpaidJob(ctx, awaited.chat, awaited.message) : null;
  }

  return {
    /** The next receipt of this person in this chat pays the rest of this one. */
    expect: (ctx: CashierContext, job: Job): Promise<void> =>
      botStore.setTemporary(nameOf(ctx), answerPlace(job), awaitedMs),

    /** The sale that this message completes. @param expected its own amount @returns null if it completes none */
    async find(
      ctx: CashierContext,
      message: Message,
      shop: string,
      expected: string | null,
    ): Promise<SplitPayment | null> {
      const job = await firstJob(ctx, message);
      const { book, expected: whole, parts = [] } = job ?? {};
      if (!job || !book?.rest || book.accepted || !whole || job.shop !== shop) return null;
      // An amount other than the rest means another sale.
      const amount = expected === null || expected === unread ? expected : parseBirr(expected);
      if (amount !== null && amount !== parseBirr(book.rest) && amount !== parseBirr(whole)) return null;
      return { expected: whole, parts: [...parts, { row: book.row, ...answerPlace(job) }] };
    },

    /** The second receipt has arrived. */
    close: (ctx: CashierContext): Promise<void> => botStore.deleteTemporary(nameOf(ctx)),

    /** Forgets that this person's next receipt in this chat pays a rest. */
    forget: (chat: number, user: number): Promise<void> => botStore.deleteTemporary(recordName(chat, user)),
  };
}
