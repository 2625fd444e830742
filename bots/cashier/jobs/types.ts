/** The interface of jobs to the features, and the inputs and results of a run. */
import type { BotStore } from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';
import type { Message } from '../render/index.js';
import type { AnsweredMessages } from './answered-messages.js';
import type { Delivery, Place } from './deliver.js';
import type { Job } from './job.js';
import type { Lane, Limits } from './limits.js';

/**
 * State of a job after a run. `done`: the final answer is shown. `asking`: waits for a button press. `waiting`: runs again when
 * the bank's health changes. `told`: the receipt whose ✅ the message shows.
 */
export type Next = { told?: Job['told'] } & (
  | { kind: 'done' }
  | { kind: 'asking' }
  | { kind: 'waiting'; bank: { key: string; down: boolean } }
);

/** Access of a run to its job. */
export interface JobContext {
  readonly job: Job;
  /** Aborts when this process must stop working on it. */
  readonly signal: AbortSignal;
  /** Resolves once the message was sent. @throws Undeliverable */
  messageSent(): Promise<void>;
  /** Edits the message to show progress. @throws Undeliverable */
  showProgress(message: Message): Promise<void>;
  /** Shows the answer, in that message or in a new one. @throws Undeliverable */
  answer(message: Message): Promise<void>;
  /** Changes the record. @throws Failure `unavailable` */
  save(change: Partial<Job>): Promise<void>;
  /** Opens a job for another receipt of the same message, once. @param name distinguishes it from the others */
  openOther(name: string, what: Job['what']): Promise<void>;
  /** Reruns the other jobs whose answer is this message. @param change null leaves a job as it is */
  rerunOthers(place: Place, change: (job: Job) => Partial<Job> | null): Promise<void>;
}

export interface Jobs {
  /** Stores the job, then runs it. @returns false if it exists already */
  open(job: Job): Promise<boolean>;
  /** Null for a job that has ended, except a recent album. */
  find(id: string): Promise<Job | null>;
  /** Jobs of this message, open or answered, in the order they were asked. */
  about(chat: number, message: number): Promise<Job[]>;
  /**
   * Changes a job; if it runs or waits for a button, it runs again.
   * @param change null if it no longer applies @returns false then, and if the job has ended
   */
  update(id: string, change: (job: Job) => Partial<Job> | null): Promise<boolean>;
  /** Runs it again with changes; shows "Checking…" again. @returns false if it has ended */
  retry(id: string, change: Partial<Job>): Promise<boolean>;
  /** Reopens an ended job or replaces a running one: same message, different request. */
  replace(job: Job): Promise<void>;
  /** Stores a change that does not affect the answer. */
  keep(job: Job): Promise<void>;
  /** After the leadership term: resolves when no run is active. */
  drained(): Promise<void>;
  /** Resumes stored jobs and runs jobs until `lost` aborts. May be called again if it failed. @throws Failure `unavailable` */
  run(lost: AbortSignal): Promise<void>;
  /** Deletes a person's jobs. */
  forget(person: string): Promise<void>;
}

export interface JobsDeps {
  botStore: BotStore;
  delivery: Delivery;
  limits: Limits;
  answeredMessages: AnsweredMessages;
  /**
   * One run.
   * @throws Failure `unavailable`: run again when the store is back; `too_many_waiting`: run again after `retryAfterSeconds`
   */
  runJob(context: JobContext): Promise<Next>;
  checking(job: Job): Message;
  /** Text for the "Checking…" message if the answer came as a new message. */
  answeredElsewhere(job: Job): Message;
  /** Text for an unexpected error. */
  unexpectedError(job: Job): Message;
  /** Concurrency lane of the job. */
  laneOf(job: Job): Lane;
  /** Whether the health monitor reports the bank as down; from memory. */
  isDown(bank: string): boolean;
  /** Whether the store answers; from memory. */
  ready(): boolean;
  log: Logger;
}

/** How long to wait for further pictures of an album. */
export const albumMs = 700;

/** Abort reason of a run whose job was replaced: its pending output is dropped. */
export class Replaced extends Error {
  override readonly name = 'Replaced';
}
