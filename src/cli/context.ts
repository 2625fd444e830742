/** The context of a command: an engine for its duration, and output. */
import { type Config, loadConfig } from '../config/index.js';
import { Failure } from '../engine/api/errors.js';
import type { Engine } from '../engine/api/index.js';
import { createLog } from '../log.js';
import { harmless } from './table.js';

/** `lasting`: the command works on the service's data and needs its Redis. `passing`: any store will do, even a temporary one. */
type StoreNeed = 'lasting' | 'passing';

export interface Cli {
  withEngine<T>(need: StoreNeed, work: (engine: Engine, config: Config) => Promise<T>): Promise<T>;
  /** Prints the value with `--json`, otherwise the lines. */
  print(options: { json?: boolean | undefined }, value: unknown, lines: readonly string[]): void;
  /** Prints a note on standard error. */
  note(line: string): void;
  /** Shows the progress of a long command on a terminal; prints nothing elsewhere. @param done null removes it */
  progress(done: number | null, total: number): void;
  /** Sets the exit code. */
  exitWith(code: number): void;
}

/**
 * Runs `work` for an account that exists.
 * @param missing the message where the account lacks what `work` asks for
 * @throws OperatorError for an unknown account; Failure with the reason
 */
export function forAccount<T>(
  cli: Cli,
  account: string,
  work: (engine: Engine) => Promise<T>,
  missing: string,
): Promise<T> {
  return cli.withEngine('lasting', async (engine) => {
    await engine.accounts.get(account);
    return await work(engine).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.failure !== 'not_found') throw error;
      throw error.with({ message: missing });
    });
  });
}

export function createCli(): Cli {
  return {
    async withEngine(need, work) {
      const config = loadConfig();
      const embedded = need === 'passing' ? 'private' : 'refuse';
      // Loaded lazily: help and usage errors should not wait for all banks to load.
      const { buildApplication } = await import('../app.js');
      const application = await buildApplication(config, { log: createLog('silent'), embedded });
      try {
        return await work(application.engine, config);
      } finally {
        await application.close();
      }
    },
    print({ json }, value, lines) {
      const text = json ? JSON.stringify(value) : lines.map(harmless).join('\n');
      process.stdout.write(`${text}\n`);
    },
    note: (line) => void process.stderr.write(`${harmless(line)}\n`),
    progress: showProgress,
    exitWith(code) {
      process.exitCode = code;
    },
  };
}

const barWidth = 30;

function showProgress(done: number | null, total: number): void {
  const { stderr } = process;
  if (!stderr.isTTY) return;
  // Moves to the beginning of the line and erases it.
  stderr.write('\r\u001b[K');
  if (done === null) return;
  const full = Math.round((done / total) * barWidth);
  stderr.write(`[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${done} of ${total}`);
}
