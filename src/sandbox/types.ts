/** What a simulated bank does at the moment (INTERFACE.md section 9, `sandbox set`). */
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
