/** The commands and their descriptions, in the order of a shop's day. */
import type { MemberRole } from './callbacks.js';
import type { Vocabulary, Words } from './i18n.js';
import { locales } from './types.js';

/** Role that a menu is for. All members of a group see the same menu. */
export type MenuRole = MemberRole | 'nobody' | 'group';

/** In the order of the menus, with the roles that see the command besides owners, who see all. */
const commands = {
  today: ['cashier', 'group'],
  request: ['cashier', 'group'],
  mytotal: ['cashier'],
  shift: ['cashier'],
  history: ['cashier', 'group'],
  undo: ['cashier'],
  report: [],
  export: [],
  banks: ['cashier', 'nobody', 'group'],
  accounts: ['cashier'],
  staff: [],
  invite: [],
  settings: [],
  usage: ['cashier'],
  dashboard: [],
  shop: ['cashier'],
  language: ['cashier', 'nobody'],
  help: ['cashier', 'nobody', 'group'],
  privacy: ['cashier', 'nobody'],
  deleteme: ['cashier', 'nobody'],
  start: ['nobody'],
} satisfies Record<string, readonly MenuRole[]>;
export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];

export interface BotCommand {
  command: CommandName;
  description: string;
}

/** For `setMyCommands`, in the order of `commandNames`. */
export function commandsOf(words: Words, role: MenuRole = 'owner'): BotCommand[] {
  return commandNames
    .filter((command) => role === 'owner' || (commands[command] as readonly MenuRole[]).includes(role))
    .map((command) => ({ command, description: words.t(`command-${command}`) }));
}

/** Content of botfather-commands.txt: the text to paste after BotFather's /setcommands, for each language. */
export function botFatherFile(vocabulary: Vocabulary): string {
  const blocks = locales.map((locale) => {
    const words = vocabulary.of(locale);
    const lines = commandsOf(words).map(({ command, description }) => `${command} - ${description}`);
    return [`[${locale}] ${words.t('language-name')}`, ...lines].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}
