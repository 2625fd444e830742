#!/usr/bin/env node
/** Entry point of the command line: one-line errors and exit codes. */
import { CommanderError } from 'commander';
import { OperatorError } from '../engine/api/index.js';
import { createCli } from './context.js';
import { createProgram } from './program.js';
import { harmlessLines } from './table.js';

const usageCode = 2;
/** Errors whose message is enough for the operator; compared by name, so that their modules need not be loaded. */
const plainErrors = ['ConfigError', 'Failure', 'OperatorError', 'StoreError'];

process.stdout.on('error', onWriteError);
try {
  await createProgram(createCli()).parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  const line = describeError(error);
  if (line !== null) process.stderr.write(`${harmlessLines(line)}\n`);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageCode;
  return error instanceof OperatorError && error.kind === 'usage' ? usageCode : 1;
}

/** Null when commander has already printed the error. */
function describeError(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  if (error instanceof Error && plainErrors.includes(error.name)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Silent when the reader closed the pipe, such as `head`; one line for other errors, such as a full disk. */
function onWriteError({ code }: NodeJS.ErrnoException): void {
  process.exitCode = 1;
  if (code !== 'EPIPE') process.stderr.write(`The answer cannot be written (${code}).\n`);
}
