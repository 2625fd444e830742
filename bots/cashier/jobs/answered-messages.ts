/**
 * Maps messages to their jobs for as long as the ledger keeps receipts, so that a reply with an amount, an edit or a button
 * changes the existing answer instead of creating another.
 */
import * as z from 'zod';
import type { BotStore } from '../../../src/engine/index.js';
import { SerialByName } from '../serial-by-name.js';
import type { Place } from './deliver.js';
import { askedIn, type Job, readJob } from './job.js';

const keepMs = 400 * 86_400_000;
/** How long a job that waits for a button, or an album that may get more pictures, can be looked up. */
const parkedMs = { button: 2 * 86_400_000, album: 10 * 60_000 };
/** Entries in one part of an index. */
const partMax = 200;

export interface AnsweredMessages {
  /** Stores an answered job, replacing its earlier record; parks a job that waits for a button or more pictures. */
  add(job: Job): Promise<void>;
  /** The parked job with this id; null if there is none. */
  parked(id: string): Promise<Job | null>;
  /** Removes a job from the parked ones. */
  unpark(id: string): Promise<void>;
  /** Jobs asked in this message or answered by it, latest last. */
  about(chat: number, message: number): Promise<Job[]>;
  /**
   * Deletes all records of a person (`tg:…`) or shop.
   * @param visit called with each job before it is deleted
   */
  forget(owner: string, visit: (job: Job) => Promise<void>): Promise<void>;
}

const part = z.object({ nth: z.number(), names: z.array(z.string()) });
/** Answers to a person's message; several if it named several receipts. A number: in the same chat. */
const answers = z.array(z.union([z.number(), z.object({ chat: z.number(), message: z.number() })]));

export function createAnsweredMessages(botStore: BotStore): AnsweredMessages {
  const turns = new SerialByName();

  async function answersTo({ chat, message }: Place): Promise<Place[]> {
    const stored = answers.safeParse(await botStore.getTemporary(questionOf(chat, message))).data ?? [];
    return stored.map((answer) => (typeof answer === 'number' ? { chat, message: answer } : answer));
  }

  async function addAnswer(asked: Place, answer: Place): Promise<void> {
    const earlier = await answersTo(asked);
    if (earlier.some((place) => isSame(place, answer))) return;
    const all = [...earlier, answer].map((place) => (place.chat === asked.chat ? place.message : place));
    await botStore.setTemporary(questionOf(asked.chat, asked.message), all, keepMs);
  }

  /** The index is split into parts, so that each write is small; the first part holds their number. */
  async function addToIndex(owner: string, names: readonly string[]): Promise<void> {
    const index = indexOf(owner);
    const last = part.safeParse(await botStore.getTemporary(index)).data ?? { nth: 0, names: [] };
    const isFull = last.names.length >= partMax;
    if (isFull) await botStore.setTemporary(`${index}:${last.nth}`, last, keepMs);
    const next = isFull ? { nth: last.nth + 1, names: [] } : last;
    await botStore.setTemporary(index, { ...next, names: [...new Set([...next.names, ...names])] }, keepMs);
  }

  async function eachPart(
    owner: string,
    visit: (name: string, content: z.infer<typeof part>) => Promise<void>,
  ): Promise<void> {
    const index = indexOf(owner);
    const last = part.safeParse(await botStore.getTemporary(index)).data;
    for (let nth = last?.nth ?? -1; nth >= 0; nth -= 1) {
      const name = nth === last?.nth ? index : `${index}:${nth}`;
      const content = part.safeParse(await botStore.getTemporary(name)).data;
      if (content) await visit(name, content);
    }
  }

  async function removeFromIndex(owner: string, names: ReadonlySet<string>): Promise<void> {
    await eachPart(owner, async (name, content) => {
      const remaining = content.names.filter((entry) => !names.has(entry));
      if (remaining.length < content.names.length)
        await botStore.setTemporary(name, { ...content, names: remaining }, keepMs);
    });
  }

  /** Jobs as version 0.1.0 stored them: one list per chat, which expires a day after the upgrade. */
  async function ofEarlierVersion(place: Place): Promise<Job[]> {
    const stored = z.array(z.unknown()).safeParse(await botStore.getTemporary(`said:${place.chat}`));
    return (stored.data ?? []).map(readJob).filter((job): job is Job => job !== null && isAbout(place)(job));
  }

  return {
    async add(job) {
      const { chat, answer, person, shop } = job;
      if (answer === null) return;
      const questions = new Map(
        placesOf(job).map((place) => [questionOf(place.chat, place.message), place] as const),
      );
      // Index first, so that every stored record can be found for deletion.
      const waitMs = job.state === 'asking' ? parkedMs.button : job.album ? parkedMs.album : 0;
      const parked = waitMs > 0 ? [parkedKey(job.id)] : [];
      const names = [answerOf(chat, answer), ...questions.keys(), ...parked];
      for (const owner of [person, shop]) await turns.run(owner, () => addToIndex(owner, names));
      for (const name of parked) await botStore.setTemporary(name, job, waitMs);
      await botStore.setTemporary(answerOf(chat, answer), job, keepMs);
      for (const [name, asked] of questions)
        await turns.run(name, () => addAnswer(asked, { chat, message: answer }));
    },
    parked: async (id) => readJob(await botStore.getTemporary(parkedKey(id))),
    unpark: (id) => botStore.deleteTemporary(parkedKey(id)),
    async about(chat, message) {
      const asked = await answersTo({ chat, message });
      const found = await Promise.all(
        [{ chat, message }, ...asked].map(async (answer) =>
          readJob(await botStore.getTemporary(answerOf(answer.chat, answer.message))),
        ),
      );
      // Each job once: its record under the current answer replaces that under an earlier one.
      const all = [...(await ofEarlierVersion({ chat, message })), ...found];
      return [...new Map(all.flatMap((job) => (job ? [[job.id, job]] : []))).values()];
    },
    async forget(owner, visit) {
      const names = new Set<string>();
      await turns.run(owner, () =>
        eachPart(owner, async (name, content) => {
          for (const entry of content.names) names.add(entry);
          await botStore.deleteTemporary(name);
        }),
      );
      const others = new Set<string>();
      for (const name of names) {
        const job = readJob(await botStore.getTemporary(name));
        if (job) await visit(job);
        for (const other of job ? [job.person, job.shop] : []) others.add(other);
        await botStore.deleteTemporary(name);
      }
      others.delete(owner);
      // Names contain the chat id, which may be the person's own.
      for (const other of others) await turns.run(other, () => removeFromIndex(other, names));
    },
  };
}

const answerOf = (chat: number, message: number) => `said:${chat}:${message}`;
const questionOf = (chat: number, message: number) => `asked:${chat}:${message}`;
const parkedKey = (id: string) => `parked:${id}`;
const indexOf = (owner: string) => `said-of:${owner}`;

const isSame = (a: Place, b: Place) => a.chat === b.chat && a.message === b.message;

/** The messages in which a job was asked, and the first message of its answer. */
function placesOf(job: Job): Place[] {
  const chat = askedIn(job);
  const asked = job.pieces.map((piece) => ({ chat: piece.chat ?? chat, message: piece.message }));
  return [{ chat, message: job.message }, ...(job.first ? [job.first] : []), ...asked];
}

/** Whether a job was asked in this message or answered by it. */
export function isAbout(place: Place): (job: Job) => boolean {
  return (job) =>
    (job.chat === place.chat && job.answer === place.message) ||
    placesOf(job).some((jobPlace) => isSame(jobPlace, place));
}
