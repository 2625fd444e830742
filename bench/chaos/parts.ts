/** The inputs and the result of a round. */

import type { CheckingClient } from './checking-client.js';
import type { Environment } from './environment.js';
import type { Expectations, Violation } from './expectations.js';
import type { Traffic } from './traffic.js';

export interface Parts {
  environment: Environment;
  checker: CheckingClient;
  expectations: Expectations;
  traffic: Traffic;
}

export interface Row {
  title: string;
  /** Number of its calls by outcome: right verdicts, honest failures. */
  answers: Record<string, number>;
  /** From the end of the fault until everything works as before, ms; null if it never did. */
  healedMs: number | null;
  healsMsMax: number;
  /** The slowest 503 to a call for a cached receipt, ms; null when there was none. */
  refusedMs: number | null;
  broken: Record<Violation, string[]>;
  note: string;
  seconds: number;
}
