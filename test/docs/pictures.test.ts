import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { commandNames } from '../../bots/cashier/render/commands.js';
import { brandPictures, folder } from '../../docs/draw-brand.js';
import { drawnChats } from '../../docs/draw-chat.js';
import { botAnswer, file } from '../../docs/landing-chat.js';
import { repository } from '../support/processes.js';

const page = readFileSync(join(repository, 'docs/cashier-bot.md'), 'utf8');
const drawn = drawnChats();
const brand = await brandPictures();
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

it('the start page shows what the cashier bot says, in each of its languages', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(botAnswer());
});

it.each([
  ['og.png', 1200, 630],
  ['apple-touch-icon.png', 180, 180],
])('%s shows the texts and colours of the pages, and is small', async (name, width, height) => {
  const kept = readFileSync(new URL(name, folder));
  const fresh = brand.get(name) ?? Buffer.alloc(0);
  const [before, after] = await Promise.all(
    [kept, fresh].map((one) => sharp(one).removeAlpha().raw().toBuffer()),
  );
  expect(await sharp(kept).metadata()).toMatchObject({ width, height });
  expect(kept.byteLength).toBeLessThan(60_000);
  // Other releases of the renderer may smooth an edge differently.
  const changed = before?.filter((value, index) => Math.abs(value - (after?.[index] ?? 0)) > 48) ?? [];
  expect(before?.byteLength).toBe(after?.byteLength);
  expect(changed.length).toBeLessThan(width * height * 0.002);
});
