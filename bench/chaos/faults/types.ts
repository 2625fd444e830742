/** A fault: how it is done, how it is undone, and what it excuses meanwhile. */
import type { Book } from '../book.js';
import type { House } from '../house.js';
import type { Excuse } from '../rules.js';

export interface Fault {
  name: string;
  title: string;
  /** Part of the short run. */
  short: boolean;
  /** Done in a house whose clock can be moved. */
  clock?: boolean;
  excuse: Excuse;
  /** Leases of the living end with it: two accounts may each fetch a receipt they would have shared. */
  leasesEnd?: boolean;
  /** How long everything must work before it counts as recovered, ms; none when absent. */
  steadyMs?: number;
  /** Before the traffic. */
  prepare?(house: House, book: Book): Promise<void>;
  /** How long it lasts between `inject` and `heal`, ms. */
  lastsMs: number;
  /** Why it cannot be done on this machine; null where it can. */
  impossible?(house: House): string | null;
  inject(house: House, book: Book): Promise<void>;
  heal?(house: House, book: Book): Promise<void>;
  /** What is worth telling beside the table. Violations go into the book. */
  after?(house: House, book: Book): Promise<string>;
}
