/**
 * Works on the answers the bot owes. Each is written down before it is acknowledged, announced by one message, and
 * forgotten when that message says the last word; what a process that died has left is gone on with by the next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, type Notebook } from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';
import type { Message } from '../render/index.js';
import { isAbout, type Said } from './answered-messages.js';
import { type Delivery, type Place, Undeliverable } from './deliver.js';
import { type Job, newJob, readJob } from './job.js';
import type { Lane, Limits } from './limits.js';
import { Entry } from './running-job.js';

/** A job is kept this long, whatever it waits for. */
const keepMs = 2 * 86_400_000;
/** A bank that failed without being called down may be called down this much later. */
const suspicionMs = 30 * 60_000;
/** Work that ended so many processes is not begun again. */
const begunMax = 5;
const watchMs = 1_000;
/** How long the pictures of an album may be on their way. */
export const albumMs = 700;
/** Tried again after so long when the store, or Telegram for an hour, did not answer. */
const againMs = 2_000;
/** The same where the engine had no room for the call and did not say when it has. */
const fullMs = 5_000;

/** The work was stopped because something else is asked in its place: what it has not said yet is never said. */
export class Replaced extends Error {
  override readonly name = 'Replaced';
}

/** What is left to do after a run, and which receipt's ✅ the message bears now. */
export type Next = { told?: Job['told'] } /** The last word is said. */ & (
  | { kind: 'done' }
  /** A button may be pressed. */
  | { kind: 'asking' }
  /** To be run again when this bank's health changes. */
  | { kind: 'waiting'; bank: { key: string; down: boolean } }
);

/** A run's way to its job. */
export interface Desk {
  readonly job: Job;
  /** Aborts when this process is no longer to work on it. */
  readonly signal: AbortSignal;
  /** Resolves once the message stands in the chat. @throws Undeliverable */
  announced(): Promise<void>;
  /** Brings the message to say this meanwhile; resolves when it does. @throws Undeliverable */
  show(message: Message): Promise<void>;
  /** Gives the answer, in that message or in a new one; resolves when it stands in the chat. @throws Undeliverable */
  answer(message: Message): Promise<void>;
  /** Changes the record. @throws Failure `unavailable` */
  save(change: Partial<Job>): Promise<void>;
  /** Another receipt of the same message gets an answer of its own, once. @param name tells it from the others */
  takeIn(name: string, what: Job['what']): Promise<void>;
  /** Other answers, that stand in this place, are given anew. @param change null for one that stays as it is */
  again(place: Place, change: (job: Job) => Partial<Job> | null): Promise<void>;
}

export interface Jobs {
  /** Written down when this resolves, then worked on. @returns false when it is known already */
  open(job: Job): Promise<boolean>;
  /** Null for one that is over, but for an album of a moment ago. */
  find(id: string): Promise<Job | null>;
  /** Those that have to do with this message of a chat, worked on or answered, in the order they were asked. */
  about(chat: number, message: number): Promise<Job[]>;
  /**
   * Changes a job; one that is worked on, or waits for a button, is worked on anew.
   * @param change null where it does not fit any more @returns false then, and when it is over
   */
  amend(id: string, change: (job: Job) => Partial<Job> | null): Promise<boolean>;
  /** Works on it anew, as changed; says "checking…" again. @returns false when it is over */
  again(id: string, change: Partial<Job>): Promise<boolean>;
  /** Opens a job that is over, or takes the place of one that is not: the message is the same, what is asked is not. */
  instead(job: Job): Promise<void>;
  /** Keeps what changes nothing about the answer. */
  keep(job: Job): Promise<void>;
  /** Resolves when nothing is under way any more, after the term has ended. */
  ended(): Promise<void>;
  /** Takes up what was left, works until `lost` aborts. May be called again where it failed. @throws Failure `unavailable` */
  play(lost: AbortSignal): Promise<void>;
  /** Forgets whatever is owed to a person. */
  forget(person: string): Promise<void>;
}

export interface JobsDeps {
  notebook: Notebook;
  delivery: Delivery;
  limits: Limits;
  said: Said;
  /**
   * One run.
   * @throws Failure `unavailable`: to be run again when the store is back; `too_many_waiting`: to be run again after the time it names
   */
  work(desk: Desk): Promise<Next>;
  checking(job: Job): Message;
  /** For a message that said "checking…" when the answer has come in another. */
  answered(job: Job): Message;
  /** For what nobody has thought of. */
  broken(job: Job): Message;
  /** What it stands in line with: only so many of these run at once. */
  laneOf(job: Job): Lane;
  /** Whether a bank is known to be down, from memory. */
  isDown(bank: string): boolean;
  /** Whether the store answers, from memory. */
  ready(): boolean;
  log: Logger;
}

export function createJobs(deps: JobsDeps): Jobs {
  return new Outbox(deps);
}

class Outbox implements Jobs {
  /** What this process has in its hands, by id. */
  readonly #entries = new Map<string, Entry>();
  /** The last announcement of each chat: messages come in the order of what they answer. */
  readonly #announcements = new Map<number, Promise<void>>();
  /** Aborted while this process does not play. */
  #term = AbortSignal.abort();

  constructor(private readonly deps: JobsDeps) {}

  async open(job: Job): Promise<boolean> {
    const note = { id: nameOf(job.id), value: job, keepMs };
    const isNew = await this.deps.notebook.once(`job:${job.id}`, keepMs, note);
    if (isNew) this.#start(this.#entryOf(job));
    else await this.#takeUp(job.id);
    return isNew;
  }

  async find(id: string): Promise<Job | null> {
    const { notebook, said } = this.deps;
    return this.#entries.get(id)?.job ?? readJob(await notebook.get(nameOf(id))) ?? (await said.parked(id));
  }

  async about(chat: number, message: number): Promise<Job[]> {
    const isOf = isAbout(message);
    const running = [...this.#entries.values()].flatMap(({ job }) =>
      job.chat === chat && isOf(job) ? [job] : [],
    );
    const over = await this.deps.said.about(chat, message);
    return [...over.filter(({ id }) => running.every((job) => job.id !== id)), ...running];
  }

  async amend(id: string, change: (job: Job) => Partial<Job> | null): Promise<boolean> {
    const entry = this.#entries.get(id);
    const job = await this.find(id);
    const changed = job && change(job);
    if (!job || !changed) return false;
    if (entry && entry.job.readyAt > Date.now()) await this.#save(entry, changed);
    else if (Object.keys(changed).length > 0) await this.instead({ ...job, ...changed });
    return true;
  }

  async again(id: string, change: Partial<Job>): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (entry?.running) {
      if (!entry.answered) return true;
      await entry.ended;
    }
    const job = await this.find(id);
    if (job === null) return false;
    await this.instead({ ...job, ...change });
    return true;
  }

  async instead(job: Job): Promise<void> {
    const over = { bank: null, requestId: null, askedAt: null, begun: 0, spoken: false };
    const entry = this.#entryOf({ ...job, ...over, state: 'open', since: Date.now() });
    const before = this.#entries.get(job.id);
    this.#entries.set(job.id, entry);
    before?.stop.abort(new Replaced());
    const written = this.deps.notebook.put(nameOf(job.id), entry.job, { keepMs });
    entry.ended = this.#follow(before, entry, written);
    entry.announced = entry.ended;
    await written;
  }

  async keep(job: Job): Promise<void> {
    const entry = this.#entries.get(job.id);
    if (entry) await this.#save(entry, { pieces: job.pieces });
    else await this.deps.said.add(job);
  }

  async ended(): Promise<void> {
    const underWay = [...this.#entries.values()].flatMap(({ announced, ended }) => [announced, ended]);
    await Promise.allSettled(underWay);
  }

  async play(lost: AbortSignal): Promise<void> {
    if (this.#term !== lost) this.#beginTerm(lost);
    for (const { id, value } of await this.deps.notebook.all('job')) await this.#resume(id, value);
  }

  /** What waits for a button goes with what was said (said.ts). */
  async forget(person: string): Promise<void> {
    const { notebook } = this.deps;
    for (const { id, value } of await notebook.all('job')) {
      const job = readJob(value);
      if (job?.person !== person) continue;
      this.#entries.get(job.id)?.stop.abort();
      this.#entries.delete(job.id);
      await notebook.remove(id);
    }
  }

  #entryOf(job: Job): Entry {
    return new Entry(job, this.deps.delivery);
  }

  /** What takes the place of this has the record: it reads here what it has to know. */
  #isReplaced(entry: Entry): boolean {
    const now = this.#entries.get(entry.job.id);
    return now !== undefined && now !== entry;
  }

  async #save(entry: Entry, change: Partial<Job>): Promise<void> {
    entry.job = { ...entry.job, ...change };
    if (this.#isReplaced(entry)) return;
    await this.deps.notebook.put(nameOf(entry.job.id), entry.job, { keepMs });
  }

  async #remove(entry: Entry): Promise<void> {
    if (this.#isReplaced(entry)) return;
    this.#entries.delete(entry.job.id);
    await this.deps.notebook.remove(nameOf(entry.job.id));
  }

  /** Sends "checking…", unless the message stands there already. */
  #announce(entry: Entry, signal: AbortSignal): Promise<void> {
    const { chat, answer } = entry.job;
    if (answer !== null) return Promise.resolve();
    const { delivery, checking } = this.deps;
    const turn = (this.#announcements.get(chat) ?? Promise.resolve())
      .catch(() => undefined)
      .then(async () => {
        const { job } = entry;
        const sent = await delivery.send(chat, checking(job), job.message, signal);
        await this.#save(entry, { chat: sent.chat, answer: sent.message });
      });
    this.#announcements.set(chat, turn);
    const over = () => {
      if (this.#announcements.get(chat) === turn) this.#announcements.delete(chat);
    };
    turn.then(over, over);
    return turn;
  }

  async #answer(entry: Entry, message: Message, signal: AbortSignal): Promise<void> {
    const moved = await entry.answer(message, signal);
    const { chat, answer: before, first, spoken } = entry.job;
    if (moved === null || before === null) return;
    const stood = { chat, message: before };
    await this.#save(entry, { ...moved, first: first ?? stood, spoken: true });
    if (spoken || moved.chat !== chat) return;
    // It would promise an answer for good. Where it cannot be changed, it is gone.
    const text = () => this.deps.answered(entry.job);
    this.deps.delivery.edit(chat, before, text, signal).catch(() => undefined);
  }

  #start(entry: Entry): void {
    this.#entries.set(entry.job.id, entry);
    if (this.#term.aborted || entry.running) return;
    entry.running = true;
    entry.answered = false;
    entry.ended = this.#run(entry, this.#signalOf(entry)).finally(() => {
      entry.running = false;
    });
  }

  #signalOf(entry: Entry): AbortSignal {
    return AbortSignal.any([this.#term, entry.stop.signal]);
  }

  async #run(entry: Entry, signal: AbortSignal): Promise<void> {
    const { limits, laneOf, work } = this.deps;
    for (;;) {
      try {
        entry.announced = this.#announce(entry, signal);
        entry.announced.catch(() => undefined);
        while (entry.job.readyAt > Date.now()) {
          await sleep(entry.job.readyAt - Date.now(), undefined, { signal });
        }
        const desk = this.#deskOf(entry, signal);
        const next = await limits.run(laneOf(entry.job), () => work(desk), signal);
        await entry.announced;
        return await this.#settle(entry, next);
      } catch (error) {
        entry.answered = false;
        if (signal.aborted || !(await this.#mayGoOn(entry, error, signal))) return;
      }
    }
  }

  #deskOf(entry: Entry, signal: AbortSignal): Desk {
    return {
      get job() {
        return entry.job;
      },
      signal,
      announced: () => entry.announced,
      show: (message) => entry.show(message, signal),
      answer: async (message) => {
        entry.answered = true;
        await this.#answer(entry, message, signal);
      },
      save: (change) => this.#save(entry, change),
      takeIn: async (name, what) => {
        const { chat, group, message, person, shop, locale, pieces } = entry.job;
        const where = { chat, group, message, person, shop, locale, pieces };
        await this.open(newJob({ ...where, part: `beside ${name}`, what, expected: null }, Date.now()));
      },
      again: async ({ chat, message }, change) => {
        for (const job of await this.about(chat, message)) {
          const changed = job.id === entry.job.id ? null : change(job);
          if (changed !== null) await this.instead({ ...job, ...changed });
        }
      },
    };
  }

  /** Only what is owed stays among the notes: what waits for a button is looked up when that is pressed. */
  async #settle(entry: Entry, { told, ...next }: Next): Promise<void> {
    const { said } = this.deps;
    entry.job = { ...entry.job, told };
    const over = { requestId: null, askedAt: null, begun: 0, spoken: true };
    if (next.kind === 'asking') entry.job = { ...entry.job, ...over, state: 'asking', bank: null };
    await said.add(entry.job);
    if (next.kind === 'waiting')
      return await this.#save(entry, { ...over, state: 'waiting', bank: next.bank });
    // Begun anew it may have waited for a button before.
    const { id, since, album } = entry.job;
    if (next.kind === 'done' && since !== undefined && !album) await said.unpark(id);
    await this.#remove(entry);
  }

  /** @returns whether to try once more, now; false also when the job has ended, or is left to a later process */
  async #mayGoOn(entry: Entry, error: unknown, signal: AbortSignal): Promise<boolean> {
    const passing =
      (error instanceof Failure && error.failure === 'unavailable') ||
      (error instanceof Undeliverable && error.failure === 'late');
    if (passing) return await this.#storeIsBack(signal);
    if (error instanceof Failure && error.failure === 'too_many_waiting') {
      const { retryAfterSeconds } = error.details;
      return await pause(retryAfterSeconds === undefined ? fullMs : retryAfterSeconds * 1_000, signal);
    }
    const { log, broken } = this.deps;
    try {
      if (!(error instanceof Undeliverable)) {
        log.error({ component: 'cashier-bot', err: error }, 'a receipt could not be worked on');
        await this.#answer(entry, broken(entry.job), signal);
      } else if (error.failure !== 'shut') {
        log.error({ component: 'cashier-bot', reason: error.failure }, 'an answer could not be given');
      }
      await this.#remove(entry);
    } catch {
      if (!this.#isReplaced(entry)) this.#entries.delete(entry.job.id);
    }
    return false;
  }

  async #storeIsBack(signal: AbortSignal): Promise<boolean> {
    do if (!(await pause(againMs, signal))) return false;
    while (!this.deps.ready());
    return true;
  }

  /** Runs again what waits for a bank whose health has changed; lets go of what has waited long enough. */
  #watch(): void {
    for (const entry of this.#entries.values()) {
      const { state, bank, at } = entry.job;
      if (state !== 'waiting' || bank === null || entry.running) continue;
      if (this.deps.isDown(bank.key) !== bank.down) this.#start(opened(entry));
      else if (Date.now() - at > (bank.down ? keepMs : suspicionMs)) this.#entries.delete(entry.job.id);
    }
  }

  async #resume(id: string, value: unknown): Promise<void> {
    const { notebook, said, log, broken } = this.deps;
    const job = readJob(value);
    if (job === null) return await notebook.remove(id);
    if (this.#entries.has(job.id)) return;
    if (job.state === 'asking') {
      // As earlier versions kept it.
      await said.add(job);
      return await notebook.remove(id);
    }
    const entry = this.#entryOf(job);
    if (job.state === 'waiting') {
      this.#entries.set(job.id, entry);
      return;
    }
    if (job.begun >= begunMax) {
      log.error(
        { component: 'cashier-bot', attempt: job.begun },
        'a receipt has ended its process too often',
      );
      entry.announced = this.#announce(entry, this.#term);
      await this.#answer(entry, broken(job), this.#term).catch(() => undefined);
      return await this.#remove(entry);
    }
    // What is left of an album comes right after this.
    const readyAt = job.readyAt > job.at ? Date.now() + albumMs : job.readyAt;
    await this.#save(entry, { begun: job.begun + 1, readyAt });
    this.#start(entry);
  }

  /** A store that did not answer in time may have written a job down all the same, and nobody has begun with it. */
  async #takeUp(id: string): Promise<void> {
    if (this.#entries.has(id)) return;
    const job = readJob(await this.deps.notebook.get(nameOf(id)));
    if (job?.state === 'open' && !this.#entries.has(id)) this.#start(this.#entryOf(job));
  }

  /** Begins when nothing of the work before is under way: the message it sent, and what it wrote to the book, are this one's. */
  async #follow(before: Entry | undefined, entry: Entry, written: Promise<void>): Promise<void> {
    await Promise.allSettled([before?.announced, before?.ended, written]);
    if (before && before.job.answer !== null) {
      const { chat, answer, first, told } = before.job;
      entry.job = { ...entry.job, chat, answer, first, told: entry.job.told ?? told };
    }
    if (this.#isReplaced(entry)) return;
    await this.#save(entry, {}).catch(() => undefined);
    // Also meanwhile: begun now, it would stand in the way of what waits for it to end.
    if (!this.#isReplaced(entry)) this.#begin(entry);
  }

  /** Says "checking…" in the message that is there, then works. */
  #begin(entry: Entry): void {
    if (entry.job.answer !== null && !this.#term.aborted) {
      entry.show(this.deps.checking(entry.job), this.#signalOf(entry)).catch(() => undefined);
    }
    this.#start(entry);
  }

  /** What is begun in it goes on, however often the store fails while what was left is taken up. */
  #beginTerm(lost: AbortSignal): void {
    this.#entries.clear();
    this.#term = lost;
    const timer = setInterval(() => this.#watch(), watchMs).unref();
    lost.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}

/** @returns false where the signal ends it */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

function opened(entry: Entry): Entry {
  entry.job = { ...entry.job, state: 'open', bank: null };
  return entry;
}

function nameOf(id: string): string {
  return `job:${id}`;
}
