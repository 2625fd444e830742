/**
 * Collects the log of the whole test run in TEST_LOG_FILE, if set. At the end `npm test` searches it for secrets.
 */
import { appendFileSync } from 'node:fs';
import { createLog, type Logger } from '../../src/log.js';

const file = process.env.TEST_LOG_FILE;

/** A logger at the lowest level. */
export function testLog(): Logger {
  return createLog('trace', { write: collectLog });
}

/** Adds the standard error of a service process: log lines and other output. */
export function collectLog(text: string): void {
  if (file) appendFileSync(file, text);
}
