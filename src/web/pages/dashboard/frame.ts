/** Makes the frame of a page for the account that is signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageContext } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { noticeIn } from './notice.js';
import type { SignedIn } from './session-guard.js';
import type { Frame } from './shell.js';

export type FrameFor = (session: SignedIn, request: FastifyRequest, reply: FastifyReply) => Promise<Frame>;

export function createFrames({ engine, config }: Pick<WebDeps, 'engine' | 'config'>): FrameFor {
  const names = new Map(engine.providers().map(({ key, name }) => [key, name]));
  return async (session, request, reply) => {
    const context = pageContext(request, reply);
    return {
      context,
      clock: { language: context.language, timeZone: config.TIME_ZONE },
      account: await engine.accounts.get(session.account),
      notice: noticeIn(request, context),
      bot: config.CASHIER_BOT_USERNAME,
      bankName: (key) => names.get(key) ?? key,
    };
  };
}
