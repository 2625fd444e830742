/**
 * Works on the answers the bot owes. Each is written down before it is acknowledged, announced by one message, and
 * forgotten when that message says the last word; what a process that died has left is gone on with by the next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, type Notebook } from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';
import type { Message } from '../render/index.js';
import { type Delivery, type Place, Undeliverable } from './deliver.js';
import { Entry } from './entry.js';
import { type Job, newJob, readJob } from './job.js';
import type { Lane, Limits } from './limits.js';
import { isAbout, type Said } from './said.js';

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

/** What is left to do after a run. */
export type Next =
  /** The last word is said. */
  | { kind: 'done' }
  /** A button may be pressed. */
  | { kind: 'asking' }
  /** To be run again when this bank's health changes. */
  | { kind: 'waiting'; bank: { key: string; down: boolean } };

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
  /** Another answer, that stands in this place, is given anew, unless it says already that its receipt is accepted. */
  again(place: Place): Promise<void>;
}

export interface Jobs {
  /** Written down when this resolves, then worked on. @returns false when it is known already */
  open(job: Job): Promise<boolean>;
  /** Null for one that is over. */
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
  /** One run. @throws Failure `unavailable`: to be run again when the store is back */
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
  const { notebook, delivery, limits, said, log } = deps;
  const entries = new Map<string, Entry>();
  /** The last announcement of each chat: messages come in the order of what they answer. */
  const announcements = new Map<number, Promise<void>>();
  /** Aborted while this process does not play. */
  let term = AbortSignal.abort();

  async function save(entry: Entry, change: Partial<Job>): Promise<void> {
    entry.job = { ...entry.job, ...change };
    await notebook.put(nameOf(entry.job.id), entry.job, { keepMs });
  }

  async function remove(entry: Entry): Promise<void> {
    if (entries.get(entry.job.id) === entry) entries.delete(entry.job.id);
    await notebook.remove(nameOf(entry.job.id));
  }

  /** Sends "checking…", unless the message stands there already. */
  function announce(entry: Entry, signal: AbortSignal): Promise<void> {
    const { chat, answer } = entry.job;
    if (answer !== null) return Promise.resolve();
    const turn = (announcements.get(chat) ?? Promise.resolve())
      .catch(() => undefined)
      .then(async () => {
        const { job } = entry;
        const sent = await delivery.send(chat, deps.checking(job), job.message, signal);
        await save(entry, { chat: sent.chat, answer: sent.message });
      });
    announcements.set(chat, turn);
    const over = () => {
      if (announcements.get(chat) === turn) announcements.delete(chat);
    };
    turn.then(over, over);
    return turn;
  }

  async function answer(entry: Entry, message: Message, signal: AbortSignal): Promise<void> {
    const moved = await entry.answer(message, signal);
    const { chat, answer: before, first, spoken } = entry.job;
    if (moved === null || before === null) return;
    const stood = { chat, message: before };
    await save(entry, { ...moved, first: first ?? stood, spoken: true });
    if (spoken || moved.chat !== chat) return;
    // It would promise an answer for good. Where it cannot be changed, it is gone.
    const text = () => deps.answered(entry.job);
    delivery.edit(chat, before, text, signal).catch(() => undefined);
  }

  function start(entry: Entry): void {
    entries.set(entry.job.id, entry);
    if (term.aborted || entry.running) return;
    entry.running = true;
    const signal = AbortSignal.any([term, entry.stop.signal]);
    entry.answered = false;
    entry.ended = run(entry, signal).finally(() => {
      entry.running = false;
    });
  }

  async function run(entry: Entry, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        entry.announced = announce(entry, signal);
        entry.announced.catch(() => undefined);
        while (entry.job.readyAt > Date.now()) {
          await sleep(entry.job.readyAt - Date.now(), undefined, { signal });
        }
        const next = await limits.run(deps.laneOf(entry.job), () => deps.work(deskOf(entry, signal)), signal);
        await entry.announced;
        return await settle(entry, next);
      } catch (error) {
        entry.answered = false;
        if (signal.aborted || !(await mayGoOn(entry, error, signal))) return;
      }
    }
  }

  function deskOf(entry: Entry, signal: AbortSignal): Desk {
    return {
      get job() {
        return entry.job;
      },
      signal,
      announced: () => entry.announced,
      show: (message) => entry.show(message, signal),
      async answer(message) {
        entry.answered = true;
        await answer(entry, message, signal);
      },
      save: (change) => save(entry, change),
      async takeIn(name, what) {
        const { chat, group, message, person, shop, locale, pieces } = entry.job;
        const where = { chat, group, message, person, shop, locale, pieces };
        await jobs.open(newJob({ ...where, part: `beside ${name}`, what, expected: null }, Date.now()));
      },
      async again({ chat, message }) {
        for (const job of await jobs.about(chat, message)) {
          if (job.id !== entry.job.id && !job.book?.accepted) await jobs.instead(job);
        }
      },
    };
  }

  async function settle(entry: Entry, next: Next): Promise<void> {
    await said.add(entry.job);
    if (next.kind === 'done') return await remove(entry);
    const over = { requestId: null, askedAt: null, begun: 0, spoken: true };
    if (next.kind === 'waiting') return await save(entry, { ...over, state: 'waiting', bank: next.bank });
    await save(entry, { ...over, state: 'asking', bank: null });
    entries.delete(entry.job.id);
  }

  /** @returns whether to try once more, now; false also when the job has ended, or is left to a later process */
  async function mayGoOn(entry: Entry, error: unknown, signal: AbortSignal): Promise<boolean> {
    const passing =
      (error instanceof Failure && error.failure === 'unavailable') ||
      (error instanceof Undeliverable && error.failure === 'late');
    if (passing) return await storeIsBack(signal);
    try {
      if (!(error instanceof Undeliverable)) {
        log.error({ component: 'cashier-bot', err: error }, 'a receipt could not be worked on');
        await answer(entry, deps.broken(entry.job), signal);
      } else if (error.failure !== 'shut') {
        log.error({ component: 'cashier-bot', reason: error.failure }, 'an answer could not be given');
      }
      await remove(entry);
    } catch {
      entries.delete(entry.job.id);
    }
    return false;
  }

  async function storeIsBack(signal: AbortSignal): Promise<boolean> {
    try {
      do await sleep(againMs, undefined, { signal });
      while (!deps.ready());
      return true;
    } catch {
      return false;
    }
  }

  /** Runs again what waits for a bank whose health has changed; lets go of what has waited long enough. */
  function watch(): void {
    for (const entry of entries.values()) {
      const { state, bank, at } = entry.job;
      if (state !== 'waiting' || bank === null || entry.running) continue;
      if (deps.isDown(bank.key) !== bank.down) start(opened(entry));
      else if (Date.now() - at > (bank.down ? keepMs : suspicionMs)) entries.delete(entry.job.id);
    }
  }

  async function resume(id: string, value: unknown): Promise<void> {
    const job = readJob(value);
    if (job === null) return await notebook.remove(id);
    if (entries.has(job.id) || job.state === 'asking') return;
    const entry = new Entry(job, delivery);
    if (job.state === 'waiting') {
      entries.set(job.id, entry);
      return;
    }
    if (job.begun >= begunMax) {
      log.error(
        { component: 'cashier-bot', attempt: job.begun },
        'a receipt has ended its process too often',
      );
      entry.announced = announce(entry, term);
      await answer(entry, deps.broken(job), term).catch(() => undefined);
      return await remove(entry);
    }
    // What is left of an album comes right after this.
    const readyAt = job.readyAt > job.at ? Date.now() + albumMs : job.readyAt;
    await save(entry, { begun: job.begun + 1, readyAt });
    start(entry);
  }

  /** A store that did not answer in time may have written a job down all the same, and nobody has begun with it. */
  async function takeUp(id: string): Promise<void> {
    if (entries.has(id)) return;
    const job = readJob(await notebook.get(nameOf(id)));
    if (job?.state === 'open' && !entries.has(id)) start(new Entry(job, delivery));
  }

  function restart(job: Job): void {
    const before = entries.get(job.id);
    before?.stop.abort();
    const entry = new Entry(job, delivery);
    // The message may be on its way: it is this job's, and is not sent twice.
    const sent = before?.announced.catch(() => undefined) ?? Promise.resolve();
    entries.set(job.id, entry);
    void sent.then(async () => {
      if (entries.get(job.id) !== entry) return;
      // Also writes over what the work that was stopped may still have written.
      const answer = entry.job.answer ?? before?.job.answer ?? null;
      await save(entry, { answer }).catch(() => undefined);
      begin(entry);
    });
  }

  /** Says "checking…" in the message that is there, then works. */
  function begin(entry: Entry): void {
    if (entry.job.answer !== null && !term.aborted) {
      const signal = AbortSignal.any([term, entry.stop.signal]);
      entry.show(deps.checking(entry.job), signal).catch(() => undefined);
    }
    start(entry);
  }

  async function find(id: string): Promise<Job | null> {
    return entries.get(id)?.job ?? readJob(await notebook.get(nameOf(id)));
  }

  /** What is begun in it goes on, however often the store fails while what was left is taken up. */
  function beginTerm(lost: AbortSignal): void {
    entries.clear();
    term = lost;
    const timer = setInterval(watch, watchMs).unref();
    lost.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  const jobs: Jobs = {
    async open(job) {
      const note = { id: nameOf(job.id), value: job, keepMs };
      const isNew = await notebook.once(`job:${job.id}`, keepMs, note);
      if (isNew) start(new Entry(job, delivery));
      else await takeUp(job.id);
      return isNew;
    },
    find,
    async about(chat, message) {
      const isOf = isAbout(message);
      const running = [...entries.values()].flatMap(({ job }) =>
        job.chat === chat && isOf(job) ? [job] : [],
      );
      const over = await said.about(chat, message);
      return [...over.filter(({ id }) => running.every((job) => job.id !== id)), ...running];
    },
    async amend(id, change) {
      const entry = entries.get(id);
      const job = await find(id);
      const changed = job && change(job);
      if (!job || !changed) return false;
      if (entry && entry.job.readyAt > Date.now()) await save(entry, changed);
      else if (Object.keys(changed).length > 0) await jobs.instead({ ...job, ...changed });
      return true;
    },
    async again(id, change) {
      const entry = entries.get(id);
      if (entry?.running) {
        if (!entry.answered) return true;
        await entry.ended;
      }
      const job = await find(id);
      if (job === null) return false;
      await jobs.instead({ ...job, ...change });
      return true;
    },
    async instead(job) {
      const over = { bank: null, requestId: null, askedAt: null, begun: 0, spoken: false };
      const fresh: Job = { ...job, ...over, state: 'open', since: Date.now() };
      await notebook.put(nameOf(job.id), fresh, { keepMs });
      restart(fresh);
    },
    async play(lost) {
      if (term !== lost) beginTerm(lost);
      const notes = await notebook.all('job');
      for (const { id, value } of notes) await resume(id, value);
    },
    async forget(person) {
      for (const { id, value } of await notebook.all('job')) {
        const job = readJob(value);
        if (job?.person !== person) continue;
        entries.get(job.id)?.stop.abort();
        entries.delete(job.id);
        await notebook.remove(id);
      }
    },
  };
  return jobs;
}

function opened(entry: Entry): Entry {
  entry.job = { ...entry.job, state: 'open', bank: null };
  return entry;
}

function nameOf(id: string): string {
  return `job:${id}`;
}
