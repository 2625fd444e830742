/** Handles commands and button presses of administrators; the caller has checked who they are. Changes are announced to all chats. */

import type { Engine } from '../../src/engine/index.js';
import { Failure, type KeyInfo, OperatorError, type Plan, planNames } from '../../src/engine/index.js';
import {
  askPage,
  detailsPage,
  helpPage,
  incidentsPage,
  keyPage,
  page,
  planChange,
  statusPage,
  usagePage,
} from './command-replies.js';
import { moment } from './format.js';
import type { Message, RenderContext } from './render.js';
import type { StateStore } from './state-store.js';
import type { Command, PressedButton } from './telegram.js';
import { type ButtonPress, limits } from './types.js';

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

export interface Commands {
  commands: Readonly<Record<string, (command: Command) => Promise<void>>>;
  onPress(button: PressedButton): Promise<void>;
}

export function createCommands(deps: CommandDeps): Commands {
  const { engine, store, context, applyPress, reply, replace, claim } = deps;
  const stamp = () => Math.floor(context().now / 60_000).toString(36);
  const isFresh = (then: string | undefined) =>
    Math.floor(context().now / 60_000) - Number.parseInt(then ?? '', 36) <= questionMinutes;

  /** Sends the rendered reply, or the reason why the engine refused. */
  const answers = (draw: (command: Command) => Message | Promise<Message>) => async (command: Command) => {
    const message = await Promise.resolve()
      .then(() => draw(command))
      .catch((error: unknown) => page([reason(error)]));
    await reply(command.chat, message, command.message);
  };

  async function usage(): Promise<Message> {
    const top = await engine.admin.topAccounts(10);
    return usagePage(top, await engine.screenshotBudget().catch(() => null));
  }

  async function key({ args }: Command): Promise<Message> {
    const [prefix = '', what, value = ''] = args;
    if (prefix === '') return page(['Usage: /key <prefix>, the first 14 characters of the key.']);
    const found = await engine.keys.get(prefix.slice(0, 14));
    if (what === undefined) return keyPage(context(), found, `kr:${found.prefix}`);
    return change(found, what, value);
  }

  const askRevoke = (prefix: string) =>
    askPage(
      `Revoke key ${prefix}? Requests with it will be refused. This cannot be undone.`,
      `ky:${prefix}:${stamp()}`,
    );

  function change(found: KeyInfo, what: string, value: string): Message {
    const { prefix } = found;
    if (what === 'revoke') {
      return found.revokedAt === null ? askRevoke(prefix) : page([`Key ${prefix} is revoked already.`]);
    }
    if (what === 'rate') {
      const rate = Number(value);
      if (!Number.isInteger(rate) || rate < 1 || rate > rateMax)
        return page(['A rate is a whole number from 1.']);
      return askPage(
        `Give key ${prefix} ${rate} requests a minute? It has ${found.rate}.`,
        `kt:${prefix}:${rate}:${stamp()}`,
      );
    }
    if (what === 'plan') {
      if (!isPlan(value)) return page([`Plans: ${planNames.join(', ')}.`]);
      return askPage(planChange(prefix, value, found), `kp:${prefix}:${value}:${stamp()}`);
    }
    return page(['/key <prefix>, followed by: revoke, rate <n> or plan <name>']);
  }

  function scopesOf(args: readonly string[]): { scopes: string[]; hours: number | null; unknown: string[] } {
    const known = new Set(engine.providers().map((provider) => provider.key));
    const times = args.filter((arg) => /^\d{1,2}h$/i.test(arg));
    const names = args.filter((arg) => !times.includes(arg)).map((arg) => arg.toLowerCase());
    const unknown = names.filter((name) => name !== 'all' && !known.has(name));
    return {
      scopes: names.length > 0 ? names : ['all'],
      hours: times[0] === undefined ? null : Number.parseInt(times[0], 10),
      unknown,
    };
  }

  async function silence({ args, from }: Command): Promise<Message> {
    const { scopes, hours, unknown } = scopesOf(args);
    if (unknown.length > 0 || hours === null || hours < 1 || hours > limits.silenceHoursMax) {
      return page([
        ...(unknown.length > 0 ? ['There is no such bank.'] : []),
        `/silence [bank …] 2h: mute alerts for 1 to ${limits.silenceHoursMax} hours, all or those of these banks.`,
      ]);
    }
    await applyPress({ what: 'silence', scopes, hours, by: from.name });
    const { now, timeZone } = context();
    const until = moment(now + hours * 3_600_000, now, timeZone);
    return page([`Silenced until ${until}: ${scopes.join(', ')}. By ${from.name}.`]);
  }

  async function unsilence({ args, from }: Command): Promise<Message> {
    const { scopes, unknown } = scopesOf(args);
    if (unknown.length > 0) return page(['There is no such bank.']);
    await applyPress({ what: 'unsilence', scopes, by: from.name });
    if (context().state.silences.some((silence) => silence.scopes.includes('all'))) {
      return page(['All alerts are still silenced: /unsilence without a bank ends that.']);
    }
    return page([`No longer silenced: ${scopes.join(', ')}.`]);
  }

  async function daily({ args }: Command): Promise<Message> {
    const { daily } = store.stored;
    const [choice] = args;
    if (choice === 'on' || choice === 'off') {
      daily.on = choice === 'on';
      await store.save();
    }
    return page([
      `Daily summary: ${daily.on ? 'on, at 09:00' : 'off'}. /daily ${daily.on ? 'off' : 'on'} changes that.`,
    ]);
  }

  function test({ from }: Command): Message {
    store.notify(`🔴 Test alert, asked for by ${from.name}. Nothing is wrong.`);
    const chats = Object.values(store.stored.chats).filter(({ on }) => on).length;
    return page([`A test alert is on its way to ${chats} ${chats === 1 ? 'chat' : 'chats'}.`]);
  }

  // Buttons

  async function pressed(button: PressedButton): Promise<void> {
    const [what = '', id = '', ...rest] = button.data.split(':');
    const by = button.from.name;
    if (/^(a|f|d|s[014])$/.test(what)) return pressedCard(button, what, id, by);
    if (what === 'no') {
      await replace(button.chat, button.message, page(['Cancelled.']));
      return button.answer('Cancelled.');
    }
    if (!/^k[rytp]$/.test(what)) return button.answer('');
    await pressedKey(button, what, id, rest).catch((error: unknown) => button.answer(reason(error)));
  }

  async function pressedCard(button: PressedButton, what: string, id: string, by: string): Promise<void> {
    const incident = store.stored.state.incidents.find((one) => one.id === id && one.endedAt === null);
    if (!incident) return button.answer('This is over.');
    if (what === 'd') {
      await button.answer('');
      return reply(button.chat, detailsPage(context(), incident), button.message);
    }
    if (what === 'a') await applyPress({ what: 'acknowledge', incident: id, by });
    else if (what === 'f') await applyPress({ what: 'fixed', incident: id, by });
    else if (what === 's0')
      await applyPress({ what: 'unsilence', scopes: [`#${id}`, ...silencedFor(id)], by });
    else await applyPress({ what: 'silence', scopes: [`#${id}`], hours: what === 's1' ? 1 : 4, by });
    await button.answer(done[what] ?? '');
  }

  /** Scopes that the button End silence lifts: `all` if all alerts are silenced, else the incident's banks. */
  function silencedFor(id: string): string[] {
    const { state } = context();
    const troubles = state.incidents.find((one) => one.id === id)?.troubles ?? [];
    const named = troubles.flatMap(({ provider }) => provider ?? []);
    const all = state.silences.some(({ scopes }) => scopes.includes('all'));
    return all ? ['all'] : named;
  }

  async function pressedKey(
    button: PressedButton,
    what: string,
    prefix: string,
    rest: string[],
  ): Promise<void> {
    const { chat, message, from } = button;
    if (what === 'kr') {
      await button.answer('');
      return reply(chat, askRevoke(prefix), message);
    }
    if (!isFresh(rest.at(-1))) {
      await replace(chat, message, page(['This question is too old: ask again.']));
      return button.answer('Too old.');
    }
    if (!(await claim(button))) return button.answer('Answered already.');
    const text = `${await changed(what, prefix, rest[0] ?? '')} By ${from.name}.`;
    await button.answer('Done.');
    await replace(chat, message, page([text]));
    store.notify(text, { silent: true, but: chat });
  }

  async function changed(what: string, prefix: string, value: string): Promise<string> {
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

  return {
    commands: {
      status: answers(() => statusPage(context())),
      incidents: answers(() => incidentsPage(context())),
      silence: answers(silence),
      unsilence: answers(unsilence),
      usage: answers(usage),
      key: answers(key),
      daily: answers(daily),
      test: answers(test),
      help: answers(helpPage),
      start: answers(helpPage),
    },
    onPress: pressed,
  };
}

const done: Readonly<Record<string, string>> = {
  a: 'Acknowledged: no more reminders.',
  f: 'Marked as fixed, not verified.',
  s0: 'No longer silenced.',
  s1: 'Silenced for 1 hour.',
  s4: 'Silenced for 4 hours.',
};

const isPlan = (text: string): text is Plan => (planNames as readonly string[]).includes(text);

/** The error as shown to administrators. */
function reason(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Failure && error.failure === 'unavailable') return '🔴 The store cannot be reached.';
  return 'That did not work.';
}
