/** A connection that does not wait for ever: neither for the answer to a command, nor for a server that is silent. */
import { type Command, Redis, type RedisOptions } from 'ioredis';

const sweepMs = 100;

export interface Patience {
  /** A command without an answer fails after this long. */
  answerMsMax: number;
  /** A server that owes answers and sends none is given up after this long, and connected to anew. */
  silenceMsMax: number;
}

/** How many commands had been sent at a moment of the time awake, ms. */
interface Mark {
  at: number;
  sent: number;
}

/**
 * Counts only time in which this process could have read an answer. The timeouts of ioredis count all: when ten
 * thousand callers come at once and hold the loop for longer, they fail commands whose answers have arrived, or that
 * have not been sent yet, and every one of those callers is told that the store is gone.
 *
 * Commands are counted, not remembered: one that is held here until the next sweep outlives the young generation, and
 * collecting it costs the hot path more than sending it.
 */
export class HotRedis extends Redis {
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
    private readonly patience: Patience,
    options: Omit<RedisOptions, 'commandTimeout' | 'socketTimeout'>,
  ) {
    super(options);
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    if (this.sweeping === undefined) this.startSweeping();
    this.sent += 1;
    return super.sendCommand(command, stream);
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
    if (this.commandQueue.length > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** Answers come in the order of their commands: the queue is the newest of what was sent. */
  private failLate(): void {
    const longAgo = this.awakeMs - this.patience.answerMsMax;
    while ((this.marks[1]?.at ?? Number.POSITIVE_INFINITY) <= longAgo) this.marks.shift();
    const [mark] = this.marks;
    if (!mark || mark.at > longAgo) return;
    const late = this.commandQueue.length - (this.sent - mark.sent);
    for (let nth = 0; nth < late; nth += 1) {
      this.commandQueue.peekAt(nth)?.command.reject(new Error('Command timed out'));
    }
  }

  private giveUpSilent(): void {
    const answered = this.sent - this.commandQueue.length;
    if (answered > this.answered || this.commandQueue.length === 0) this.heardAt = this.awakeMs;
    this.answered = answered;
    if (this.awakeMs - this.heardAt < this.patience.silenceMsMax) return;
    this.heardAt = this.awakeMs;
    this.stream?.destroy(new Error('The server is silent'));
  }
}
