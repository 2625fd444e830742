/** Commands and buttons that change an API key or its account, each after a question. */
import {
  type Engine,
  type KeyInfo,
  keyPrefixLength,
  OperatorError,
  type Plan,
  planNames,
} from '../../src/engine/index.js';
import { askPage, keyPage, page } from './command-replies.js';
import type { Message, RenderContext } from './render.js';
import type { StateStore } from './state-store.js';
import type { Command, PressedButton } from './telegram.js';
import type { ButtonPress } from './types.js';

export interface CommandDeps {
  engine: Pick<Engine, 'keys' | 'accounts' | 'admin' | 'screenshotBudget' | 'providers'>;
  store: StateStore;
  context(): RenderContext;
  /** Applies a press to the incidents and saves them. */
  applyPress(press: ButtonPress): Promise<void>;
  /** Sends a reply at once. Replies do not go through the outbox: one that fails is not sent later. */
  reply(chat: number, message: Message, replyTo: number | null): Promise<void>;
  replace(chat: number, id: number, message: Message): Promise<void>;
  /** @returns false when another press has already answered the question; the same press may claim it again */
  claim(press: PressedButton): Promise<boolean>;
}

/** How long a question can be answered. */
const questionMinutes = 10;
const rateMax = 1_000_000;

export function createKeyCommands({ engine, store, context, reply, replace, claim }: CommandDeps) {
  const minutesNow = () => Math.floor(context().now / 60_000);
  const stamp = () => minutesNow().toString(36);
  const isFresh = (then: string | undefined) =>
    minutesNow() - Number.parseInt(then ?? '', 36) <= questionMinutes;
  return { key, onKeyPress };

  async function key({ args }: Command): Promise<Message> {
    const [prefix = '', what, value = ''] = args;
    if (prefix === '') return page(['Usage: /key <prefix>, the first 14 characters of the key.']);
    const found = await engine.keys.get(prefix.slice(0, keyPrefixLength));
    if (what === undefined) return keyPage(context(), found, `kr:${found.prefix}`);
    return askChange(found, what, value);
  }

  function askRevoke(prefix: string): Message {
    return askPage(
      `Revoke key ${prefix}? Requests with it will be refused. This cannot be undone.`,
      `ky:${prefix}:${stamp()}`,
    );
  }

  function askChange(found: KeyInfo, what: string, value: string): Message {
    const { prefix } = found;
    if (what === 'revoke') {
      return found.revokedAt === null ? askRevoke(prefix) : page([`Key ${prefix} is already revoked.`]);
    }
    if (what === 'rate') {
      const rate = Number(value);
      if (!Number.isInteger(rate) || rate < 1 || rate > rateMax)
        return page(['The rate must be a whole number, at least 1.']);
      return askPage(
        `Give key ${prefix} ${rate} requests a minute? It has ${found.rate}.`,
        `kt:${prefix}:${rate}:${stamp()}`,
      );
    }
    if (what === 'plan') {
      if (!isPlan(value)) return page([`Plans: ${planNames.join(', ')}.`]);
      return askPage(
        `Put the account of key ${prefix} (${found.account}) on plan ${value}? It is on ${found.plan}.`,
        `kp:${prefix}:${value}:${stamp()}`,
      );
    }
    return page(['/key <prefix>, followed by: revoke, rate <n> or plan <name>']);
  }

  async function onKeyPress(
    button: PressedButton,
    what: string,
    prefix: string,
    rest: string[],
  ): Promise<void> {
    const { chat, message, by } = button;
    if (what === 'kr') {
      await button.answer('');
      return reply(chat, askRevoke(prefix), message);
    }
    if (!isFresh(rest.at(-1))) {
      await replace(chat, message, page(['This question is too old: ask again.']));
      return button.answer('Too old.');
    }
    if (!(await claim(button))) return button.answer('Already answered.');
    const text = `${await applyChange(what, prefix, rest[0] ?? '')} By ${by}.`;
    await button.answer('Done.');
    await replace(chat, message, page([text]));
    store.notify(text, { silent: true, but: chat });
  }

  /** @returns what has changed, for people */
  async function applyChange(what: string, prefix: string, value: string): Promise<string> {
    if (what === 'ky') {
      await engine.keys.revoke(prefix);
      return `Key ${prefix} is revoked.`;
    }
    if (what === 'kt') {
      const { rate } = await engine.keys.set(prefix, { rate: Number(value) });
      return `Key ${prefix} may make ${rate} requests a minute.`;
    }
    const { account } = await engine.keys.get(prefix);
    if (!isPlan(value)) throw new OperatorError('There is no such plan.', 'usage');
    const { plan } = await engine.accounts.set(account, { plan: value });
    return `Account ${account} is on plan ${plan}.`;
  }
}

const isPlan = (text: string): text is Plan => (planNames as readonly string[]).includes(text);
