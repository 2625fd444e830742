/**
 * Runs jobs. A job is stored before its update is confirmed, shown as one message "Checking…", and deleted when that message
 * shows the final answer. Jobs of a process that died are resumed by the next leader.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../src/engine/index.js';
import type { Message } from '../render/index.js';
import { SerialByName } from '../serial-by-name.js';
import { isAbout } from './answered-messages.js';
import { isTransient, Undeliverable } from './deliver.js';
import { askedIn, type Job, newJob, readJob } from './job.js';
import { JobRegistry, keepMs } from './job-registry.js';
import type { RunningJob } from './running-job.js';
import { albumMs, type JobContext, type Jobs, type JobsDeps, type Next, Replaced } from './types.js';

/** How long after a failure the health monitor may still report the bank as down. */
const suspicionMs = 30 * 60_000;
/** A job that was begun this often without coming to an end (crashes) is given up. */
const begunMax = 5;
const checkHealthMs = 1_000;
/** Pause before a retry after the store did not answer, or a message was undeliverable for an hour. */
const retryMs = 2_000;
/** Pause after `too_many_waiting` without `retryAfterSeconds`. */
const fullSeconds = 5;

export function createJobs(deps: JobsDeps): Jobs {
  return new JobRunner(deps);
}

class JobRunner implements Jobs {
  readonly #registry: JobRegistry;
  /** "Checking…" messages, by chat: they are sent in the order of the receipts. */
  readonly #announcements = new SerialByName();
  /** Aborted while this process is not the leader. */
  #term = AbortSignal.abort();

  constructor(private readonly deps: JobsDeps) {
    this.#registry = new JobRegistry(deps);
  }

  /** Jobs in memory, by id. */
  get #entries(): Map<string, RunningJob> {
    return this.#registry.entries;
  }

  async open(job: Job): Promise<boolean> {
    const isNew = await this.#registry.add(job);
    if (isNew) this.#start(this.#registry.entryOf(job));
    else await this.#startStored(job.id);
    return isNew;
  }

  find(id: string): Promise<Job | null> {
    return this.#registry.find(id);
  }

  async about(chat: number, message: number): Promise<Job[]> {
    const isAboutMessage = isAbout({ chat, message });
    const running = [...this.#entries.values()].map(({ job }) => job).filter(isAboutMessage);
    const over = await this.deps.answeredMessages.about(chat, message);
    return [...over.filter(({ id }) => running.every((job) => job.id !== id)), ...running];
  }

  async update(id: string, change: (job: Job) => Partial<Job> | null): Promise<boolean> {
    const entry = this.#entries.get(id);
    const job = await this.find(id);
    const changed = job && change(job);
    if (!job || !changed) return false;
    if (entry && entry.job.readyAt > Date.now()) await this.#registry.save(entry, changed);
    else if (Object.keys(changed).length > 0) await this.replace({ ...job, ...changed });
    return true;
  }

  async retry(id: string, change: Partial<Job>): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (entry?.running) {
      if (!entry.answered) return true;
      await entry.ended;
    }
    const job = await this.find(id);
    if (job === null) return false;
    await this.replace({ ...job, ...change });
    return true;
  }

  async replace(job: Job): Promise<void> {
    const restarted = { bank: null, requestId: null, askedAt: null, begun: 0, spoken: false };
    const entry = this.#registry.entryOf({ ...job, ...restarted, state: 'open', since: Date.now() });
    const before = this.#entries.get(job.id);
    this.#entries.set(job.id, entry);
    before?.stop.abort(new Replaced());
    const written = this.#registry.write(entry.job);
    entry.ended = this.#startAfter(before, entry, written);
    entry.announced = entry.ended;
    await written;
  }

  async keep(job: Job): Promise<void> {
    const entry = this.#entries.get(job.id);
    if (entry) await this.#registry.save(entry, { pieces: job.pieces });
    else await this.deps.answeredMessages.add(job);
  }

  async drained(): Promise<void> {
    const pending = [...this.#entries.values()].flatMap(({ announced, ended }) => [announced, ended]);
    await Promise.allSettled(pending);
  }

  async run(lost: AbortSignal): Promise<void> {
    if (this.#term !== lost) this.#beginTerm(lost);
    for (const { id, value } of await this.deps.botStore.all('job')) await this.#resume(id, value);
  }

  forget(person: string): Promise<void> {
    return this.#registry.forget(person);
  }

  /** Sends "Checking…", unless it was sent already. */
  #announce(entry: RunningJob, signal: AbortSignal): Promise<void> {
    const { chat, answer } = entry.job;
    if (answer !== null) return Promise.resolve();
    return this.#announcements.run(String(chat), async () => {
      await this.#registry.save(entry, await entry.send(chat, this.deps.checking(entry.job), signal));
    });
  }

  async #answer(entry: RunningJob, message: Message, signal: AbortSignal): Promise<void> {
    const moved = await entry.answer(message, signal);
    const { chat, answer: before, first, spoken } = entry.job;
    if (moved === null || before === null) return;
    const earlier = { chat, message: before };
    await this.#registry.save(entry, { ...moved, first: first ?? earlier, spoken: true });
    if (spoken || moved.chat !== chat) return;
    // Otherwise the old message would stay at "Checking…". An error means that it was deleted.
    const text = () => this.deps.answeredElsewhere(entry.job);
    this.deps.delivery.edit(chat, before, text, signal).catch(() => undefined);
  }

  #start(entry: RunningJob): void {
    this.#entries.set(entry.job.id, entry);
    if (this.#term.aborted || entry.running) return;
    entry.running = true;
    entry.answered = false;
    entry.ended = this.#run(entry, this.#signalOf(entry)).finally(() => {
      entry.running = false;
    });
  }

  #signalOf(entry: RunningJob): AbortSignal {
    return AbortSignal.any([this.#term, entry.stop.signal]);
  }

  async #run(entry: RunningJob, signal: AbortSignal): Promise<void> {
    const { limits, laneOf, runJob } = this.deps;
    for (;;) {
      try {
        entry.announced = this.#announce(entry, signal);
        entry.announced.catch(() => undefined);
        while (entry.job.readyAt > Date.now())
          await sleep(entry.job.readyAt - Date.now(), undefined, { signal });
        const context = this.#contextOf(entry, signal);
        const next = await limits.run(laneOf(entry.job), () => runJob(context), signal);
        await entry.announced;
        return await this.#settle(entry, next);
      } catch (error) {
        entry.answered = false;
        if (signal.aborted || !(await this.#shouldRetry(entry, error, signal))) return;
      }
    }
  }

  #contextOf(entry: RunningJob, signal: AbortSignal): JobContext {
    return {
      get job() {
        return entry.job;
      },
      signal,
      messageSent: () => entry.announced,
      showProgress: (message) => entry.edit(message, signal),
      answer: async (message) => {
        entry.answered = true;
        await this.#answer(entry, message, signal);
      },
      save: (change) => this.#registry.save(entry, change),
      openOther: async (name, what) => {
        const { group, message, person, shop, locale, pieces } = entry.job;
        const where = { chat: askedIn(entry.job), group, message, person, shop, locale, pieces };
        await this.open(newJob({ ...where, part: `beside ${name}`, what, expected: null }, Date.now()));
      },
      rerunOthers: async ({ chat, message }, change) => {
        for (const job of await this.about(chat, message)) {
          const changed = job.id === entry.job.id ? null : change(job);
          if (changed !== null) await this.replace({ ...job, ...changed });
        }
      },
    };
  }

  /** Stores the job's next state. Only unfinished jobs stay in the store's list; others are looked up when a button is pressed. */
  async #settle(entry: RunningJob, { told, ...next }: Next): Promise<void> {
    const { answeredMessages } = this.deps;
    entry.job = { ...entry.job, told };
    const ended = { requestId: null, askedAt: null, begun: 0, spoken: true };
    if (next.kind === 'asking') entry.job = { ...entry.job, ...ended, state: 'asking', bank: null };
    await answeredMessages.add(entry.job);
    if (next.kind === 'waiting')
      return await this.#registry.save(entry, { ...ended, state: 'waiting', bank: next.bank });
    // An earlier run may have parked it for a button.
    const { id, since, album } = entry.job;
    if (next.kind === 'done' && since !== undefined && !album) await answeredMessages.unpark(id);
    await this.#registry.remove(entry);
  }

  /** @returns whether to retry now; false also if the job has ended or is left to the next leader */
  async #shouldRetry(entry: RunningJob, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (isTransient(error)) return await this.#waitForStore(signal);
    if (error instanceof Failure && error.failure === 'too_many_waiting') {
      const { retryAfterSeconds = fullSeconds } = error.details;
      return await pause(retryAfterSeconds * 1_000, signal);
    }
    const { log, unexpectedError } = this.deps;
    try {
      if (!(error instanceof Undeliverable)) {
        log.error({ component: 'cashier-bot', err: error }, 'receipt could not be processed');
        await this.#answer(entry, unexpectedError(entry.job), signal);
      } else if (error.failure !== 'shut') {
        log.error({ component: 'cashier-bot', reason: error.failure }, 'answer could not be delivered');
      }
      await this.#registry.remove(entry);
    } catch {
      if (!this.#registry.isReplaced(entry)) this.#entries.delete(entry.job.id);
    }
    return false;
  }

  async #waitForStore(signal: AbortSignal): Promise<boolean> {
    do if (!(await pause(retryMs, signal))) return false;
    while (!this.deps.ready());
    return true;
  }

  /** Reruns jobs that wait for a bank whose health has changed; drops jobs that have waited too long. */
  #rerunChanged(): void {
    for (const entry of this.#entries.values()) {
      const { state, bank, at } = entry.job;
      if (state !== 'waiting' || bank === null || entry.running) continue;
      if (this.deps.isDown(bank.key) !== bank.down) {
        entry.job = { ...entry.job, state: 'open', bank: null };
        this.#start(entry);
      } else if (Date.now() - at > (bank.down ? keepMs : suspicionMs)) {
        this.#entries.delete(entry.job.id);
      }
    }
  }

  async #resume(id: string, value: unknown): Promise<void> {
    const { botStore, answeredMessages, log, unexpectedError } = this.deps;
    const job = readJob(value);
    if (job === null) return await botStore.remove(id);
    if (this.#entries.has(job.id)) return;
    if (job.state === 'asking') {
      // Format of earlier versions.
      await answeredMessages.add(job);
      return await botStore.remove(id);
    }
    const entry = this.#registry.entryOf(job);
    if (job.state === 'waiting') return void this.#entries.set(job.id, entry);
    if (job.begun >= begunMax) {
      const fields = { component: 'cashier-bot', attempt: job.begun };
      log.error(fields, 'receipt given up: its process died too often');
      entry.announced = this.#announce(entry, this.#term);
      await this.#answer(entry, unexpectedError(job), this.#term).catch(() => undefined);
      return await this.#registry.remove(entry);
    }
    // The remaining pictures of an album may still be in the inbox: wait for them again.
    const readyAt = job.readyAt > job.at ? Date.now() + albumMs : job.readyAt;
    await this.#registry.save(entry, { begun: job.begun + 1, readyAt });
    this.#start(entry);
  }

  /** Starts a job that the store wrote although its reply timed out. */
  async #startStored(id: string): Promise<void> {
    if (this.#entries.has(id)) return;
    const job = await this.#registry.stored(id);
    if (job?.state === 'open' && !this.#entries.has(id)) this.#start(this.#registry.entryOf(job));
  }

  /** Begins after the replaced job has ended, and takes over its message and its ledger entry. */
  async #startAfter(
    before: RunningJob | undefined,
    entry: RunningJob,
    written: Promise<void>,
  ): Promise<void> {
    await Promise.allSettled([before?.announced, before?.ended, written]);
    if (before && before.job.answer !== null) {
      const { chat, from, answer, first, told } = before.job;
      entry.job = { ...entry.job, chat, from, answer, first, told: entry.job.told ?? told };
    }
    if (this.#registry.isReplaced(entry)) return;
    await this.#registry.save(entry, {}).catch(() => undefined);
    // It may have been replaced meanwhile; its successor waits for it to end.
    if (!this.#registry.isReplaced(entry)) this.#showAndStart(entry);
  }

  /** Shows "Checking…" in the existing message, then runs. */
  #showAndStart(entry: RunningJob): void {
    if (entry.job.answer !== null && !this.#term.aborted) {
      entry.edit(this.deps.checking(entry.job), this.#signalOf(entry)).catch(() => undefined);
    }
    this.#start(entry);
  }

  /** Once per term: if `run` is called again after a failure, running jobs go on. */
  #beginTerm(lost: AbortSignal): void {
    this.#entries.clear();
    this.#term = lost;
    const timer = setInterval(() => this.#rerunChanged(), checkHealthMs).unref();
    lost.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}

/** @returns false if the signal aborts it */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}
