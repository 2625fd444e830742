/** Starts processes for tests and captures their output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectLog } from './log.js';

export interface TestProcess {
  child: ChildProcess;
  pid: number;
  /** Everything written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the output once it matches; rejects if the process ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Writes a line and resolves with the next line of output. */
  ask(line: string): Promise<string>;
  /** Sends a signal (without one: only waits) and resolves with the exit code, null after a fatal signal. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export const repository = fileURLToPath(new URL('../../', import.meta.url));

interface Options {
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** In its own process group, as from a terminal. */
  detached?: boolean;
}

/** @param file path relative to the repository; TypeScript runs from source */
export function startProcess(file: string, args: readonly string[], options: Options = {}): TestProcess {
  const loader = file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const child = spawn(process.execPath, [...loader, resolve(repository, file), ...args], {
    // Isolated from the developer's .env and from the variables of the test runner.
    cwd: options.cwd ?? tmpdir(),
    env: { ...ownEnvironment(), ...options.env },
    detached: options.detached ?? false,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return observe(child);
}

/** Captures the output of a process started elsewhere. */
export function observe(child: ChildProcess): TestProcess {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
      if (name === 'stderr') collectLog(chunk);
      child.emit('output');
    });
  }
  const ended = once(child, 'close');
  let over = false;
  child.once('close', () => {
    over = true;
    child.emit('output');
  });

  const until = async (matches: () => boolean, what: string) => {
    while (!matches()) {
      if (over) throw new Error(`ended before ${what}:\n${output.stdout}\n${output.stderr}`);
      await once(child, 'output');
    }
    return output.stdout;
  };
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    until: (pattern) => until(() => pattern.test(output.stdout), String(pattern)),
    async ask(line) {
      const before = output.stdout.length;
      child.stdin?.write(`${line}\n`);
      await until(() => output.stdout.indexOf('\n', before) >= 0, `an answer to ${line}`);
      return output.stdout.slice(before, output.stdout.indexOf('\n', before));
    },
    async end(signal) {
      if (signal !== undefined && !over) child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
  };
}

function ownEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  // By default tsx looks for it in the working directory, which is not in the repository.
  const TSX_TSCONFIG_PATH = resolve(repository, 'tsconfig.json');
  return { PATH, HOME, TMPDIR, LANG, TSX_TSCONFIG_PATH };
}
