/** What a cashier sees: a photograph with the amount under it, and the bot's own answer (docs/landing-chat.ts). */
import { Icon } from '../../components/icon.js';
import { StatusIcon } from '../../components/status-icon.js';
import type { PageContext } from '../../types.js';
import recorded from './bot-answer.json' with { type: 'json' };

export function CashierChat({ context: { words, language } }: { context: PageContext }) {
  const { chat } = words.landing;
  const [verdict = '', ...facts] = recorded.lines[language];
  return (
    <figure class="chat">
      <figcaption>
        <Icon name="bot" /> {chat.title}
      </figcaption>
      <p class="bubble sent">
        <span class="photo">
          <Icon name="receipt" size={40} />
          <span class="visually-hidden">{chat.sent}</span>
        </span>
        {recorded.expected}
      </p>
      <p class="bubble">
        <strong class="good">
          <StatusIcon tone="good" /> {withoutSign(verdict)}
        </strong>
        {facts.map((line) => (
          <span key={line}>{joined(line)}</span>
        ))}
      </p>
      <p class="small">{chat.example}</p>
    </figure>
  );
}

/** Keeps the last digits of an account on one line with the ellipsis before them. */
function joined(line: string): string {
  return line.replace(/…(?=\d)/g, '…\u2060');
}

/** Without the bot's emoji: not every computer has a font with it, so the page draws an icon. */
function withoutSign(line: string): string {
  return line.replace(/^\S+ /, '');
}
