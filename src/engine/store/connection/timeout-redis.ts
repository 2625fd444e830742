/** A connection that does not wait for ever: neither for the answer to a command, nor for a server that is silent. */
import type { Command, Redis } from 'ioredis';

const sweepMs = 100;

export interface Patience {
  /** A command without an answer fails after this long. A server that was silent for this long is sent nothing more. */
  answerMsMax: number;
  /** A server that owes answers and sends none is given up after this long, and connected to anew. */
  silenceMsMax: number;
}

/**
 * Limits how long commands of this connection wait, in place of `commandTimeout` and `socketTimeout` of ioredis. To be
 * called before the first command.
 *
 * Counts only time in which this process could have read an answer. The timeouts of ioredis count all: when ten
 * thousand callers come at once and hold the loop for longer, they fail commands whose answers have arrived, or that
 * have not been sent yet, and every one of those callers is told that the store is gone.
 */
export function limitWaiting(redis: Redis, patience: Patience): void {
  const send = redis.sendCommand.bind(redis);
  const answers = new Answers(redis, patience);
  redis.sendCommand = (command: Command, stream?: Parameters<Redis['sendCommand']>[1]) => {
    if (answers.silent && redis.status === 'ready') {
      command.reject(new Error('The server is silent'));
      return command.promise;
    }
    const before = redis.commandQueue.length;
    const reply = send(command, stream);
    // ioredis refuses what it cannot send now: that is owed no answer.
    if (redis.commandQueue.length > before) answers.owed();
    return reply;
  };
}

/** How many commands had been sent at a moment of the time awake, ms. */
interface Mark {
  at: number;
  sent: number;
}

/**
 * Commands are counted, not remembered: one that is held here until the next sweep outlives the young generation, and
 * collecting it costs the hot path more than sending it.
 */
class Answers {
  /** Nothing has come for as long as a command may wait. */
  silent = false;
  private sent = 0;
  /** One a sweep, the oldest first, as far back as a command may wait. */
  private marks: Mark[] = [];
  /** Time this process was awake, ms: a loop that is held makes it stand still. */
  private awakeMs = 0;
  private sweptAt = 0;
  /** How many had been answered at the last sweep. */
  private answered = 0;
  /** When an answer was last seen, or none was owed, in time awake. */
  private heardAt = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly patience: Patience,
  ) {}

  /** One more command was sent. */
  owed(): void {
    if (this.sweeping === undefined) this.startSweeping();
    this.sent += 1;
  }

  private startSweeping(): void {
    this.sweptAt = performance.now();
    this.heardAt = this.awakeMs;
    this.marks = [{ at: this.awakeMs, sent: this.sent }];
    this.sweeping = setInterval(() => this.sweep(), sweepMs).unref();
  }

  private sweep(): void {
    const now = performance.now();
    this.awakeMs += Math.min(now - this.sweptAt, 2 * sweepMs);
    this.sweptAt = now;
    this.failLate();
    this.giveUpSilent();
    this.marks.push({ at: this.awakeMs, sent: this.sent });
    if (this.redis.commandQueue.length > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** Answers come in the order of their commands: the queue is the newest of what was sent. */
  private failLate(): void {
    const { commandQueue } = this.redis;
    const longAgo = this.awakeMs - this.patience.answerMsMax;
    while ((this.marks[1]?.at ?? Number.POSITIVE_INFINITY) <= longAgo) this.marks.shift();
    const [mark] = this.marks;
    if (!mark || mark.at > longAgo) return;
    const late = commandQueue.length - (this.sent - mark.sent);
    for (let nth = 0; nth < late; nth += 1) {
      commandQueue.peekAt(nth)?.command.reject(new Error('Command timed out'));
    }
  }

  private giveUpSilent(): void {
    const owed = this.redis.commandQueue.length;
    const answered = this.sent - owed;
    if (answered > this.answered || owed === 0) this.heardAt = this.awakeMs;
    this.answered = answered;
    const silenceMs = this.awakeMs - this.heardAt;
    this.silent = silenceMs >= this.patience.answerMsMax;
    if (silenceMs < this.patience.silenceMsMax) return;
    this.heardAt = this.awakeMs;
    this.redis.stream?.destroy(new Error('The server is silent'));
  }
}
