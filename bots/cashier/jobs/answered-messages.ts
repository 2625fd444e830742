/**
 * Which message answered which receipt, for as long as the book keeps receipts: a reply with an amount, a correction of
 * the person's own message, or a button then changes the answer that is there instead of making another.
 */
import { z } from 'zod';
import type { Notebook } from '../../../src/engine/index.js';
import { Turns } from '../turns.js';
import { type Job, readJob } from './job.js';

const keepMs = 400 * 86_400_000;
/** A job that waits for a button is looked up this long, and an album, of which more pictures may be on their way. */
const parkedMs = { button: 2 * 86_400_000, album: 10 * 60_000 };
/** Names in one part of an index. */
const partMax = 200;

export interface Said {
  /** Keeps what was answered, in place of what was kept of the same answer before; parks what waits for a button, or for more pictures. */
  add(job: Job): Promise<void>;
  /** A job that waits for a button, or for more pictures, by its id; null for none. */
  parked(id: string): Promise<Job | null>;
  /** It waits no longer. */
  unpark(id: string): Promise<void>;
  /** What has to do with this message: it was asked in it, or answered by it; the latest last. */
  about(chat: number, message: number): Promise<Job[]>;
  /**
   * Nothing is known any more that has to do with a person (`tg:…`), or with a shop.
   * @param visit sees each job before it is forgotten
   */
  forget(owner: string, visit: (job: Job) => Promise<void>): Promise<void>;
}

const part = z.object({ nth: z.number(), names: z.array(z.string()) });
/** The answers to a message of a person, several where it named several receipts. */
const answers = z.array(z.number());

export function createSaid(notebook: Notebook): Said {
  const turns = new Turns();

  async function answersTo(name: string): Promise<number[]> {
    return answers.safeParse(await notebook.recall(name)).data ?? [];
  }

  async function lead(name: string, answer: number): Promise<void> {
    const known = await answersTo(name);
    if (!known.includes(answer)) await notebook.remember(name, [...known, answer], keepMs);
  }

  /** Parts, so that an index of any length is written in small pieces; the first says how many there are. */
  async function enter(owner: string, names: readonly string[]): Promise<void> {
    const index = indexOf(owner);
    const last = part.safeParse(await notebook.recall(index)).data ?? { nth: 0, names: [] };
    const isFull = last.names.length >= partMax;
    if (isFull) await notebook.remember(`${index}:${last.nth}`, last, keepMs);
    const next = isFull ? { nth: last.nth + 1, names: [] } : last;
    await notebook.remember(index, { ...next, names: [...new Set([...next.names, ...names])] }, keepMs);
  }

  async function eachPart(
    owner: string,
    visit: (name: string, kept: z.infer<typeof part>) => Promise<void>,
  ): Promise<void> {
    const index = indexOf(owner);
    const last = part.safeParse(await notebook.recall(index)).data;
    for (let nth = last?.nth ?? -1; nth >= 0; nth -= 1) {
      const name = nth === last?.nth ? index : `${index}:${nth}`;
      const kept = part.safeParse(await notebook.recall(name)).data;
      if (kept) await visit(name, kept);
    }
  }

  async function strike(owner: string, names: ReadonlySet<string>): Promise<void> {
    await eachPart(owner, async (name, kept) => {
      const left = kept.names.filter((one) => !names.has(one));
      if (left.length < kept.names.length) await notebook.remember(name, { ...kept, names: left }, keepMs);
    });
  }

  return {
    async add(job) {
      const { chat, answer, first, message, pieces, person, shop } = job;
      if (answer === null) return;
      // Where the answer stood first it is still known.
      const stood = first?.chat === chat ? [first.message] : [];
      const asked = [...new Set([message, ...stood, ...pieces.map((piece) => piece.message)])];
      const questions = asked.map((one) => questionOf(chat, one));
      // Entered first: what is kept can always be found again to be forgotten.
      const waitMs = job.state === 'asking' ? parkedMs.button : job.album ? parkedMs.album : 0;
      const parked = waitMs > 0 ? [parkedOf(job.id)] : [];
      const names = [answerOf(chat, answer), ...questions, ...parked];
      for (const owner of [person, shop]) await turns.run(owner, () => enter(owner, names));
      for (const name of parked) await notebook.remember(name, job, waitMs);
      await notebook.remember(answerOf(chat, answer), job, keepMs);
      for (const name of questions) await turns.run(name, () => lead(name, answer));
    },
    parked: async (id) => readJob(await notebook.recall(parkedOf(id))),
    unpark: (id) => notebook.forget(parkedOf(id)),
    async about(chat, message) {
      const asked = await answersTo(questionOf(chat, message));
      const found = await Promise.all(
        [message, ...asked].map(async (answer) => readJob(await notebook.recall(answerOf(chat, answer)))),
      );
      // What a message said before its answer moved to another is over.
      return [...new Map(found.flatMap((job) => (job ? [[job.id, job]] : []))).values()];
    },
    async forget(owner, visit) {
      const names = new Set<string>();
      await turns.run(owner, () =>
        eachPart(owner, async (name, kept) => {
          for (const one of kept.names) names.add(one);
          await notebook.forget(name);
        }),
      );
      const others = new Set<string>();
      for (const name of names) {
        const job = readJob(await notebook.recall(name));
        if (job) await visit(job);
        for (const one of job ? [job.person, job.shop] : []) others.add(one);
        await notebook.forget(name);
      }
      others.delete(owner);
      // A name holds the number of the chat, which may be the person's own.
      for (const other of others) await turns.run(other, () => strike(other, names));
    },
  };
}

const answerOf = (chat: number, message: number) => `said:${chat}:${message}`;
const questionOf = (chat: number, message: number) => `asked:${chat}:${message}`;
const parkedOf = (id: string) => `parked:${id}`;
const indexOf = (owner: string) => `said-of:${owner}`;

/** Whether a job has to do with this message: it asks for it, or it is the answer. */
export function isAbout(message: number): (job: Job) => boolean {
  return ({ answer, first, message: asked, pieces }) =>
    [answer, first?.message, asked, ...pieces.map((piece) => piece.message)].includes(message);
}
