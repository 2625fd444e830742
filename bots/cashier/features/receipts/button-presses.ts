/** Finds the job of a pressed button and checks who may press it. */

import type { Context, MiddlewareFn } from 'grammy';
import type { Membership } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, mayActFor } from '../../identify.js';
import { askedIn, type Job } from '../../jobs/job.js';

/**
 * The job whose answer has the pressed button, even if it has ended: its record lasts as long as the ledger.
 * @returns null after telling the person why they may not press it
 */
export async function pressedJob(deps: FeatureDeps, ctx: CashierContext, id: string): Promise<Job | null> {
  const job = await find(deps, ctx, id);
  const isHere = job !== null && [job.chat, askedIn(job)].some((chat) => chat === ctx.chat?.id);
  if (isHere && mayActFor(ctx, job.shop)) return job;
  await answerPress(ctx, job === null ? 'button-old' : 'button-not-yours');
  return null;
}

async function find({ jobs }: FeatureDeps, ctx: CashierContext, id: string): Promise<Job | null> {
  const message = ctx.callbackQuery?.message?.message_id;
  const running = await jobs.find(id);
  if (running !== null || !ctx.chat || message === undefined) return running;
  return (await jobs.about(ctx.chat.id, message)).find((job) => job.id === id) ?? null;
}

/** The person's membership in the receipt's shop, which may differ from the chosen one. */
export function membershipIn(ctx: CashierContext, shop: string | undefined): Membership | null {
  const { membership, person } = ctx.sender;
  if (shop === undefined || shop === membership?.shop.id) return membership;
  return mayActFor(ctx, shop) ? (person.memberships.find((own) => own.shop.id === shop) ?? null) : null;
}

/** Shows a short notice above the chat. */
export async function answerPress(ctx: CashierContext, key: string): Promise<void> {
  await ctx.answerCallbackQuery({ text: ctx.sender.words.t(key) });
}

/** Outermost middleware: presses of people who are not admitted are answered too. */
export const answerPresses: MiddlewareFn<Context> = async (ctx, next) => {
  if (ctx.callbackQuery === undefined) return await next();
  let answered = false;
  ctx.api.config.use((call, method, payload, signal) => {
    answered ||= method === 'answerCallbackQuery';
    return call(method, payload, signal);
  });
  await next();
  // Fails if the press is too old or the chat is gone: then there is no spinner.
  if (!answered) await ctx.answerCallbackQuery().catch(() => undefined);
};
