/**
 * The queue in front of each bank, across all processes: a bounded number of lookups at once, strict plan priority,
 * inside a priority the owners of the calls take turns, first come first served within one owner. A caller who gives up,
 * disconnects or dies leaves it.
 */
import { Failure, withdrawalOf } from '../api/errors.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import type { Bus, Hearer } from '../store/pubsub.js';
import type { Scripts } from '../store/scripts.js';

/** Slots of a process that died are free again after this long. */
const slotLeaseMs = 15_000;
const slotRenewal = { periodMs: 5_000, tickMs: 500 };
/** A waiting call looks this often, in case a message was lost, and learns its position. */
const looking = { periodMs: 2_000, tickMs: 100 };
const waitLeaseMs = 10_000;
/** Whoever could not look so often in a row has about lost its place, and has to hear that the store is gone. */
const missedLooksMax = 3;

export interface Slot {
  release(): Promise<void>;
}

/** What a call keeps of its place in a queue, as `queue.lua` writes it: group and arrival. It never starts at the end. */
export interface QueuePlace {
  /** Its own; null until it has arrived. */
  own: string | null;
  /** That of a call it followed, which has left. It stands where it is served sooner. */
  lent: string | null;
}

export function noPlace(): QueuePlace {
  return { own: null, lent: null };
}

/** All keys of a queue, in the order of `queue.lua`. */
export function queueKeys(bank: string): string[] {
  const { slots, turns, waiting, queued, places, lastTurns, arrivals } = names;
  return [slots, turns, waiting, queued, places, lastTurns, arrivals].map((name) => name(bank));
}

export interface Turn {
  call: string;
  /** Lower is served first: 0 to 2. */
  priority: number;
  /** Whose call it is: an account, an address. Without blanks. */
  owner: string;
  place: QueuePlace;
  /** Asked before each look. @throws Failure when nothing may be sent to the bank any more */
  refuse?: (() => void) | undefined;
  /** Gives up at this moment, by `performance.now()`. */
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
  /**
   * @throws Failure `bank_busy` when the wait is over before a slot is free, that of `refuse`; Withdrawn when the caller
   * is gone
   */
  enter(bank: string, slots: number, turn: Turn): Promise<Slot>;
  /**
   * Moves another call to where one that follows its flight would stand, if that is further ahead.
   * @returns false when it is not in the queue (yet)
   */
  raise(bank: string, leader: string, follower: Pick<Turn, 'priority' | 'owner' | 'place'>): Promise<boolean>;
  /** Lets everybody of this process who waits for the bank look again, and ask `refuse`. */
  recheck(bank: string): void;
  standing(bank: string): Promise<Standing>;
}

/** @param closing whoever waits when it aborts leaves the line, with its reason */
export function createLine(scripts: Scripts, bus: Bus, closing?: AbortSignal): Line {
  const queue = (bank: string, ...args: (string | number)[]) => scripts.run('queue', queueKeys(bank), args);
  const keyOf = ({ bank }: Member) => bank;
  const waiting = createLeases<Member>({
    ...looking,
    keyOf,
    renew: (bank, members) => lookAgain(bank, members, false),
    onTick(members) {
      const now = performance.now();
      for (const member of members) if (now >= member.turn.deadline) member.hear();
    },
  });
  const working = createLeases<Member>({
    ...slotRenewal,
    keyOf,
    renew: (bank, members) => lookAgain(bank, members, true),
  });

  /** Looks for many at once: one command for a hundred callers, however many wait. */
  async function lookAgain(bank: string, members: readonly Member[], run: boolean): Promise<void> {
    const calls = members.map(({ turn }) => turn.call);
    const limits = [members[0]?.slots ?? 0, slotLeaseMs, waitLeaseMs, run ? 1 : 0];
    try {
      const positions = await queue(bank, 'look', ...limits, ...calls);
      for (const [index, member] of members.entries()) member.tell(Number(positions[index]));
    } catch {
      for (const member of members) member.missLook();
    }
  }

  /** @returns the position in the line, or 0 when the slot is there */
  async function join({ bank, slots, turn }: Member): Promise<number> {
    const { call, place } = turn;
    const standing = [groupOf(turn), slotLeaseMs, waitLeaseMs, place.own ?? '', place.lent ?? ''];
    const [answer, position, stands] = await queue(bank, 'enter', call, slots, ...standing);
    if (answer === 'slot') return 0;
    if (stands !== place.lent) place.own = String(stands);
    return Number(position);
  }

  async function leave({ bank, slots, turn }: Member): Promise<void> {
    const next = await queue(bank, 'leave', turn.call, slots, slotLeaseMs);
    await Promise.all(next.map((other) => bus.wake(String(other))));
  }

  function slotOf(member: Member): Slot {
    working.add(member);
    return {
      async release() {
        working.remove(member);
        await leave(member);
      },
    };
  }

  return {
    async enter(bank, slots, turn) {
      const member = new Member(bank, slots, turn);
      bus.attend(turn.call, member);
      turn.signal?.addEventListener('abort', member);
      try {
        for (let told: number | null = null; ; ) {
          closing?.throwIfAborted();
          if (turn.signal?.aborted) throw withdrawalOf(turn.signal);
          turn.refuse?.();
          const position = told ?? (await join(member));
          if (turn.signal?.aborted) continue;
          turn.onPosition?.(position || null);
          if (position === 0) return slotOf(member);
          if (performance.now() >= turn.deadline) throw new Failure('bank_busy');
          waiting.add(member);
          told = await member.news(position);
        }
      } catch (error) {
        await leave(member).catch(() => undefined);
        throw error;
      } finally {
        waiting.remove(member);
        turn.signal?.removeEventListener('abort', member);
        bus.leaveOut(turn.call);
      }
    },
    async raise(bank, leader, follower) {
      const { place } = follower;
      const [where, own] = await queue(bank, 'raise', leader, groupOf(follower), place.own ?? '');
      place.own = String(own);
      return where !== 'absent';
    },
    recheck(bank) {
      for (const member of waiting.all()) if (member.bank === bank) member.hear();
    },
    async standing(bank) {
      const [running = 0, waiting = 0, longestWaitMs = 0] = (await queue(bank, 'standing')).map(Number);
      return { running, waiting, longestWaitMs };
    },
  };
}

/** Those who take turns with others of their class, as one. */
function groupOf({ priority, owner }: Pick<Turn, 'priority' | 'owner'>): string {
  return `${priority}:${owner}`;
}

/** A call in a bank's line. A class: ten thousand of them must not carry a closure for everything they do. */
class Member implements Hearer {
  /** Where it stands as far as it knows, from 1. */
  private position = 0;
  /** What it was told since, null where it has to ask; undefined while there is nothing new. */
  private told: number | null | undefined;
  private missedLooks = 0;
  private wake: (() => void) | null = null;

  constructor(
    readonly bank: string,
    readonly slots: number,
    readonly turn: Turn,
  ) {}

  /** Something has happened that it has to see for itself. A place that was read before that says nothing. */
  hear(): void {
    this.told = null;
    this.wake?.();
  }

  /** The caller is gone. */
  handleEvent(): void {
    this.hear();
  }

  /** @param position as `look` returns it */
  tell(position: number): void {
    this.missedLooks = 0;
    if (this.told === null || position === this.position) return;
    if (position > 0 && !this.turn.onPosition) return;
    this.told = position < 0 ? null : position;
    this.wake?.();
  }

  /** The store did not answer. */
  missLook(): void {
    this.missedLooks += 1;
    if (this.missedLooks >= missedLooksMax) this.hear();
  }

  /** What is new since it last asked, once there is something: where it stands, null where it has to ask. */
  async news(position: number): Promise<number | null> {
    this.position = position;
    if (this.told === undefined) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const told = this.told ?? null;
    this.told = undefined;
    this.wake = null;
    return told;
  }
}
