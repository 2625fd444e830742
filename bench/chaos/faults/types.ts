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
  /** It ends leases of running processes: two accounts may each fetch a receipt that they would have shared. */
  leasesEnd?: boolean;
  /** Acknowledged writes that had not reached a replica may be lost: the report counts them. */
  replicated?: boolean;
  /** How long everything must work before it counts as recovered, ms; none when absent. */
  steadyMs?: number;
  /** Everything must work as before within this time after its end, ms. */
  healsMsMax: number;
  /** Called before the traffic starts. */
  prepare?(parts: Parts): Promise<void>;
  /** How long it lasts between `inject` and `heal`, ms. */
  lastsMs: number;
  /** Why this machine does not allow it; null if it does. */
  impossible?(environment: Environment): string | null;
  inject(parts: Parts): Promise<void>;
  heal?(parts: Parts): Promise<void>;
  /** Whether the part it broke works again; checked in addition to verifications at both services. */
  healed?(parts: Parts): boolean;
  /** Notes for the report; violations are recorded in the expectations. */
  after?(parts: Parts): Promise<string>;
}
