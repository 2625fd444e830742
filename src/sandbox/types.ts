/** Switched state of a simulated bank (`deresegn sandbox set`). */
export type BankState = 'up' | 'down' | 'slow' | 'blocked';

/** Hits and switched states, shared by all processes through the store. */
export interface SandboxState {
  /** Counts one request for a reference that reached the bank. @returns how many there have been, this one included. */
  hit(provider: string, reference: string): Promise<number>;
  hits(provider: string, reference: string): Promise<number>;
  /** The state of a bank as seen from one egress address: its own setting, else the bank's, else `up`. */
  state(provider: string, egress: string): Promise<BankState>;
  /** @param egress null sets the bank for every egress address and clears single settings. */
  set(provider: string, egress: string | null, state: BankState): Promise<void>;
  list(): Promise<{ provider: string; state: BankState; egress: Record<string, BankState> }[]>;
}

/** `screen`: a clean screenshot of the receipt; `photo`: a photograph of it; `sms`: the bank's message instead. */
type ScreenshotStyle = 'screen' | 'photo' | 'sms';

/** `whole`: all pixels, as a PNG; `preview`: 480 pixels wide, as a WebP of some kilobytes. */
export type ScreenshotSize = 'whole' | 'preview';

/** Who asks for a screenshot. Callers take turns. */
export interface ScreenshotCaller {
  /** The address group. */
  name: string;
  /** Aborts the wait; its reason is thrown. */
  gone?: AbortSignal;
}

/** Too many screenshots are waiting, of all callers or of this one. */
export class ScreenshotsBusy extends Error {
  override readonly name = 'ScreenshotsBusy';
  constructor() {
    super('Too many screenshots are waiting to be drawn.');
  }
}

/** Draws screenshots of customers of simulated banks. */
export interface Screenshots {
  /**
   * A picture of 1080 by 2400 pixels (`photo`: 1500 by 2000). The same receipt, style and size give the same bytes.
   *
   * @param reference canonical form
   * @param size default: `whole`
   * @returns null when there is no such bank, or when none of its receipts can have this reference
   * @throws ScreenshotsBusy; the reason of the caller's signal
   */
  draw(
    provider: string,
    reference: string,
    style: ScreenshotStyle,
    size?: ScreenshotSize,
    caller?: ScreenshotCaller,
  ): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** A telebirr receipt with which somebody could have paid an order. */
export interface PayingReceipt {
  /** `SETTLED`, or an ending of docs/api.md#sandbox. */
  outcome: string;
  reference: string;
  /** True when the bank confirms it; then it shows the amount, and the receiver counts. */
  isVerified: boolean;
  receiver: { account: string; name: string };
}
