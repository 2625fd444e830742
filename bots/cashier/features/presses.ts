/** Every press is answered, also one that is nobody's business here: a button must not spin until it gives up. */
import type { Context, MiddlewareFn } from 'grammy';

/** Stands around everything: whoever is not let in has pressed something too. */
export const answerPresses: MiddlewareFn<Context> = async (ctx, next) => {
  if (ctx.callbackQuery === undefined) return await next();
  let answered = false;
  ctx.api.config.use((call, method, payload, signal) => {
    answered ||= method === 'answerCallbackQuery';
    return call(method, payload, signal);
  });
  await next();
  // Too late, or the chat is gone: nothing spins there.
  if (!answered) await ctx.answerCallbackQuery().catch(() => undefined);
};
