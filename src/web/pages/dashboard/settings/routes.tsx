/** `/dashboard/settings`: page and forms of the account, its overage and its sessions. */
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import { type Change, type DashboardRoutes, signedInRecently } from '../changes.js';
import type { FrameFor } from '../frame.js';
import type { SessionGuard } from '../session-guard.js';
import { SettingsPage } from './page.js';

const path = '/dashboard/settings';

export function settingsRoutes(
  { engine }: Pick<WebDeps, 'engine'>,
  frameFor: FrameFor,
  sessionGuard: SessionGuard,
): DashboardRoutes {
  const overage: Change = async ({ account, ...session }, fields) => {
    const on = fields('overage') === 'on';
    if (on && !signedInRecently(session)) return 'sign_in_again';
    await engine.accountOwner(account).setOverage(on);
    return on ? 'overage_on' : 'overage_off';
  };

  const signOut: Change = async ({ token }, _fields, _request, reply) => {
    await engine.sessions.end(token);
    sessionGuard.close(reply);
    return { notice: 'signed_out', at: '/dashboard' };
  };

  const signOutEverywhere: Change = async ({ account }, _fields, _request, reply) => {
    await engine.sessions.endAll(account);
    sessionGuard.close(reply);
    return { notice: 'everywhere', at: '/dashboard' };
  };

  return {
    home: path,
    pages: {
      async [path](session, request, reply) {
        const [frame, usage] = await Promise.all([
          frameFor(session, request, reply),
          engine.accountUsage(session.account),
        ]);
        return renderPage(reply, <SettingsPage frame={frame} usage={usage} />);
      },
    },
    changes: {
      '/dashboard/overage': overage,
      '/dashboard/logout': signOut,
      '/dashboard/logout-everywhere': signOutEverywhere,
    },
  };
}
