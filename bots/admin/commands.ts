/** Handles commands and button presses of administrators, whom the caller has checked. Changes are announced to all chats. */
import { isStoreUnavailable } from '#bots/shared/retry.js';
import { OperatorError } from '../../src/engine/index.js';
import { detailsPage, helpPage, incidentsPage, page, statusPage, usagePage } from './command-replies.js';
import { type CommandDeps, createKeyCommands } from './key-commands.js';
import type { Message } from './render.js';
import { createSilenceCommands } from './silence-commands.js';
import type { Command, PressedButton } from './telegram.js';

interface Commands {
  onCommand(command: Command): Promise<void>;
  onPress(button: PressedButton): Promise<void>;
}

export function createCommands(deps: CommandDeps): Commands {
  const { engine, store, context, applyPress, reply, replace } = deps;
  const { key, onKeyPress } = createKeyCommands(deps);
  const { silence, unsilence, silencedFor } = createSilenceCommands(deps);

  const replies: Readonly<Record<string, (command: Command) => Message | Promise<Message>>> = {
    status: () => statusPage(context()),
    incidents: () => incidentsPage(context()),
    ...{ silence, unsilence, usage, key, daily, test },
    help: helpPage,
    start: helpPage,
  };

  /** Sends the rendered reply, or the reason why the engine refused. In a group, commands of other bots are ignored. */
  async function onCommand(command: Command): Promise<void> {
    const { name, chat } = command;
    const render = Object.hasOwn(replies, name) ? replies[name] : undefined;
    if (render === undefined && chat < 0) return;
    const message = await Promise.resolve()
      .then(() => render?.(command) ?? page(['I do not know this command. See /help.']))
      .catch((error: unknown) => page([reason(error)]));
    await reply(chat, message, command.message);
  }

  async function usage(): Promise<Message> {
    const top = await engine.admin.topAccounts(10);
    return usagePage(top, await engine.screenshotBudget().catch(() => null));
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

  function test({ by }: Command): Message {
    store.notify(`🔴 Test alert, requested by ${by}. Nothing is wrong.`);
    const chats = Object.values(store.stored.chats).filter(({ on }) => on).length;
    return page([`A test alert is on its way to ${chats} ${chats === 1 ? 'chat' : 'chats'}.`]);
  }

  // Buttons

  async function onPress(button: PressedButton): Promise<void> {
    const [what = '', id = '', ...rest] = button.data.split(':');
    if (/^(a|f|d|s[014])$/.test(what)) return onIncidentPress(button, what, id);
    if (what === 'no') {
      await replace(button.chat, button.message, page(['Cancelled.']));
      return button.answer('Cancelled.');
    }
    if (!/^k[rytp]$/.test(what)) return button.answer('');
    await onKeyPress(button, what, id, rest).catch((error: unknown) => button.answer(reason(error)));
  }

  async function onIncidentPress(button: PressedButton, what: string, id: string): Promise<void> {
    const { by } = button;
    const incident = store.stored.state.incidents.find((open) => open.id === id && open.endedAt === null);
    if (!incident) return button.answer('This incident is over.');
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

  return { onCommand, onPress };
}

const done: Readonly<Record<string, string>> = {
  a: 'Acknowledged: no more reminders.',
  f: 'Marked as fixed, not verified.',
  s0: 'No longer silenced.',
  s1: 'Silenced for 1 hour.',
  s4: 'Silenced for 4 hours.',
};

/** The error as shown to administrators. */
function reason(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (isStoreUnavailable(error)) return '🔴 The store cannot be reached.';
  return 'That did not work.';
}
