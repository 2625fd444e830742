/** What a command has at hand: the engine, opened for as long as it runs, and where to print. */
import { type Config, loadConfig } from '../config/index.js';
import type { Engine } from '../engine/api/index.js';
import { createLog } from '../log.js';
import { harmless } from './table.js';

/**
 * `lasting`: what the command reads or writes is the service's; without a Redis it is refused.
 * `passing`: the command needs a store only to work, any will do.
 */
export type StoreNeed = 'lasting' | 'passing';

export interface Cli {
  withEngine<T>(need: StoreNeed, work: (engine: Engine, config: Config) => Promise<T>): Promise<T>;
  /** Prints the value with `--json`, else the lines. */
  print(options: { json?: boolean | undefined }, value: unknown, lines: readonly string[]): void;
  /** Says something beside the answer, on standard error. */
  note(line: string): void;
  /** Ends with this code when the command is over. */
  exitWith(code: number): void;
}

export function createCli(): Cli {
  return {
    async withEngine(need, work) {
      const config = loadConfig();
      const embedded = need === 'passing' ? 'private' : 'refuse';
      // Loaded when needed: help and bad usage should not wait for every bank to be read.
      const { assemble } = await import('../app.js');
      const house = await assemble(config, { log: createLog('silent'), embedded });
      try {
        return await work(house.engine, config);
      } finally {
        await house.close();
      }
    },
    print({ json }, value, lines) {
      const text = json ? JSON.stringify(value) : lines.map(harmless).join('\n');
      process.stdout.write(`${text}\n`);
    },
    note: (line) => void process.stderr.write(`${harmless(line)}\n`),
    exitWith(code) {
      process.exitCode = code;
    },
  };
}
