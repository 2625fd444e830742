/** Tells several people the same thing, each of them once, whichever process begins it and whichever ends it. */
import { z } from 'zod';
import type { Engine, Shop } from '../../src/engine/index.js';
import { chatOfPerson } from './identify.js';
import { type Delivery, Undeliverable } from './jobs/deliver.js';
import { printOf } from './jobs/job.js';
import { type Message, ofShop, type Vocabulary, type Words } from './render/index.js';

/** Longer than anybody goes on telling what was not told. */
const toldMs = 3 * 86_400_000;
const prints = z.array(z.string());
/** Of the few people of one shop it tells each; it is too short to lead back to one. */
const printLength = 4;

export interface Telling {
  /** What it is called in the notebook: one thing that is told, of one shop, on one day. */
  note: string;
  people: readonly string[];
  /** Its language is for whoever has chosen none; its name for whoever belongs to several. */
  shop: Shop;
  draw(words: Words): Message;
}

export interface TellingDeps {
  engine: Engine;
  delivery: Delivery;
  vocabulary: Vocabulary;
}

/** @throws Undeliverable `late`: whoever was told already is not told again; Failure `unavailable` */
export async function tellEach(
  { engine, delivery, vocabulary }: TellingDeps,
  { note, people, shop, draw }: Telling,
  signal: AbortSignal,
): Promise<void> {
  const notebook = engine.notebook('cashier');
  const printed = (person: string) => printOf(note, person).slice(0, printLength);
  const told = prints.safeParse(await notebook.recall(note)).data ?? [];
  for (const person of people.filter((one) => !told.includes(printed(one)))) {
    const chat = chatOfPerson(person);
    const { language, memberships } = await engine.shops.ofPerson(person);
    const words = vocabulary.of(language ?? shop.settings.language);
    const message = draw(words);
    if (chat !== null) await send(chat, memberships.length > 1 ? ofShop(words, shop, message) : message);
    told.push(printed(person));
    await notebook.remember(note, told, toldMs);
  }

  /** Somebody who has blocked the bot does not keep the others from being told. */
  async function send(chat: number, message: Message): Promise<void> {
    try {
      await delivery.send(chat, message, null, signal);
    } catch (error) {
      if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
    }
  }
}
