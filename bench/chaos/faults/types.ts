/** A fault: how to inject and heal it, and which failures it excuses meanwhile. */
import type { Environment, Setting } from '../environment.js';
import type { Excuse } from '../oracle.js';
import type { Parts } from '../parts.js';

export interface Fault {
  name: string;
  title: string;
  /** Part of the short run. */
  short: boolean;
  /** Plain when absent. */
  setting?: Setting;
  excuse: Excuse;
  /** Leases of the living end with it: two accounts may each fetch a receipt they would have shared. */
  leasesEnd?: boolean;
  /** Acknowledged writes may be lost that had not reached a replica: the report counts them. */
  replicated?: boolean;
  /** How long everything must work before it counts as recovered, ms; none when absent. */
  steadyMs?: number;
  /** Within this after its end everything must work as before, ms. */
  healsMsMax: number;
  /** Before the traffic. */
  prepare?(parts: Parts): Promise<void>;
  /** How long it lasts between `inject` and `heal`, ms. */
  lastsMs: number;
  /** Why it cannot be done on this machine; null where it can. */
  impossible?(environment: Environment): string | null;
  inject(parts: Parts): Promise<void>;
  heal?(parts: Parts): Promise<void>;
  /** Whether what it broke works again, beside the verifications of both services. */
  healed?(parts: Parts): boolean;
  /** Notes for the report; violations are recorded in the expectations. */
  after?(parts: Parts): Promise<string>;
}
