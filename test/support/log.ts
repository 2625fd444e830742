/**
 * The log of the whole test run, in one file where TEST_LOG_FILE names one: at its end `npm test` looks through it
 * for what must never be in a log.
 */
import { appendFileSync } from 'node:fs';
import { createLog, type Logger } from '../../src/log.js';

const file = process.env.TEST_LOG_FILE;

/** Logs everything there is to log. */
export function testLog(): Logger {
  return createLog('trace', { write: collectLog });
}

/** Output of a process of the service: its log lines, and whatever else it says on standard error. */
export function collectLog(text: string): void {
  if (file) appendFileSync(file, text);
}
