/** `/dashboard/people`: who uses the cashier bot with the account. */
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import type { DashboardRoutes } from '../changes.js';
import type { FrameFor } from '../frame.js';
import { PeoplePage } from './page.js';

const path = '/dashboard/people';

export function peopleRoutes({ engine }: Pick<WebDeps, 'engine'>, frameFor: FrameFor): DashboardRoutes {
  return {
    home: path,
    pages: {
      async [path](session, request, reply) {
        const [frame, members] = await Promise.all([
          frameFor(session, request, reply),
          engine.shops.members(session.account),
        ]);
        return renderPage(reply, <PeoplePage frame={frame} members={members} />);
      },
    },
    changes: {},
  };
}
