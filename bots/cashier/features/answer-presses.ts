/** Answers every press that no feature has answered, because the button shows a spinner until then. */
import type { Context, MiddlewareFn } from 'grammy';

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
