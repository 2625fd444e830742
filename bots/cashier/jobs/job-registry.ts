/** The jobs in memory and their stored records. */
import { type Job, readJob } from './job.js';
import { RunningJob } from './running-job.js';
import type { JobsDeps } from './types.js';

/** A job is deleted after this time, whatever it waits for. */
export const keepMs = 2 * 86_400_000;

/** All methods that use the store throw Failure `unavailable`. */
export class JobRegistry {
  /** By id. */
  readonly entries = new Map<string, RunningJob>();

  constructor(private readonly deps: Pick<JobsDeps, 'botStore' | 'answeredMessages' | 'delivery'>) {}

  /** An entry for the job, not yet in `entries`. */
  entryOf(job: Job): RunningJob {
    return new RunningJob(job, this.deps.delivery);
  }

  async find(id: string): Promise<Job | null> {
    const { answeredMessages } = this.deps;
    return this.entries.get(id)?.job ?? (await this.stored(id)) ?? (await answeredMessages.parked(id));
  }

  /** The stored record; null if there is none. */
  async stored(id: string): Promise<Job | null> {
    return readJob(await this.deps.botStore.get(recordName(id)));
  }

  /** @returns false if the job is stored already */
  add(job: Job): Promise<boolean> {
    const record = { id: recordName(job.id), value: job, keepMs };
    return this.deps.botStore.claimOnce(`job:${job.id}`, keepMs, record);
  }

  /** If another job has replaced this one, that one owns the record; this one must not write it. */
  isReplaced(entry: RunningJob): boolean {
    const current = this.entries.get(entry.job.id);
    return current !== undefined && current !== entry;
  }

  async save(entry: RunningJob, change: Partial<Job>): Promise<void> {
    entry.job = { ...entry.job, ...change };
    if (!this.isReplaced(entry)) await this.write(entry.job);
  }

  async write(job: Job): Promise<void> {
    await this.deps.botStore.put(recordName(job.id), job, { keepMs });
  }

  async remove(entry: RunningJob): Promise<void> {
    if (this.isReplaced(entry)) return;
    this.entries.delete(entry.job.id);
    await this.deps.botStore.remove(recordName(entry.job.id));
  }

  /** Deletes a person's jobs. Those that wait for a button are deleted by answered-messages.ts. */
  async forget(person: string): Promise<void> {
    const { botStore } = this.deps;
    for (const { id, value } of await botStore.all('job')) {
      const job = readJob(value);
      if (job?.person !== person) continue;
      this.entries.get(job.id)?.stop.abort();
      this.entries.delete(job.id);
      await botStore.remove(id);
    }
  }
}

const recordName = (id: string): string => `job:${id}`;
