/** Every fault, in the order in which they are done. */
import { bankFaults } from './banks.js';
import { callerFaults } from './callers.js';
import { clockFaults } from './clock.js';
import { processFaults } from './processes.js';
import { storeFaults } from './store.js';
import type { Fault } from './types.js';

export type { Fault } from './types.js';

export const faults: readonly Fault[] = [
  ...processFaults,
  ...storeFaults,
  ...bankFaults,
  ...callerFaults,
  ...clockFaults,
];
