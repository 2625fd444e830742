/** `/dashboard/receiving-accounts`: pages and forms of the accounts that customers pay to. */
import type { FastifyRequest } from 'fastify';
import { ShopError } from '../../../../engine/index.js';
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import { type Change, type DashboardRoutes, signedInRecently } from '../changes.js';
import type { FrameFor } from '../frame.js';
import type { NoticeName } from '../notice.js';
import { ReceivingPage } from './receiving.js';

const path = '/dashboard/receiving-accounts';

/** Lengths that the API allows. */
const fieldMax = { provider: 200, number: 64, holder: 200 } as const;

/** Pages and changes by their paths. */
export function receivingRoutes({ engine }: Pick<WebDeps, 'engine'>, frameFor: FrameFor): DashboardRoutes {
  const banks = engine.providers();

  const add: Change = async (session, fields) => {
    // It decides where customers pay.
    if (!signedInRecently(session)) return 'sign_in_again';
    const field = (name: keyof typeof fieldMax) => fields(name).trim().slice(0, fieldMax[name]);
    try {
      await engine.shops.saveAccount(session.account, {
        provider: field('provider'),
        number: field('number'),
        holder: field('holder') || null,
      });
    } catch (error) {
      if (error instanceof ShopError) return refused(error);
      throw error;
    }
    return 'account_added';
  };

  const remove: Change = async ({ account }, _fields, request) => {
    const isRemoved = await engine.shops.removeAccount(account, idIn(request));
    return isRemoved ? 'account_removed' : 'account_unknown';
  };

  return {
    home: path,
    pages: {
      async [path](session, request, reply) {
        const [frame, accounts] = await Promise.all([
          frameFor(session, request, reply),
          engine.shops.accounts(session.account),
        ]);
        return renderPage(reply, <ReceivingPage {...{ frame, accounts, banks }} />);
      },
    },
    changes: { [path]: add, [`${path}/:id/remove`]: remove },
  };
}

function refused({ kind }: ShopError): NoticeName {
  return kind === 'too_many' ? 'account_too_many' : 'account_refused';
}

function idIn({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}
