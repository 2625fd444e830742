/**
 * The menu of commands beside the field where people type: each sees what they may do, in the language they have chosen
 * here. Telegram keeps it for each chat; that it has been told is remembered, so that it is told once.
 */
import type { MiddlewareFn } from 'grammy';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { printOf } from '../jobs/job.js';
import { commandsOf, type MenuRole } from '../render/index.js';

/** Telegram is told again after this long, should it have forgotten. */
const toldMs = 30 * 86_400_000;

/** In private chats, behind everything else: who somebody is may have changed with this very message. */
export function createMenu({ engine, log }: Pick<Kit, 'engine' | 'log'>): MiddlewareFn<CashierContext> {
  const notebook = engine.notebook('cashier');

  async function tell({ api, asker, from }: CashierContext): Promise<void> {
    if (!from) return;
    const name = `menu:${from.id}`;
    const role = menuRole(asker);
    const commands = role === 'nobody' ? [] : commandsOf(asker.words, role);
    // With what stands in it: a version with other commands sets it anew.
    const wanted = `${role}:${asker.words.locale}:${printOf(JSON.stringify(commands))}`;
    const told = await notebook.recall(name);
    const scope = { type: 'chat', chat_id: from.id } as const;
    if (role === 'nobody') {
      if (told === null) return;
      // First of all nothing is kept of whoever has left.
      await notebook.forget(name);
      await api.deleteMyCommands({ scope });
    } else if (told !== wanted) {
      await api.setMyCommands(commands, { scope });
      await notebook.remember(name, wanted, toldMs);
    }
  }

  return async (ctx, next) => {
    await next();
    if (ctx.chat?.type !== 'private') return;
    // A menu that is not right yet keeps nobody from anything; the next message tries again.
    await tell(ctx).catch((error: unknown) => {
      log.debug({ component: 'cashier-bot', err: error }, 'a menu could not be set');
    });
  };
}

/** Whoever has several shops and has chosen none sees what the most of them allows. */
export function menuRole({ membership, person }: CashierContext['asker']): MenuRole {
  if (membership !== null) return membership.member.role;
  const roles = person.memberships.map(({ member }) => member.role);
  return roles.includes('owner') ? 'owner' : (roles[0] ?? 'nobody');
}
