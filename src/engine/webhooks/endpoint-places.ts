/**
 * Shares the endpoint places of a process among accounts, so that an account with thousands of hanging receivers leaves places
 * for others.
 */

/** Endpoints of an account without a place come back one after the other. */
const comeBackMs = 1_000;
const betweenMs = 10;

export class EndpointPlaces {
  readonly #taken = new Map<string, number>();
  /** When the last rejected endpoint of an account is retried. */
  readonly #lines = new Map<string, number>();
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
    for (const [one, end] of this.#lines) if (end <= now) this.#lines.delete(one);
    const end = Math.max(now + comeBackMs, (this.#lines.get(account) ?? 0) + betweenMs);
    this.#lines.set(account, end);
    return end - now;
  }
}
