/** Stored questions to owners, each with an index by the persons it names. */
import * as z from 'zod';
import type { BotStore } from '../../../src/engine/index.js';
import { SerialByName } from '../serial-by-name.js';

/** How long a question can be answered. */
const keepMs = 7 * 86_400_000;
/** Maximum of indexed questions per person. */
const askedMax = 1_000;
const ids = z.array(z.string());

const schema = z.object({
  shop: z.string(),
  /** Ledger entry. */
  row: z.string(),
  /** The cashier's answer message, as in the ledger. */
  place: z.object({ chat: z.string(), message: z.string(), link: z.string().nullable() }),
  /** Other receipts that count towards the amount. */
  parts: z.array(z.string()),
  /** Owners who got the question. */
  told: z.array(z.object({ person: z.string(), chat: z.number(), message: z.number() })),
  /** Owners who cannot be reached. */
  unreachable: z.array(z.string()),
  /** No answer is needed any more, and every message about it shows that. */
  closed: z.boolean(),
});
export type Question = z.infer<typeof schema>;

export function createQuestionStore(botStore: BotStore) {
  const nameOf = (question: string) => `owners-asked:${question}`;
  /** Name of the index of questions that name a person. */
  const indexOf = (person: string) => `asked-of:${person}`;
  const turns = new SerialByName();
  return { find, save, addToIndex, forget };

  async function find(question: string): Promise<Question | null> {
    return schema.safeParse(await botStore.getTemporary(nameOf(question))).data ?? null;
  }

  async function questionsOf(person: string): Promise<string[]> {
    return ids.safeParse(await botStore.getTemporary(indexOf(person))).data ?? [];
  }

  /** Indexes the question first, so that every question naming a person can be found for deletion. */
  async function addToIndex(question: string, person: string): Promise<void> {
    await turns.run(indexOf(person), async () => {
      const others = (await questionsOf(person)).filter((other) => other !== question);
      await botStore.setTemporary(indexOf(person), [...others, question].slice(-askedMax), keepMs);
    });
  }

  async function save(question: string, value: Question): Promise<void> {
    await botStore.setTemporary(nameOf(question), value, keepMs);
  }

  async function forget(person: string, ended: readonly string[]): Promise<void> {
    for (const question of await questionsOf(person)) {
      const stored = await find(question);
      if (stored === null) continue;
      if (ended.includes(stored.shop)) {
        await botStore.deleteTemporary(nameOf(question));
        continue;
      }
      // The other owners may still decide.
      const place = stored.place.chat === person ? { chat: '', message: '', link: null } : stored.place;
      const told = stored.told.filter((owner) => owner.person !== person);
      const unreachable = stored.unreachable.filter((owner) => owner !== person);
      await save(question, { ...stored, place, told, unreachable });
    }
    await botStore.deleteTemporary(indexOf(person));
  }
}
