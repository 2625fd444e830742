/**
 * The line in front of each bank: a bounded number of lookups at once, strict plan priority, first come first
 * served inside a priority. A caller who gives up or disconnects leaves the line and is never looked up.
 */
import { Failure, Withdrawn } from './errors.js';

export interface Slot {
  release(): void;
}

export interface Turn {
  /** Lower is served first. */
  priority: number;
  /** Gives up after this long. */
  waitMs: number;
  signal?: AbortSignal | undefined;
}

export interface Queue {
  /** @throws Failure `bank_busy` when the wait is over before a slot is free; Withdrawn when the caller is gone */
  enter(bank: string, concurrency: number, turn: Turn): Promise<Slot>;
  standing(bank: string): { running: number; waiting: number };
}

interface Waiter {
  priority: number;
  admit(): void;
}

interface Line {
  running: number;
  waiting: Waiter[];
}

/** The line of one process. */
export function createQueue(): Queue {
  const lines = new Map<string, Line>();

  function lineOf(bank: string): Line {
    const line = lines.get(bank) ?? { running: 0, waiting: [] };
    lines.set(bank, line);
    return line;
  }

  /** A slot that is given up goes straight to the next in line, so that nobody can slip in between. */
  function slot(line: Line): Slot {
    return {
      release() {
        const next = line.waiting.shift();
        if (next) next.admit();
        else line.running -= 1;
      },
    };
  }

  return {
    async enter(bank, concurrency, turn) {
      const line = lineOf(bank);
      if (line.running < concurrency) line.running += 1;
      else await admission(line, turn);
      return slot(line);
    },
    standing(bank) {
      const line = lines.get(bank);
      return { running: line?.running ?? 0, waiting: line?.waiting.length ?? 0 };
    },
  };
}

/** Resolves when it is this caller's turn. */
function admission(line: Line, { priority, waitMs, signal }: Turn): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      priority,
      admit() {
        settle();
        resolve();
      },
    };
    const leave = (error: Error) => {
      settle();
      line.waiting.splice(line.waiting.indexOf(waiter), 1);
      reject(error);
    };
    const withdraw = () => leave(new Withdrawn());
    const timer = setTimeout(() => leave(new Failure('bank_busy')), waitMs);
    signal?.addEventListener('abort', withdraw, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', withdraw);
    };
    insert(line.waiting, waiter);
    if (signal?.aborted) withdraw();
  });
}

/** Behind everybody of the same or a higher priority. */
function insert(waiting: Waiter[], waiter: Waiter): void {
  const place = waiting.findIndex((other) => other.priority > waiter.priority);
  waiting.splice(place === -1 ? waiting.length : place, 0, waiter);
}
