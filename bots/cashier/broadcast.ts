/** Sends a message to several people, once to each, even if another process takes over halfway. */
import * as z from 'zod';
import type { Engine, Shop } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import { chatOfPerson } from './identify.js';
import { type Delivery, ignoreUnreachable } from './jobs/deliver.js';
import { printOf } from './jobs/job.js';
import { type Message, ofShop, type Setting, type Vocabulary, type Words } from './render/index.js';

/** Longer than a message is retried. */
const keepMs = 3 * 86_400_000;
const digests = z.array(z.string());
/** Long enough to distinguish the people of one shop, too short to identify a person. */
const digestLength = 4;

interface Broadcast {
  /** Name of the record of who has it: one per message, shop and day. */
  record: string;
  people: readonly string[];
  /** Gives the language for people who chose none; its name is shown to people with several shops. */
  shop: Shop;
  render(words: Words): Message;
}

/** Dependencies of code that writes to people outside of a reply. */
export interface MessengerDeps {
  engine: Engine;
  /** Sends messages outside of a reply. It retries for up to an hour: a handler must not await it. */
  delivery: Delivery;
  vocabulary: Vocabulary;
  /** Settings of the renderers: time zone, current time and names of banks. */
  setting: () => Setting;
  log: Logger;
}

/** Safe to repeat. @throws Undeliverable `late`; Failure `unavailable` */
export async function sendToEach(
  { engine, delivery, vocabulary }: MessengerDeps,
  { record, people, shop, render }: Broadcast,
  signal: AbortSignal,
): Promise<void> {
  const botStore = engine.botStore('cashier');
  const digestOf = (person: string) => printOf(record, person).slice(0, digestLength);
  const done = digests.safeParse(await botStore.getTemporary(record)).data ?? [];
  for (const person of people.filter((each) => !done.includes(digestOf(each)))) {
    const chat = chatOfPerson(person);
    const { language, memberships } = await engine.shops.ofPerson(person);
    const words = vocabulary.of(language ?? shop.settings.language);
    const rendered = render(words);
    const message = memberships.length > 1 ? ofShop(words, shop, rendered) : rendered;
    // A person who cannot be reached, for example because they blocked the bot, is skipped.
    if (chat !== null) await delivery.send(chat, message, null, signal).catch(ignoreUnreachable);
    done.push(digestOf(person));
    await botStore.setTemporary(record, done, keepMs);
  }
}
