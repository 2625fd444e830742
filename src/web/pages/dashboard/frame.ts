/** Creates the frame of a page for the signed-in account. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bankNames } from '../../bank-names.js';
import { pageContext } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { noticeIn } from './notice.js';
import type { SignedIn } from './session-guard.js';
import type { Frame } from './shell.js';

export type FrameFor = (session: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<Frame>;

export function createFrames({ engine, config }: Pick<WebDeps, 'engine' | 'config'>): FrameFor {
  const bankName = bankNames(engine);
  return async (session, request, reply) => {
    const context = pageContext(request, reply);
    return {
      context,
      clock: { language: context.language, timeZone: config.TIME_ZONE },
      account: await engine.accounts.get(session.account),
      notice: noticeIn(request, context),
      bot: config.CASHIER_BOT_USERNAME,
      bankName,
    };
  };
}
