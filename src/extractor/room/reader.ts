/** One process of the reading room, as the service sees it: reads one file at a time, is ended when it must be. */
import type { ChildProcess } from 'node:child_process';
import { ReadingEnded, RoomUnavailable } from './errors.js';
import type { Order, Outcome, Word } from './types.js';

/** Until it begins: loading everything takes 0.3 s on a machine that is not busy. */
const startMsMax = 20_000;
/** An honest file takes less than one second. */
const readMsMax = 15_000;
/** With nothing to do for so long, a process that has grown is exchanged. */
const restMs = 5_000;
const growthBytesMax = 40 * 1024 * 1024;
/** With nothing to do for so long, a process nobody wants to keep is ended. */
const idleMs = 60_000;

interface Reading {
  begun: boolean;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

export class Reader {
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #isNeeded: () => boolean;
  #reading: Reading | null = null;
  #limit: NodeJS.Timeout | undefined;
  #alive = true;
  /** Once it is ready, in bytes. */
  #freshRss: number | null = null;
  #rss = 0;

  /** @param isNeeded whether it is to stay though it has nothing to do */
  constructor(process: ChildProcess, isNeeded: () => boolean) {
    this.#process = process;
    this.#isNeeded = isNeeded;
    this.ended = new Promise<void>((resolve) => {
      process.once('exit', () => resolve());
      // A process that cannot even be started has no exit.
      process.on('error', () => (process.pid === undefined ? resolve() : this.#kill()));
    }).then(() => this.#hasEnded());
    process.on('message', (word: Word) => this.#hear(word));
    this.#letServiceEnd();
    this.#within(startMsMax, () => this.#kill());
  }

  get isFree(): boolean {
    return this.#alive && this.#reading === null;
  }

  /** False for a process that ended before it could read anything: another one would do the same. */
  get wasReady(): boolean {
    return this.#freshRss !== null;
  }

  /** @throws ReadingEnded, RoomUnavailable */
  read(order: Order): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#reading = { begun: false, resolve, reject };
      this.#holdService();
      this.#within(startMsMax, () => this.#kill());
      this.#process.send(order, (error) => error && this.#kill());
    });
  }

  async end(): Promise<void> {
    this.#kill();
    await this.ended;
  }

  #hear(word: Word): void {
    if (word.said === 'ready') {
      this.#freshRss = word.rssBytes;
      if (!this.#reading) this.#rest();
    }
    if (word.said === 'begun' && this.#reading) {
      this.#reading.begun = true;
      this.#within(readMsMax, () => this.#kill());
    }
    if (word.said === 'done' && this.#reading) {
      const { resolve } = this.#reading;
      this.#reading = null;
      this.#rss = word.rssBytes;
      this.#letServiceEnd();
      this.#rest();
      resolve(word.outcome);
    }
  }

  #rest(): void {
    const hasGrown = this.#rss - (this.#freshRss ?? 0) > growthBytesMax;
    this.#within(hasGrown ? restMs : idleMs, () => {
      if (hasGrown || !this.#isNeeded()) this.#kill();
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
    reading?.reject(reading.begun ? new ReadingEnded() : new RoomUnavailable());
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
