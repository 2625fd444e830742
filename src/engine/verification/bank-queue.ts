/**
 * One queue per bank, shared by all processes. It bounds the lookups that run at once and serves by plan priority. Within a
 * priority, owners of calls take turns; the calls of one owner are served in order of arrival. A call leaves the queue when
 * it gives up, its caller disconnects or its process dies.
 */
import { Failure, withdrawalOf } from '../api/errors.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import type { Listener, Notifier } from '../store/pubsub.js';
import type { Scripts } from '../store/scripts.js';

/** Slots of a process that died are freed after this. */
const slotLeaseMs = 15_000;
const slotRenewal = { periodMs: 5_000, tickMs: 500 };
/** Waiting calls poll at this interval for their position, and in case a message was lost. */
const pollTiming = { periodMs: 2_000, tickMs: 100 };
const waitLeaseMs = 10_000;
/** After this many failed polls the lease of a waiting call has almost expired: it asks the store itself, and fails if that fails. */
const missedPollsMax = 3;

export interface Slot {
  release(): Promise<void>;
}

/** A call's place in a queue, as `queue.lua` writes it: group and arrival number. A call that queues again gets this place back. */
export class QueuePlace {
  /** Its own place; null before it has queued. */
  own: string | null = null;
  /** The place of a leader that has left; the call uses whichever place is served sooner. */
  lent: string | null = null;
}

/** All keys of a queue, in the order of `queue.lua`. */
export function queueKeys(bank: string): string[] {
  const { slots, turns, waiting, queued, places, lastTurns, arrivals } = names;
  return [slots, turns, waiting, queued, places, lastTurns, arrivals].map((name) => name(bank));
}

/** Which turn a call gets. */
export interface QueueRank {
  /** Lower is served first: 0 to 2. */
  priority: number;
  /** Owner of the call: an account or an address. Without blanks. */
  owner: string;
  place: QueuePlace;
}

export interface QueueTicket extends QueueRank {
  call: string;
  /** Called before each attempt to get a slot. @throws Failure when nothing may be sent to the bank any more */
  refuse?: (() => void) | undefined;
  /** When to give up, by `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Called on every change of the position, from 1; null once the call has a slot. */
  onPosition?: ((position: number | null) => void) | undefined;
}

export type BankQueue = ReturnType<typeof createBankQueue>;

/** @param closing when it aborts, waiting calls leave the queue and fail with its reason */
export function createBankQueue(scripts: Scripts, notifier: Notifier, closing?: AbortSignal) {
  const queue = (bank: string, ...args: (string | number)[]) => scripts.run('queue', queueKeys(bank), args);
  const keyOf = ({ bank }: Waiter) => bank;
  const waiting = createLeases<Waiter>({
    ...pollTiming,
    keyOf,
    renew: (bank, members) => pollLeases(bank, members, false),
    onTick(members) {
      const now = performance.now();
      for (const member of members) if (now >= member.turn.deadline) member.onMessage();
    },
  });
  const working = createLeases<Waiter>({
    ...slotRenewal,
    keyOf,
    renew: (bank, members) => pollLeases(bank, members, true),
  });

  /** Polls for many waiting calls with one command. */
  async function pollLeases(bank: string, members: readonly Waiter[], run: boolean): Promise<void> {
    const calls = members.map(({ turn }) => turn.call);
    const limits = [members[0]?.slots ?? 0, slotLeaseMs, waitLeaseMs, run ? 1 : 0];
    try {
      const positions = await queue(bank, 'look', ...limits, ...calls);
      for (const [index, member] of members.entries()) member.onPosition(Number(positions[index]));
    } catch {
      for (const member of members) member.onPollFailed();
    }
  }

  /** @returns the position in the queue, or 0 when the call has a slot */
  async function enqueue({ bank, slots, turn }: Waiter): Promise<number> {
    const { call, place } = turn;
    const standing = [groupOf(turn), slotLeaseMs, waitLeaseMs, place.own ?? '', place.lent ?? ''];
    const [answer, position, score] = await queue(bank, 'enter', call, slots, ...standing);
    if (answer === 'slot') return 0;
    if (score !== place.lent) place.own = String(score);
    return Number(position);
  }

  /** Gives up a slot, or a place in the queue. */
  async function leave(member: Waiter): Promise<void> {
    working.remove(member);
    const { bank, slots, turn } = member;
    const next = await queue(bank, 'leave', turn.call, slots, slotLeaseMs);
    await Promise.all(next.map((other) => notifier.notifyCall(String(other))));
  }

  return {
    /**
     * Waits for a slot.
     * @throws Failure `bank_busy` when the deadline passes first, or the failure of `refuse`; Withdrawn when the caller has
     * disconnected
     */
    async acquire(bank: string, slots: number, turn: QueueTicket): Promise<Slot> {
      const member = new Waiter(bank, slots, turn);
      notifier.addCallListener(turn.call, member);
      turn.signal?.addEventListener('abort', member);
      try {
        for (let pendingPosition: number | null = null; ; ) {
          closing?.throwIfAborted();
          if (turn.signal?.aborted) throw withdrawalOf(turn.signal);
          turn.refuse?.();
          const position = pendingPosition ?? (await enqueue(member));
          if (turn.signal?.aborted) continue;
          turn.onPosition?.(position || null);
          if (position === 0) {
            working.add(member);
            return { release: () => leave(member) };
          }
          if (performance.now() >= turn.deadline) throw new Failure('bank_busy');
          waiting.add(member);
          pendingPosition = await member.nextPosition(position);
        }
      } catch (error) {
        await leave(member).catch(() => undefined);
        throw error;
      } finally {
        waiting.remove(member);
        turn.signal?.removeEventListener('abort', member);
        notifier.removeCallListener(turn.call);
      }
    },

    /**
     * Moves the leader of a single flight to the place of a call that waits for it, if that place is further ahead.
     * @returns false when the leader is not in the queue (yet)
     */
    async raise(bank: string, leader: string, follower: QueueRank): Promise<boolean> {
      const { place } = follower;
      const [where, own] = await queue(bank, 'raise', leader, groupOf(follower), place.own ?? '');
      place.own = String(own);
      return where !== 'absent';
    },

    /** Makes all calls of this process that wait for the bank call `refuse` and try again. */
    recheck(bank: string): void {
      for (const member of waiting.all()) if (member.bank === bank) member.onMessage();
    },

    async stats(bank: string) {
      const [running = 0, waiting = 0, longestWaitMs = 0] = (await queue(bank, 'standing')).map(Number);
      return { running, waiting, longestWaitMs };
    },
  };
}

/** The group of a call: calls of one owner and priority. Groups of one priority take turns. */
function groupOf({ priority, owner }: QueueRank): string {
  return `${priority}:${owner}`;
}

/** A call in a bank's queue. A class, because closures for each of ten thousand waiting calls would take too much memory. */
class Waiter implements Listener {
  /** The last known position, from 1. */
  private position = 0;
  /** The newest position since; null when it has to ask the store; undefined when nothing has changed. */
  private pendingPosition: number | null | undefined;
  private missedPolls = 0;
  private wake: (() => void) | null = null;

  constructor(
    readonly bank: string,
    readonly slots: number,
    readonly turn: QueueTicket,
  ) {}

  /** Makes the call ask the store again. Positions read before that are out of date. */
  onMessage(): void {
    this.pendingPosition = null;
    this.wake?.();
  }

  /** The caller has disconnected. */
  handleEvent(): void {
    this.onMessage();
  }

  /** @param position as returned by the poll */
  onPosition(position: number): void {
    this.missedPolls = 0;
    if (this.pendingPosition === null || position === this.position) return;
    if (position > 0 && !this.turn.onPosition) return;
    this.pendingPosition = position < 0 ? null : position;
    this.wake?.();
  }

  /** The store did not answer. */
  onPollFailed(): void {
    this.missedPolls += 1;
    if (this.missedPolls >= missedPollsMax) this.onMessage();
  }

  /** Resolves at the next change: with the new position, or null when the call has to ask the store. */
  async nextPosition(position: number): Promise<number | null> {
    this.position = position;
    if (this.pendingPosition === undefined) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    const pendingPosition = this.pendingPosition ?? null;
    this.pendingPosition = undefined;
    this.wake = null;
    return pendingPosition;
  }
}

/** Older figures are refreshed in the background. */
const freshMs = 1_000;
const emptyStats = { running: 0, waiting: 0, longestWaitMs: 0 };

export type QueueStatsCache = ReturnType<typeof createQueueStatsCache>;

/** Length of each bank's queue, from memory: status requests do not wait for the store. */
export function createQueueStatsCache(bankQueue: Pick<BankQueue, 'stats'>) {
  const known = new Map<string, typeof emptyStats>();
  const askedAt = new Map<string, number>();

  return {
    of(bank: string) {
      const now = performance.now();
      if (now - (askedAt.get(bank) ?? Number.NEGATIVE_INFINITY) > freshMs) {
        askedAt.set(bank, now);
        bankQueue.stats(bank).then(
          (stats) => known.set(bank, stats),
          () => undefined,
        );
      }
      return known.get(bank) ?? emptyStats;
    },
  };
}
