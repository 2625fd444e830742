/** Records which messages show the acceptance of a ledger entry. */
import * as z from 'zod';
import type { BotStore, MessageRef } from '../../../src/engine/index.js';
import { nameOfChat } from '../identify.js';
import type { Place } from '../jobs/deliver.js';
import type { Job } from '../jobs/job.js';
import { SerialByName } from '../serial-by-name.js';

/** An acceptance can be undone on its business day only. */
const keepMs = 2 * 86_400_000;
const schema = z.array(z.object({ chat: z.number(), message: z.number() }));
/** Maximum number of messages: a receipt sent repeatedly within a minute has several answers with one acceptance. */
const placesMax = 20;

/** The first answer message of a job. */
export function answerPlace({ first, chat, answer, message }: Job): Place {
  return first ?? { chat, message: answer ?? message };
}

/** @param group whether the chat is a group: only there messages have links */
export function refOf({ chat, message }: Place, group: boolean): MessageRef {
  const inside = group ? /^-100(\d+)$/.exec(String(chat))?.[1] : undefined;
  return {
    chat: nameOfChat(chat),
    message: String(message),
    link: inside === undefined ? null : `https://t.me/c/${inside}/${message}`,
  };
}

/** The first answer message of a job, as the ledger refers to it. */
export const answerRef = (job: Job): MessageRef => refOf(answerPlace(job), job.group);

/** Changes to a job whose acceptance was undone. */
export function undoneOf({ book }: Job): Partial<Job> {
  return {
    ...{ undone: true, approved: false, split: false, parts: undefined, asks: undefined, told: undefined },
    book: book && { ...book, accepted: false, sale: [] },
  };
}

export interface AcceptanceMessages {
  /** Records that the answer of this job shows the acceptance. */
  add(shop: string, row: string, job: Job): Promise<void>;
  /** Removes that record. */
  remove(shop: string, row: string, job: Job): Promise<void>;
  /** All messages that show the acceptance. */
  find(shop: string, row: string): Promise<Place[]>;
  /** Deletes all records of this job's answer. */
  forget(job: Job): Promise<void>;
}

export function createAcceptanceMessages(botStore: BotStore): AcceptanceMessages {
  const nameOf = (shop: string, row: string) => `bears:${shop}:${row}`;
  const find = async (shop: string, row: string): Promise<Place[]> =>
    schema.safeParse(await botStore.getTemporary(nameOf(shop, row))).data ?? [];
  /** Serialises changes, so that concurrent ones are not lost. */
  const turns = new SerialByName();

  async function write(shop: string, row: string, place: Place, added: readonly Place[]): Promise<void> {
    const others = (await find(shop, row)).filter(
      ({ chat, message }) => chat !== place.chat || message !== place.message,
    );
    const places = [...others, ...added].slice(-placesMax);
    if (places.length > 0) await botStore.setTemporary(nameOf(shop, row), places, keepMs);
    else await botStore.deleteTemporary(nameOf(shop, row));
  }

  const change = (shop: string, row: string, job: Job, added: readonly Place[]) =>
    turns.run(nameOf(shop, row), () => write(shop, row, answerPlace(job), added));

  return {
    find,
    add: (shop, row, job) => change(shop, row, job, [answerPlace(job)]),
    remove: (shop, row, job) => change(shop, row, job, []),
    async forget(job) {
      const { shop, book, at, since = at } = job;
      if (book && Date.now() - since < keepMs) await change(shop, book.row, job, []);
    },
  };
}
