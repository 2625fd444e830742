/** Asks the shop's owners about a receipt that a cashier may not approve; the first answer decides. */
import type { Decision, Member, MessageRef, Shop } from '../../../src/engine/index.js';
import type { MessengerDeps } from '../broadcast.js';
import { chatOfPerson } from '../identify.js';
import { ignoreUnreachable, type Place, Undeliverable } from '../jobs/deliver.js';
import type { JobContext } from '../jobs/types.js';
import { type Message, type Rich, renderAnswered, renderQuestion, type Words } from '../render/index.js';
import { createQuestionStore, type Question } from './question-store.js';

/** State of a question. */
export interface AskedQuestion {
  decision: Decision | null;
  /** Names of the owners who got it. */
  reached: string[];
  unreachable: string[];
}

interface QuestionInput {
  shop: Shop;
  row: string;
  place: MessageRef;
  parts: readonly string[];
  /** No answer is needed, because the receipt was accepted, here or elsewhere. */
  settled: boolean;
  /** Renders the verdict for an owner. */
  render(words: Words): Message;
}

export interface Questions {
  /**
   * Asks the owners who were not asked yet; once there is an answer, shows it to all who were. Safe to repeat.
   * @returns null if the question has ended without an answer; then a new one is needed
   */
  askOrUpdate(context: JobContext, asking: QuestionInput): Promise<AskedQuestion | null>;
  /** Null if it has expired or was never asked. */
  find(question: string): Promise<Question | null>;
  /** Removes the person and their chats from all questions, and deletes the questions of the `shops`, which are being closed. */
  forget(person: string, shops: readonly string[]): Promise<void>;
}

export function createQuestions({ engine, delivery, vocabulary, setting }: MessengerDeps): Questions {
  const { shops } = engine;
  const store = createQuestionStore(engine.botStore('cashier'));

  async function wordsOf(person: string, { settings }: Shop): Promise<Words> {
    return vocabulary.of((await shops.ofPerson(person)).language ?? settings.language);
  }

  function renderFor(
    words: Words,
    { shop, place, render }: QuestionInput,
    asks: { question: string; who: string | null },
  ) {
    return renderQuestion(words, render(words), { ...asks, shop: shop.name, link: place.link });
  }

  /** @returns false if the owner cannot be reached */
  async function sendTo(
    stored: Question,
    person: string,
    message: Message,
    signal: AbortSignal,
  ): Promise<boolean> {
    const chat = chatOfPerson(person);
    if (chat === null) return false;
    const sent = await delivery.send(chat, message, null, signal).catch(ignoreUnreachable);
    if (sent === null) return false;
    stored.told.push({ person, ...sent });
    return true;
  }

  /** Ignores that a message cannot be edited: a press there is answered with the decision. */
  async function edit({ chat, message }: Place, shown: Message, signal: AbortSignal): Promise<void> {
    try {
      await delivery.edit(chat, message, () => shown, signal);
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
    }
  }

  /** Shows the decision in the messages. */
  async function showDecision(
    stored: Question,
    asking: QuestionInput,
    asks: { question: string; who: string | null },
    decision: Decision | null,
    signal: AbortSignal,
  ): Promise<void> {
    for (const { person, chat, message } of stored.told) {
      const words = await wordsOf(person, asking.shop);
      const asked: Rich = renderFor(words, asking, asks);
      const answered = renderAnswered(words, asked, decision, setting());
      await edit({ chat, message }, answered, signal);
    }
    stored.closed = true;
  }

  return {
    find: store.find,
    forget: store.forget,

    async askOrUpdate({ job, signal }, asking) {
      const { question = '', member = '' } = job.asks ?? {};
      const { shop, row, place, parts, settled } = asking;
      const ask = () => shops.askOwners({ shop: shop.id, id: row, member, question });
      const stored: Question = (await store.find(question)) ?? {
        ...{ shop: shop.id, row, place, parts: [...parts] },
        ...{ told: [], unreachable: [], closed: false },
      };
      const save = () => store.save(question, stored);
      const members = await shops.members(shop.id);
      const asks = { question, who: members.find(({ id }) => id === member)?.name ?? null };
      let decision = await ask();
      if (decision === null && !settled && !stored.closed) {
        // Stored first: an owner may answer before the next one is asked.
        await store.addToIndex(question, job.person);
        await save();
        for (const { person } of members.filter(({ role }) => role === 'owner')) {
          const message = renderFor(await wordsOf(person, shop), asking, asks);
          const before = stored.told.find((owner) => owner.person === person);
          // The amount may have changed meanwhile: show the owners the current one.
          if (before) await edit(before, message, signal);
          if (before || stored.unreachable.includes(person)) continue;
          await store.addToIndex(question, person);
          if (!(await sendTo(stored, person, message, signal))) stored.unreachable.push(person);
          await save();
        }
        decision = await ask();
      }
      if ((decision !== null || settled) && !stored.closed) {
        await showDecision(stored, asking, asks, decision, signal);
        await save();
      }
      if (decision === null && stored.closed) return null;
      const namesOf = (persons: readonly string[]) =>
        persons.map((person) => members.find((member: Member) => member.person === person)?.name ?? '');
      return {
        decision,
        reached: namesOf(stored.told.map(({ person }) => person)),
        unreachable: namesOf(stored.unreachable),
      };
    },
  };
}
