/** Sends a message to several people, once to each, also if another process takes over half way. */
import * as z from 'zod';
import type { Engine, Shop } from '../../src/engine/index.js';
import { chatOfPerson } from './identify.js';
import { type Delivery, Undeliverable } from './jobs/deliver.js';
import { printOf } from './jobs/job.js';
import { type Message, ofShop, type Vocabulary, type Words } from './render/index.js';

/** Longer than any message is retried. */
const keepMs = 3 * 86_400_000;
const prints = z.array(z.string());
/** Long enough to distinguish the people of one shop, too short to identify a person. */
const printLength = 4;

interface Broadcast {
  /** Name of the record: one per message, shop and day. */
  note: string;
  people: readonly string[];
  /** Gives the language for people who chose none; its name is shown to people with several shops. */
  shop: Shop;
  draw(words: Words): Message;
}

interface BroadcastDeps {
  engine: Engine;
  delivery: Delivery;
  vocabulary: Vocabulary;
}

/** Safe to repeat. @throws Undeliverable `late`; Failure `unavailable` */
export async function sendToEach(
  { engine, delivery, vocabulary }: BroadcastDeps,
  { note, people, shop, draw }: Broadcast,
  signal: AbortSignal,
): Promise<void> {
  const botStore = engine.botStore('cashier');
  const digestOf = (person: string) => printOf(note, person).slice(0, printLength);
  const done = prints.safeParse(await botStore.getTemporary(note)).data ?? [];
  for (const person of people.filter((one) => !done.includes(digestOf(one)))) {
    const chat = chatOfPerson(person);
    const { language, memberships } = await engine.shops.ofPerson(person);
    const words = vocabulary.of(language ?? shop.settings.language);
    const message = draw(words);
    if (chat !== null) await send(chat, memberships.length > 1 ? ofShop(words, shop, message) : message);
    done.push(digestOf(person));
    await botStore.setTemporary(note, done, keepMs);
  }

  /** Skips a person who cannot be reached, for example because they blocked the bot. */
  async function send(chat: number, message: Message): Promise<void> {
    try {
      await delivery.send(chat, message, null, signal);
    } catch (error) {
      if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
    }
  }
}
