/**
 * Which message answered which receipt, for a day: a reply with an amount, or a correction of the person's own message,
 * then changes the answer that is there instead of making another.
 */
import { z } from 'zod';
import type { Notebook } from '../../../src/engine/index.js';
import { type Job, readJob } from './job.js';

const keepMs = 86_400_000;
/** Of one chat; the oldest go first. */
const answersMax = 40;
/** Of JSON, well within what a note holds. */
const lengthMax = 48 * 1024;

export interface Said {
  add(job: Job): Promise<void>;
  /** The latest job of a chat for which this holds. */
  find(chat: number, matches: (job: Job) => boolean): Promise<Job | null>;
  /** Nothing of this person is known in this chat any more. */
  forget(chat: number, person: string): Promise<void>;
}

export function createSaid(notebook: Notebook): Said {
  /** One after the other in each chat, or one would write over another. */
  const turns = new Map<number, Promise<void>>();

  async function read(chat: number): Promise<Job[]> {
    const list = z.array(z.unknown()).safeParse(await notebook.recall(nameOf(chat)));
    return (list.data ?? []).map(readJob).filter((job) => job !== null);
  }

  async function write(job: Job): Promise<void> {
    const others = (await read(job.chat)).filter(({ id }) => id !== job.id);
    const list = [...others, job].slice(-answersMax);
    while (list.length > 1 && JSON.stringify(list).length > lengthMax) list.shift();
    await notebook.remember(nameOf(job.chat), list, keepMs);
  }

  async function inTurn(chat: number, change: () => Promise<void>): Promise<void> {
    const turn = (turns.get(chat) ?? Promise.resolve()).catch(() => undefined).then(change);
    turns.set(chat, turn);
    await turn.finally(() => {
      if (turns.get(chat) === turn) turns.delete(chat);
    });
  }

  async function withoutPerson(chat: number, person: string): Promise<void> {
    const others = (await read(chat)).filter((job) => job.person !== person);
    if (others.length === 0) await notebook.forget(nameOf(chat));
    else await notebook.remember(nameOf(chat), others, keepMs);
  }

  return {
    add: (job) => inTurn(job.chat, () => write(job)),
    find: async (chat, matches) => (await read(chat)).findLast(matches) ?? null,
    forget: (chat, person) => inTurn(chat, () => withoutPerson(chat, person)),
  };
}

function nameOf(chat: number): string {
  return `said:${chat}`;
}

/** Whether a job has to do with this message: it asks for it, or it is the answer. */
export function isAbout(message: number): (job: Job) => boolean {
  return ({ answer, first, message: asked }) => [answer, first?.message, asked].includes(message);
}
