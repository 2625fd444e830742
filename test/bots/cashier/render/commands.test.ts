import { join } from 'node:path';
import { expect, it } from 'vitest';
import { botFatherFile } from '../../../../bots/cashier/render/commands.js';
import { commandsOf, localeOf, locales } from '../../../../bots/cashier/render/index.js';
import { repository } from '../../../support/processes.js';
import { vocabulary } from './support.js';

it('botfather-commands.txt has the commands as the locales describe them', async () => {
  await expect(botFatherFile(vocabulary)).toMatchFileSnapshot(
    join(repository, 'bots/cashier/botfather-commands.txt'),
  );
});

it.each(locales)('Telegram takes the commands in %s', (locale) => {
  const commands = commandsOf(vocabulary.of(locale));
  expect(commands.length).toBeLessThanOrEqual(100);
  for (const { command, description } of commands) {
    expect(command).toMatch(/^[a-z0-9_]{1,32}$/);
    expect(description.length).toBeGreaterThanOrEqual(1);
    expect(description.length).toBeLessThanOrEqual(256);
  }
});

it('a new user gets the language of their Telegram, or Amharic when it is not supported', () => {
  expect(['am', 'en-GB', 'om', 'OM-et', 'fr', undefined, ''].map(localeOf)).toEqual([
    'am',
    'en',
    'om',
    'om',
    'am',
    'am',
    'am',
  ]);
});
