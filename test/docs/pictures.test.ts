import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandNames } from '../../bots/cashier/render/commands.js';
import { drawnChats } from '../../docs/draw-chat.js';
import { repository } from '../support/processes.js';

const page = readFileSync(join(repository, 'docs/cashier-bot.md'), 'utf8');
const drawn = drawnChats();
const there = readdirSync(join(repository, 'docs/pictures')).filter((name) => name.startsWith('cashier-bot'));

it('the pictures of chats are as `npm run docs` draws them from what was recorded', () => {
  expect(there.toSorted()).toEqual([...drawn.keys()].toSorted());
  for (const [name, picture] of drawn) {
    expect(readFileSync(join(repository, 'docs/pictures', name), 'utf8'), name).toBe(picture);
  }
});

it('every picture stands on the page, and every command is explained there', () => {
  expect([...drawn.keys()].filter((name) => !page.includes(`](pictures/${name})`))).toEqual([]);
  expect(commandNames.filter((name) => !page.includes(`\`/${name}`))).toEqual([]);
});
