/** Tells several people the same thing, each of them once, whichever process begins it and whichever ends it. */
import { z } from 'zod';
import type { Engine, Language } from '../../src/engine/index.js';
import { chatOfPerson } from './access.js';
import { type Delivery, Undeliverable } from './jobs/deliver.js';
import type { Message, Vocabulary, Words } from './render/index.js';

/** Longer than anybody goes on telling what was not told. */
const toldMs = 3 * 86_400_000;
const names = z.array(z.string());

export interface Telling {
  /** What it is called in the notebook: one thing that is told, of one shop, on one day. */
  note: string;
  people: readonly string[];
  /** Of the shop, for whoever has chosen no language. */
  language: Language;
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
  { note, people, language: theirs, draw }: Telling,
  signal: AbortSignal,
): Promise<void> {
  const notebook = engine.notebook('cashier');
  const told = names.safeParse(await notebook.recall(note)).data ?? [];
  for (const person of people.filter((one) => !told.includes(one))) {
    const chat = chatOfPerson(person);
    const { language } = await engine.shops.ofPerson(person);
    if (chat !== null) await send(chat, draw(vocabulary.of(language ?? theirs)));
    told.push(person);
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
