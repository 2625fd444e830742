/** All faults, in the order in which they run. */
import { bankFaults } from './banks.js';
import { callerFaults } from './callers.js';
import { clockFaults } from './clock.js';
import { failoverFaults } from './failover.js';
import { linkFaults } from './link.js';
import { processFaults } from './processes.js';
import { shutdownFaults } from './shutdown.js';
import { stallFaults } from './stalls.js';
import { storeFaults } from './store.js';
import type { Fault } from './types.js';

export type { Fault } from './types.js';

export const faults: readonly Fault[] = [
  ...processFaults,
  ...stallFaults,
  ...shutdownFaults,
  ...storeFaults,
  ...linkFaults,
  ...bankFaults,
  ...callerFaults,
  ...clockFaults,
  ...failoverFaults,
];
