/** The commands, in the order of a shop's day, with what they are called in each language. */
import { locales } from './types.js';
import type { Vocabulary, Words } from './words.js';

export const commandNames = [
  'today',
  'history',
  'export',
  'banks',
  'accounts',
  'staff',
  'invite',
  'settings',
  'usage',
  'dashboard',
  'shop',
  'language',
  'help',
  'privacy',
  'deleteme',
  'start',
] as const;
export type CommandName = (typeof commandNames)[number];

export interface BotCommand {
  command: CommandName;
  description: string;
}

/** For `setMyCommands` with the language's code. */
export function commandsOf(words: Words): BotCommand[] {
  return commandNames.map((command) => ({ command, description: words.t(`command-${command}`) }));
}

/** The text of botfather-commands.txt: for each language what is pasted after BotFather's /setcommands. */
export function botFatherFile(vocabulary: Vocabulary): string {
  const blocks = locales.map((locale) => {
    const words = vocabulary.of(locale);
    const lines = commandsOf(words).map(({ command, description }) => `${command} - ${description}`);
    return [`[${locale}] ${words.t('language-name')}`, ...lines].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
