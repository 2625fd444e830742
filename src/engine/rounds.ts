/**
 * What has to be done again and again for many, as leases have to be renewed: one timer for all of them, and their
 * turns spread over the period, so that ten thousand who came at once are not ten thousand commands at once.
 */

export interface Rounds<Member> {
  /** Its first turn comes before a period is over, and so does every further one, until it is removed. Once is enough. */
  add(member: Member): void;
  remove(member: Member): void;
  /** Everybody who takes part, in the order of their turns. */
  members(): IterableIterator<Member>;
}

export interface RoundsOptions<Member> {
  periodMs: number;
  /** How often it is looked whose turn it is, ms: by so much a turn may be late. */
  tickMs: number;
  /** Told on each tick while there are members, also when nobody's turn has come. */
  onTick(due: readonly Member[], rounds: Rounds<Member>): void;
}

/** The timer runs while there are members, and keeps no process alive. */
export function createRounds<Member>({ periodMs, tickMs, onTick }: RoundsOptions<Member>): Rounds<Member> {
  /** With the end of its period, ms. Whoever had a turn goes to the end, so the first are the longest without. */
  const members = new Map<Member, number>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    const share = Math.floor((members.size * tickMs) / periodMs);
    const due: Member[] = [];
    for (const [member, at] of members) {
      if (at > now && due.length >= share) break;
      due.push(member);
      if (due.length === members.size) break;
    }
    for (const member of due) {
      members.delete(member);
      members.set(member, now + periodMs);
    }
    onTick(due, rounds);
  }

  const rounds: Rounds<Member> = {
    add(member) {
      if (members.has(member)) return;
      members.set(member, performance.now() + periodMs);
      timer ??= setInterval(tick, tickMs).unref();
    },
    remove(member) {
      members.delete(member);
      if (members.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    members: () => members.keys(),
  };
  return rounds;
}
