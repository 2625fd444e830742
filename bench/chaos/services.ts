/** The built service as supervised processes: restarted when they die. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type TestProcess } from '../../test/support/processes.js';

const restartDelayMs = 1_000;

export interface Supervised {
  name: string;
  /** Its address; empty for a process without an HTTP server. */
  url: string;
  pid(): number;
  /** Pids of its workers, if it has several. Linux lists them. */
  workers(): number[];
  kill(): Promise<void>;
  /** Sends SIGTERM and waits. @returns the exit code (null if a signal killed it), and how long it took */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** How often it was started. */
  starts(): number;
  /** Lines of its logs with unexpected errors, also from processes that have died. */
  cries(): string[];
  /** Peak memory of its first process and workers so far, MB. */
  memoryMb(): number;
  close(): Promise<void>;
}

/** @param until what it prints once it works */
export async function supervise(
  name: string,
  env: Record<string, string>,
  until: RegExp,
): Promise<Supervised> {
  const url = env.PORT === undefined ? '' : `http://127.0.0.1:${env.PORT}`;
  const lives: TestProcess[] = [];
  let closing = false;

  async function live(): Promise<void> {
    const process = startProcess('dist/main.js', [], { env });
    lives.push(process);
    process.child.once('exit', () => {
      if (!closing) setTimeout(() => closing || void live().catch(() => undefined), restartDelayMs);
    });
    await process.until(until);
  }

  const current = () => {
    const last = lives.at(-1);
    if (!last) throw new Error(`${name} was never started`);
    return last;
  };
  await live();
  return {
    name,
    url,
    pid: () => current().pid,
    workers: () => childrenOf(current().pid),
    kill: async () => void (await current().end('SIGKILL')),
    async stop() {
      const from = performance.now();
      const code = await current().end('SIGTERM');
      return { code, ms: performance.now() - from };
    },
    starts: () => lives.length,
    cries: () => lives.flatMap((process) => process.stderr().split('\n').filter(isCry)),
    memoryMb: () => Math.max(...[current().pid, ...childrenOf(current().pid)].map(peakMb)),
    async close() {
      closing = true;
      await sleep(0);
      await current().end('SIGKILL');
    },
  };
}

/** Errors that end a process, and errors that are faults of the service. */
function isCry(line: string): boolean {
  return /"level":"fatal"|unhandled error while serving|unexpected error in background task|"status":500|FATAL ERROR|UnhandledPromise/.test(
    line,
  );
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

function peakMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A free port, used again after a restart. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
