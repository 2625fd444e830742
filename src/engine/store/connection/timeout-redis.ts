/** A Redis client with timeouts for commands and for silence; time in which the event loop was blocked does not count. */
import type { Command, Redis } from 'ioredis';

const sweepMs = 100;

export interface Timeouts {
  /** A command without a reply fails after this long. No more commands are sent to a server that was silent for this long. */
  answerMsMax: number;
  /** A connection that owes replies and is silent for this long is dropped and reopened. */
  silenceMsMax: number;
}

/**
 * Adds time-outs to a connection, in place of `commandTimeout` and `socketTimeout` of ioredis. Call it before the first
 * command.
 *
 * Counts only time in which this process could have read a reply. The time-outs of ioredis count all time: when ten thousand
 * calls arrive at once and block the event loop for longer, commands fail whose replies have arrived, or that were not sent
 * yet, and all those callers get `unavailable`.
 */
export function limitTimeouts(redis: Redis, timeouts: Timeouts): void {
  const send = redis.sendCommand.bind(redis);
  const answers = new Answers(redis, timeouts);
  redis.sendCommand = (command: Command, stream?: Parameters<Redis['sendCommand']>[1]) => {
    if (answers.silent && redis.status === 'ready') {
      command.reject(new Error('The server is silent'));
      return command.promise;
    }
    const before = redis.commandQueue.length;
    const reply = send(command, stream);
    // ioredis rejects commands that it cannot send now: these get no reply.
    if (redis.commandQueue.length > before) answers.owed();
    return reply;
  };
}

/** Number of commands sent up to a moment of time awake, ms. */
interface Sample {
  at: number;
  sent: number;
}

/**
 * Counts commands instead of storing them: objects held until the next sweep would outlive the young generation, and
 * collecting them would cost the hot path more than sending the commands.
 */
class Answers {
  /** No reply for as long as a command may wait. */
  silent = false;
  private sent = 0;
  /** One per sweep, oldest first, as far back as a command may wait. */
  private samples: Sample[] = [];
  /** Time awake, ms: stands still while the event loop is blocked. */
  private awakeMs = 0;
  private sweptAt = 0;
  /** Number of replies up to the last sweep. */
  private answered = 0;
  /** When a reply last arrived, or none was owed, in time awake. */
  private lastReplyAt = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly timeouts: Timeouts,
  ) {}

  /** Counts a command that was sent. */
  owed(): void {
    if (this.sweeping === undefined) this.startSweeping();
    this.sent += 1;
  }

  private startSweeping(): void {
    this.sweptAt = performance.now();
    this.lastReplyAt = this.awakeMs;
    this.samples = [{ at: this.awakeMs, sent: this.sent }];
    this.sweeping = setInterval(() => this.sweep(), sweepMs).unref();
  }

  private sweep(): void {
    const now = performance.now();
    this.awakeMs += Math.min(now - this.sweptAt, 2 * sweepMs);
    this.sweptAt = now;
    this.rejectOverdue();
    this.dropSilentConnection();
    this.samples.push({ at: this.awakeMs, sent: this.sent });
    if (this.redis.commandQueue.length > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  /** Fails overdue commands. Replies come in order, so the command queue of ioredis holds the newest commands. */
  private rejectOverdue(): void {
    const { commandQueue } = this.redis;
    const overdueAt = this.awakeMs - this.timeouts.answerMsMax;
    while ((this.samples[1]?.at ?? Number.POSITIVE_INFINITY) <= overdueAt) this.samples.shift();
    const [sample] = this.samples;
    if (!sample || sample.at > overdueAt) return;
    const overdue = commandQueue.length - (this.sent - sample.sent);
    for (let nth = 0; nth < overdue; nth += 1) {
      commandQueue.peekAt(nth)?.command.reject(new Error('Command timed out'));
    }
  }

  private dropSilentConnection(): void {
    const owed = this.redis.commandQueue.length;
    const answered = this.sent - owed;
    if (answered > this.answered || owed === 0) this.lastReplyAt = this.awakeMs;
    this.answered = answered;
    const silenceMs = this.awakeMs - this.lastReplyAt;
    this.silent = silenceMs >= this.timeouts.answerMsMax;
    if (silenceMs < this.timeouts.silenceMsMax) return;
    this.lastReplyAt = this.awakeMs;
    this.redis.stream?.destroy(new Error('The server is silent'));
  }
}
