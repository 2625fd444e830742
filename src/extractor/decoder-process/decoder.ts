/** One process of the reading room, as the service sees it: reads one file at a time, is ended when it must be. */
import type { ChildProcess } from 'node:child_process';
import { ReaderLost, ReadingEnded, RoomUnavailable } from './errors.js';
import type { Order, Outcome, Word } from './types.js';

/** Until it begins: loading everything takes 0.3 s on a machine that is not busy. */
const startMsMax = 20_000;
/** The process ends itself over a file that takes too much processor time; this long only on a machine that is overloaded. */
const readMsMax = 60_000;
/** With nothing to do for so long, a process that has grown by so much is ended, its memory given back. */
const restMs = 5_000;
const growthBytesMax = 40 * 1024 * 1024;
/** One that has grown by so much reads no other file, whether it comes to rest or not. */
const wornBytes = 150 * 1024 * 1024;
/** The signal by which a process ends itself over a file that takes too much processor time (entry.ts). */
const overworked = 'SIGVTALRM';

interface Reading {
  begun: boolean;
  /** Why this side ended it. */
  ended: Error | null;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

export class Reader {
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #patienceMs: () => number;
  readonly #isFreeAgain: () => void;
  #reading: Reading | null = null;
  #limit: NodeJS.Timeout | undefined;
  #alive = true;
  /** Clears away what the last file left: until then it is not known how much it has grown. */
  #tidying = false;
  #signal: NodeJS.Signals | null = null;
  /** Once it is ready, in bytes. */
  #freshRss: number | null = null;
  #rss = 0;
  #settled = () => {};

  /**
   * @param patienceMs how long it may stay with nothing to do
   * @param isFreeAgain called when it can read another file
   */
  constructor(process: ChildProcess, patienceMs: () => number, isFreeAgain: () => void) {
    this.#process = process;
    this.#patienceMs = patienceMs;
    this.#isFreeAgain = isFreeAgain;
    this.ended = new Promise<void>((resolve) => {
      process.once('exit', (_, signal) => {
        this.#signal = signal;
        resolve();
      });
      // A process that cannot even be started has no exit.
      process.on('error', () => (process.pid === undefined ? resolve() : this.#kill()));
    }).then(() => this.#hasEnded());
    process.on('message', (word: Word) => this.#hear(word));
    this.#letServiceEnd();
    this.#within(startMsMax, () => this.#kill());
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  get isFree(): boolean {
    return this.#alive && !this.#tidying && this.#reading === null;
  }

  /** False for a process that ended before it could read anything: another one would do the same. */
  get wasReady(): boolean {
    return this.#freshRss !== null;
  }

  /**
   * @param gone ends the process, whatever it does at the moment
   * @throws ReadingEnded when the file took too much time; ReaderLost; RoomUnavailable; the reason of `gone`
   */
  read(order: Order, gone?: AbortSignal): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      const reading: Reading = { begun: false, ended: null, resolve, reject };
      const leave = () => {
        reading.ended = gone?.reason as Error;
        reject(reading.ended);
        this.#kill();
      };
      gone?.addEventListener('abort', leave, { once: true });
      this.#settled = () => gone?.removeEventListener('abort', leave);
      this.#reading = reading;
      this.#holdService();
      this.#giveUpAfter(startMsMax, reading);
      this.#process.send(order, (error) => error && this.#kill());
    });
  }

  async end(): Promise<void> {
    this.#kill();
    await this.ended;
  }

  #hear(word: Word): void {
    const reading = this.#reading;
    if (word.said === 'ready') {
      this.#freshRss = word.rssBytes;
      if (!reading) this.#rest();
    } else if (word.said === 'tidied') {
      this.#rss = word.rssBytes;
      this.#tidying = false;
      if (this.#hasGrownBy(wornBytes)) this.#kill();
      else this.#rest();
      this.#isFreeAgain();
    } else if (word.said === 'begun' && reading) {
      reading.begun = true;
      this.#giveUpAfter(readMsMax, reading);
    } else if (word.said === 'done' && reading) {
      this.#reading = null;
      this.#tidying = true;
      this.#settled();
      this.#letServiceEnd();
      this.#within(readMsMax, () => this.#kill());
      reading.resolve(word.outcome);
    }
  }

  /** Looks again every now and then whether it should stay. */
  #rest(restedMs = 0): void {
    this.#within(restMs, () => {
      if (this.#hasGrownBy(growthBytesMax) || restedMs + restMs >= this.#patienceMs()) this.#kill();
      else this.#rest(restedMs + restMs);
    });
  }

  #hasGrownBy(bytes: number): boolean {
    return this.#rss - (this.#freshRss ?? 0) > bytes;
  }

  /** Nothing can then be said of the file. */
  #giveUpAfter(ms: number, reading: Reading): void {
    this.#within(ms, () => {
      reading.ended = new RoomUnavailable();
      this.#kill();
    });
  }

  #kill(): void {
    this.#alive = false;
    this.#process.kill('SIGKILL');
  }

  #hasEnded(): void {
    this.#alive = false;
    clearTimeout(this.#limit);
    const reading = this.#reading;
    this.#reading = null;
    this.#settled();
    if (!reading) return;
    const took = this.#signal === overworked ? new ReadingEnded() : new ReaderLost(reading.begun);
    reading.reject(reading.ended ?? took);
  }

  /** One limit at a time: each takes the place of the one before. */
  #within(ms: number, act: () => void): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(act, ms).unref();
  }

  /** A command line that waits for a reading must not end before it. */
  #holdService(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }

  #letServiceEnd(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }
}
