/** Every fault, in the order in which they are done. */
import { processFaults } from './processes.js';
import type { Fault } from './types.js';

export type { Fault } from './types.js';

export const faults: readonly Fault[] = [...processFaults];
