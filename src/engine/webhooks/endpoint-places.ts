/** Shares the endpoints that a process works on at a time among accounts: thousands of receivers that hang leave places for others. */

/** Endpoints of an account without a place come back one after the other. */
const comeBackMs = 1_000;
const betweenMs = 10;

export class EndpointPlaces {
  readonly #taken = new Map<string, number>();
  /** When the last endpoint of an account that was sent away comes back. */
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

  /** Takes a place, unless fewer are free than the account has already: then another account would find none. */
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

  /** How long an endpoint that found no place stays away, ms. The line of its account moves on by itself, so it is not asked for sooner. */
  pauseOf(account: string): number {
    const now = this.now();
    for (const [one, end] of this.#lines) if (end <= now) this.#lines.delete(one);
    const end = Math.max(now + comeBackMs, (this.#lines.get(account) ?? 0) + betweenMs);
    this.#lines.set(account, end);
    return end - now;
  }
}
