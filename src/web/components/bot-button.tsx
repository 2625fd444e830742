/** A link to the cashier bot in Telegram. */
import type { Visitor } from '../types.js';
import { Icon } from './icon.js';

export const botLink = (name: string) => `https://t.me/${name}`;

/** @param bot its name at Telegram; without one there is no button */
export function BotButton({ context, bot }: { context: Visitor; bot: string | undefined }) {
  if (bot === undefined) return null;
  return (
    <a class="button primary" href={botLink(bot)}>
      <Icon name="send" /> {context.words.landing.bot.open}
    </a>
  );
}
