/** A connection that does not wait for ever: neither for the answer to a command, nor for a server that is silent. */
import { type Command, Redis, type RedisOptions } from 'ioredis';

const sweepMs = 100;

export interface Patience {
  /** A command without an answer fails after this long. */
  answerMsMax: number;
  /** A server that owes answers and sends none is given up after this long, and connected to anew. */
  silenceMsMax: number;
}

/**
 * Counts only time in which this process could have read an answer. The timeouts of ioredis count all: when ten
 * thousand callers come at once and hold the loop for longer, they fail commands whose answers have arrived, or that
 * have not been sent yet, and every one of those callers is told that the store is gone.
 */
export class HotRedis extends Redis {
  /** In the order in which they were sent, which is that of the answers. A failed one is let go with the late. */
  private sent: { command: Command; at: number }[] = [];
  /** Time this process was awake, ms: a loop that is held makes it stand still. */
  private awakeMs = 0;
  private sweptAt = 0;
  /** Since when the server has owed answers and sent none, in time awake; null while it sends. */
  private silentSince: number | null = null;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly patience: Patience,
    options: Omit<RedisOptions, 'commandTimeout' | 'socketTimeout'>,
  ) {
    super(options);
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    if (this.sweeping === undefined) {
      this.sweptAt = performance.now();
      this.sweeping = setInterval(() => this.sweep(), sweepMs).unref();
    }
    this.sent.push({ command, at: this.awakeMs });
    return super.sendCommand(command, stream);
  }

  private sweep(): void {
    const now = performance.now();
    this.awakeMs += Math.min(now - this.sweptAt, 2 * sweepMs);
    this.sweptAt = now;
    const waiting = this.sent.filter(({ command }) => !command.isResolved);
    const answered = waiting.length < this.sent.length;
    const { answerMsMax, silenceMsMax } = this.patience;
    const punctual = waiting.findIndex(({ at }) => this.awakeMs - at < answerMsMax);
    const late = punctual < 0 ? waiting.splice(0) : waiting.splice(0, punctual);
    this.sent = waiting;
    for (const { command } of late) command.reject(new Error('Command timed out'));
    this.silentSince = answered ? null : (this.silentSince ?? this.awakeMs);
    if (this.silentSince !== null && this.awakeMs - this.silentSince >= silenceMsMax) {
      this.silentSince = null;
      this.stream?.destroy(new Error('The server is silent'));
    }
    if (this.sent.length > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }
}
