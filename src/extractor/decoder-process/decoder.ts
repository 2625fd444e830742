/** Controls one decoder process: one file at a time, with time and memory limits. */
import type { ChildProcess } from 'node:child_process';
import { DecoderLost, DecodersUnavailable, DecodingEnded } from './errors.js';
import type { AnnouncedTask, DecoderMessage, DecodeTask, JobOutcome } from './types.js';

/** Start time limit, ms; loading takes 0.3 s on an idle machine. */
const startMsMax = 20_000;
/** Wall time limit of a file, reached only on an overloaded machine: the process limits its own processor time. */
const readMsMax = 60_000;
/** An idle process that has grown this much is ended after this time, to free its memory. */
const restMs = 5_000;
const growthBytesMax = 40 * 1024 * 1024;
/** A process that has grown this much is replaced before the next file. */
const wornBytes = 150 * 1024 * 1024;
/** Signal by which a process kills itself when a file takes too much processor time (main.ts). */
const overworked = 'SIGVTALRM';

interface Reading {
  begun: boolean;
  /** Reason when the service ended it. */
  ended: Error | null;
  resolve(outcome: JobOutcome): void;
  reject(error: Error): void;
}

export class Decoder {
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  readonly #idleMsMax: () => number;
  readonly #isFreeAgain: () => void;
  #reading: Reading | null = null;
  #limit: NodeJS.Timeout | undefined;
  #alive = true;
  /** True while it collects garbage after a file; its growth is unknown until then. */
  #tidying = false;
  #signal: NodeJS.Signals | null = null;
  /** Memory once ready, bytes. */
  #freshRss: number | null = null;
  #rss = 0;
  #settled = () => {};

  /**
   * @param idleMsMax maximum idle time
   * @param isFreeAgain called when it can take another file
   */
  constructor(process: ChildProcess, idleMsMax: () => number, isFreeAgain: () => void) {
    this.#process = process;
    this.#idleMsMax = idleMsMax;
    this.#isFreeAgain = isFreeAgain;
    this.ended = new Promise<void>((resolve) => {
      process.once('exit', (_, signal) => {
        this.#signal = signal;
        resolve();
      });
      // A process that fails to start emits no exit.
      process.on('error', () => (process.pid === undefined ? resolve() : this.#kill()));
    }).then(() => this.#hasEnded());
    process.stdin?.on('error', () => this.#kill());
    process.on('message', (word: DecoderMessage) => this.#onMessage(word));
    this.#letServiceEnd();
    this.#within(startMsMax, () => this.#kill());
  }

  get isFree(): boolean {
    return this.#alive && !this.#tidying && this.#reading === null;
  }

  /** False for a process that ended before it was ready: a new one would too. */
  get wasReady(): boolean {
    return this.#freshRss !== null;
  }

  /**
   * @param gone kills the process
   * @throws DecodingEnded when the file took too much time; DecoderLost; DecodersUnavailable; the reason of `gone`
   */
  read(order: DecodeTask, gone?: AbortSignal): Promise<JobOutcome> {
    return new Promise<JobOutcome>((resolve, reject) => {
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
      this.#send(order);
    });
  }

  async end(): Promise<void> {
    this.#kill();
    await this.ended;
  }

  /** A stream takes the file as it is, piece by piece; a message would copy it twice at once. */
  #send({ bytes, ...task }: DecodeTask): void {
    const announced = { size: bytes.byteLength, task } as AnnouncedTask;
    this.#process.send(announced, (error) => error && this.#kill());
    this.#process.stdin?.write(bytes);
  }

  #onMessage(word: DecoderMessage): void {
    const reading = this.#reading;
    if (word.kind === 'ready') {
      this.#freshRss = word.rssBytes;
      if (!reading) this.#rest();
    } else if (word.kind === 'tidied') {
      this.#rss = word.rssBytes;
      this.#tidying = false;
      if (this.#hasGrownBy(wornBytes)) this.#kill();
      else this.#rest();
      this.#isFreeAgain();
    } else if (word.kind === 'begun' && reading) {
      reading.begun = true;
      this.#giveUpAfter(readMsMax, reading);
    } else if (word.kind === 'done' && reading) {
      this.#reading = null;
      this.#tidying = true;
      this.#settled();
      this.#letServiceEnd();
      this.#within(readMsMax, () => this.#kill());
      reading.resolve(word.outcome);
    }
  }

  /** Checks periodically whether to end the idle process. */
  #rest(restedMs = 0): void {
    this.#within(restMs, () => {
      if (this.#hasGrownBy(growthBytesMax) || restedMs + restMs >= this.#idleMsMax()) this.#kill();
      else this.#rest(restedMs + restMs);
    });
  }

  #hasGrownBy(bytes: number): boolean {
    return this.#rss - (this.#freshRss ?? 0) > bytes;
  }

  /** The result for the file is unknown. */
  #giveUpAfter(ms: number, reading: Reading): void {
    this.#within(ms, () => {
      reading.ended = new DecodersUnavailable();
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
    const took = this.#signal === overworked ? new DecodingEnded() : new DecoderLost(reading.begun);
    reading.reject(reading.ended ?? took);
  }

  /** Replaces the current time limit. */
  #within(ms: number, act: () => void): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(act, ms).unref();
  }

  /** Keeps the event loop alive during a reading, for the command line. */
  #holdService(): void {
    this.#process.ref();
    this.#process.channel?.ref();
  }

  #letServiceEnd(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }
}
