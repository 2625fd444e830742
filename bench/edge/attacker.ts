/** A process that runs an attack on behalf of its parent until told to stop. Its failures are expected. */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { attacks } from './attacks.js';

export interface Order {
  attack: string;
  host: string;
  port: number;
  keys: readonly string[];
  /** Files. */
  hanging: string;
  settled: string;
}

// Real attackers have their own machines: at low priority this process takes no processor time from the service and its callers.
setPriority(constants.priority.PRIORITY_LOW);
const over = new AbortController();
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') {
    over.abort();
    // Calls that still wait for an answer end with the process.
    setTimeout(() => process.exit(0), 500);
    return;
  }
  const { attack, hanging, settled, ...target } = message;
  const files = { hanging: readFileSync(hanging), settled: readFileSync(settled) };
  void attacks[attack]?.({ ...target, ...files }, over.signal).finally(() => process.exit(0));
});
process.send?.('ready');
