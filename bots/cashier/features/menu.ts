/**
 * The command menu: each person sees the commands they may use, in their language. Telegram stores it per chat; a record of
 * the current menu prevents setting it again after every message.
 */
import type { MiddlewareFn } from 'grammy';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { printOf } from '../jobs/job.js';
import { type BotCommand, commandsOf, type MenuRole } from '../render/index.js';

/** The menu is set again after this time. */
const renewMs = 30 * 86_400_000;

/** Private chats only. Runs after the other features, because this message may have changed the person's role. */
export function createMenu({ engine, log }: FeatureDeps): MiddlewareFn<CashierContext> {
  const botStore = engine.botStore('cashier');

  /** Cache by role and locale, because the menu is compared after every message. */
  const menus = new Map<string, { commands: readonly BotCommand[]; wanted: string }>();
  function menuOf({ words }: CashierContext['sender'], role: MenuRole) {
    const key = `${role}:${words.locale}`;
    const cached = menus.get(key);
    if (cached) return cached;
    const commands = role === 'nobody' ? [] : commandsOf(words, role);
    // Contains a digest of the commands, so that a version with other commands sets it again.
    const menu = { commands, wanted: `${key}:${printOf(JSON.stringify(commands))}` };
    menus.set(key, menu);
    return menu;
  }

  async function setMenu({ api, sender, from }: CashierContext): Promise<void> {
    if (!from) return;
    const name = `menu:${from.id}`;
    const role = menuRole(sender);
    const { commands, wanted } = menuOf(sender, role);
    const current = await botStore.getTemporary(name);
    const scope = { type: 'chat', chat_id: from.id } as const;
    if (role === 'nobody') {
      if (current === null) return;
      // The person belongs to no shop: delete the record first.
      await botStore.deleteTemporary(name);
      await api.deleteMyCommands({ scope });
    } else if (current !== wanted) {
      await api.setMyCommands(commands, { scope });
      await botStore.setTemporary(name, wanted, renewMs);
    }
  }

  return async (ctx, next) => {
    await next();
    if (ctx.chat?.type !== 'private') return;
    // Errors are only logged; the next message tries again.
    await setMenu(ctx).catch((error: unknown) => {
      log.debug({ component: 'cashier-bot', err: error }, 'a menu could not be set');
    });
  };
}

/** With several shops and none chosen: the most powerful of the roles. */
export function menuRole({ membership, person }: CashierContext['sender']): MenuRole {
  if (membership !== null) return membership.member.role;
  const roles = person.memberships.map(({ member }) => member.role);
  return roles.includes('owner') ? 'owner' : (roles[0] ?? 'nobody');
}
