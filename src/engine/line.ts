/**
 * The line in front of each bank, across all processes: a bounded number of lookups at once, strict plan
 * priority, first come first served inside a priority. A caller who gives up, disconnects or dies leaves it.
 */
import { Failure, Withdrawn } from './errors.js';
import type { Bus } from './store/bus.js';
import * as names from './store/keys.js';
import type { Scripts } from './store/scripts.js';

/** Slots of a process that died are free again after this long. */
const slotLeaseMs = 15_000;
const renewSlotMs = 5_000;
/** A waiting call looks this often, in case a message was lost; DESIGN.md section 5 allows two commands a second. */
const lookMs = 2_000;
const waitLeaseMs = 10_000;

export interface Slot {
  release(): Promise<void>;
}

export interface Turn {
  call: string;
  /** Lower is served first. */
  priority: number;
  /** Gives up at this moment, ms. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Told whenever the place in the line is known anew, from 1; null once the slot is there. */
  onPosition?: ((position: number | null) => void) | undefined;
}

export interface Standing {
  running: number;
  waiting: number;
  longestWaitMs: number;
}

export interface Line {
  /** @throws Failure `bank_busy` when the wait is over before a slot is free; Withdrawn when the caller is gone */
  enter(bank: string, slots: number, turn: Turn): Promise<Slot>;
  standing(bank: string): Promise<Standing>;
}

export function createLine(scripts: Scripts, bus: Bus): Line {
  /** @returns the position in the line, or null when the slot is there */
  async function look(bank: string, slots: number, { call, priority }: Turn): Promise<number | null> {
    const keys = [names.slots(bank), names.line(bank), names.waiting(bank), names.arrivals(bank)];
    const [answer, position] = await scripts.run('enter', keys, [
      call,
      slots,
      priority,
      slotLeaseMs,
      waitLeaseMs,
    ]);
    return answer === 'slot' ? null : Number(position);
  }

  async function leave(bank: string, slots: number, call: string): Promise<void> {
    const keys = [names.slots(bank), names.line(bank), names.waiting(bank)];
    const next = await scripts.run('leave', keys, [call, slots, slotLeaseMs]);
    await Promise.all(next.map((other) => bus.wake(String(other))));
  }

  function slotOf(bank: string, slots: number, turn: Turn): Slot {
    const renewal = setInterval(
      () => void look(bank, slots, turn).catch(() => undefined),
      renewSlotMs,
    ).unref();
    return {
      async release() {
        clearInterval(renewal);
        await leave(bank, slots, turn.call);
      },
    };
  }

  return {
    async enter(bank, slots, turn) {
      const { deadline } = turn;
      const ear = bus.listen(turn.call);
      try {
        for (;;) {
          const position = await look(bank, slots, turn);
          turn.onPosition?.(position);
          if (position === null) return slotOf(bank, slots, turn);
          if (turn.signal?.aborted) throw new Withdrawn();
          if (Date.now() >= deadline) throw new Failure('bank_busy');
          await ear.wait(Math.min(lookMs, Math.max(1, deadline - Date.now())), turn.signal);
        }
      } catch (error) {
        await leave(bank, slots, turn.call).catch(() => undefined);
        throw error;
      } finally {
        ear.close();
      }
    },
    async standing(bank) {
      const keys = [names.slots(bank), names.waiting(bank), names.line(bank)];
      const [running, waiting, longestWaitMs] = (await scripts.run('standing', keys)).map(Number);
      return { running: running ?? 0, waiting: waiting ?? 0, longestWaitMs: longestWaitMs ?? 0 };
    },
  };
}
