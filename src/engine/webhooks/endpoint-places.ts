/**
 * Shares the number of endpoints that a process serves at a time among accounts, so that an account with thousands of hanging
 * receivers leaves places for others.
 */

/** Endpoints that found no place are retried after this, those of one account one after the other. */
const retryMs = 1_000;
const retryGapMs = 10;

export class EndpointPlaces {
  readonly #taken = new Map<string, number>();
  /** When the last rejected endpoint of an account is retried. */
  readonly #lastRetries = new Map<string, number>();
  #all = 0;

  /** @param max places of all accounts together */
  constructor(
    private readonly max: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isFull(): boolean {
    return this.#all >= this.max;
  }

  /** Takes a place, unless fewer are free than the account has already, so that other accounts find one. */
  take(account: string): boolean {
    const own = this.#taken.get(account) ?? 0;
    if (own >= this.max - this.#all) return false;
    this.#taken.set(account, own + 1);
    this.#all += 1;
    return true;
  }

  leave(account: string): void {
    const own = this.#taken.get(account) ?? 0;
    if (own > 1) this.#taken.set(account, own - 1);
    else this.#taken.delete(account);
    this.#all -= 1;
  }

  /** Pause before an endpoint that found no place is retried, ms. */
  pauseOf(account: string): number {
    const now = this.now();
    for (const [other, at] of this.#lastRetries) if (at <= now) this.#lastRetries.delete(other);
    const at = Math.max(now + retryMs, (this.#lastRetries.get(account) ?? 0) + retryGapMs);
    this.#lastRetries.set(account, at);
    return at - now;
  }
}
