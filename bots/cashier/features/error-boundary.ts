/** Logs errors of handlers and replies with a text of the locales; no error message reaches a chat. */
import { GrammyError, type MiddlewareFn, type Transformer } from 'grammy';
import { isStoreUnavailable } from '#bots/shared/retry.js';
import { ShopError } from '../../../src/engine/index.js';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { type Message, message, renderShopError, type Words } from '../render/index.js';
import { refusalOf } from '../telegram.js';
import { reply } from './reply.js';

/** @throws Failure `unavailable`: the update is handled again when the store is back */
export function createErrorBoundary({ log }: FeatureDeps): MiddlewareFn<CashierContext> {
  return async (ctx, next) => {
    ctx.api.config.use(ignoreLatePress);
    try {
      await next();
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      if (isUndeliverable(error)) return;
      if (!(error instanceof ShopError)) {
        log.error({ component: 'cashier-bot', err: error }, 'a message could not be handled');
      }
      await reply(ctx, errorMessage(ctx.sender.words, error)).catch(() => undefined);
    }
  };
}

/** Ignores the error for answering an old press, for example after a restart; its action is carried out. */
const ignoreLatePress: Transformer = async (call, method, payload, signal) => {
  const answer = await call(method, payload, signal);
  if (method !== 'answerCallbackQuery' || answer.ok || answer.error_code !== 400) return answer;
  return { ok: true, result: true as never };
};

/** Whether the bot may not write to the chat, or has nothing to edit. */
function isUndeliverable(error: unknown): boolean {
  return error instanceof GrammyError && ['shut', 'gone', 'unchanged'].includes(refusalOf(error).kind);
}

function errorMessage(words: Words, error: unknown): Message {
  if (error instanceof ShopError) return renderShopError(words, error);
  return message([words.t('failure-internal'), words.t('failure-internal.next')]);
}
