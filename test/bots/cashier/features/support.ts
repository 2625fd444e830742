/** Talking to the bot in any language: what is awaited is named by the key of its text. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Locale, loadVocabulary, type Words } from '../../../../bots/cashier/render/index.js';
import { dateOf } from '../../../../src/engine/shops/calendar.js';
import * as names from '../../../../src/engine/store/key-names.js';
import type { Scene, Shown } from '../../../support/telegram/index.js';
import { type BotEnvironment, token } from '../environment.js';

export { paidTo, walletReceipt } from '../people.js';

const vocabulary = loadVocabulary();

export const wordsOf = (locale: Locale): Words => vocabulary.of(locale);

/** The first message with which the bot reacts to this. */
export async function reaction(chat: Scene, act: () => unknown): Promise<Shown> {
  const before = chat.answers.length;
  act();
  await chat.until(() => chat.answers.length > before);
  const answer = chat.answers[before];
  if (!answer) throw new Error('it was there a moment ago');
  return answer;
}

/** Resolves once this very message says so. */
export async function saying(chat: Scene, message: Shown, text: string | RegExp): Promise<Shown> {
  const says = () => (typeof text === 'string' ? message.text.includes(text) : text.test(message.text));
  await chat.until(says);
  return message;
}

/** Makes it closing time of a shop, for the day it is now, whatever the clock shows. */
export async function closesNow(
  { store }: Pick<BotEnvironment, 'store'>,
  shop: string,
  timeZone = 'Africa/Addis_Ababa',
): Promise<void> {
  const now = Date.now();
  await store.client.hset(names.closingDates(), shop, dateOf(now, timeZone));
  await store.client.zadd(names.closings(), now - 1_000, shop);
}

/** Resolves once nothing that was sent is still to be handled: a process may then die without doing anything twice. */
export async function handled({ engine }: Pick<BotEnvironment, 'engine'>): Promise<void> {
  const botStore = engine.botStore('cashier');
  while ((await botStore.all('inbox')).length > 0) await sleep(20);
}

/** What a log must never hold, looked for in everything the bot has written. */
export function saysNothingOf(
  environment: Pick<BotEnvironment, 'written'>,
  secrets: readonly string[],
): void {
  const written = environment.written();
  expect(written.length).toBeGreaterThan(0);
  expect([token, ...secrets].filter((secret) => written.includes(secret))).toEqual([]);
}

/** What stands in a link the bot has given: the token behind `start=`. */
export function tokenIn({ text }: Shown): string {
  const found = /start=([\w-]{22})\b/.exec(text)?.[1];
  if (found === undefined) throw new Error('there is no invitation in the message');
  return found;
}
