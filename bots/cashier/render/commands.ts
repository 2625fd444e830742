/** The commands and their descriptions, in the order of a shop's day. */
import type { MemberRole } from './callbacks.js';
import type { Vocabulary, Words } from './i18n.js';
import { locales } from './types.js';

export const commandNames = [
  'today',
  'request',
  'mytotal',
  'shift',
  'history',
  'undo',
  'report',
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

/** Role that a menu is for. All members of a group see the same menu. */
export type MenuRole = MemberRole | 'nobody' | 'group';

const everybody: readonly CommandName[] = ['banks', 'language', 'help', 'privacy', 'deleteme', 'start'];
const menus: Readonly<Record<MenuRole, readonly CommandName[]>> = {
  owner: commandNames,
  cashier: [
    'today',
    'request',
    'mytotal',
    'shift',
    'history',
    'undo',
    'banks',
    'accounts',
    'usage',
    'shop',
    'language',
    'help',
    'privacy',
    'deleteme',
  ],
  nobody: everybody,
  group: ['today', 'request', 'history', 'banks', 'help'],
};

/** For `setMyCommands`, in the order of `commandNames`. */
export function commandsOf(words: Words, role: MenuRole = 'owner'): BotCommand[] {
  return commandNames
    .filter((command) => menus[role].includes(command))
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
