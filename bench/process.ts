/** Starts a server process and reads the address it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Server {
  url: string;
  /** Standard output up to and including the line with the address. */
  printed: string;
  pid: number;
  /** Lines of its log so far; other output goes to the terminal. */
  log(): Record<string, unknown>[];
  stop(): Promise<void>;
}

/** How the service is started (Dockerfile, `npm start`), and the baselines: with settings of glibc's memory, and Node's own options. */
export const node = [
  ...['env', 'MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=131072', 'MALLOC_TRIM_THRESHOLD_=131072'],
  'node',
] as const;

const address = /https?:\/\/[\d.]+:\d+/;

/**
 * @param until pattern in the output that marks the end of the start
 * @param quiet keeps warnings from the terminal
 */
export async function start(
  command: string[],
  env: NodeJS.ProcessEnv,
  until: RegExp = address,
  quiet = false,
): Promise<Server> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = logOf(child, quiet ? /"level":"(debug|info|warn)"/ : /"level":"(debug|info)"/);
  const printed = await outputUntil(child, until);
  const url = address.exec(printed)?.[0];
  if (url === undefined) throw new Error(`${command.join(' ')} printed no address`);
  return { url, printed, pid: child.pid ?? 0, log, stop: () => stop(child) };
}

function logOf({ stderr }: ChildProcess, unsaid: RegExp): () => Record<string, unknown>[] {
  if (!stderr) throw new Error('no standard error');
  const entries: Record<string, unknown>[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.startsWith('{')) entries.push(JSON.parse(line) as Record<string, unknown>);
    if (!line.startsWith('{') || !unsaid.test(line)) process.stderr.write(`${line}\n`);
  });
  return () => entries;
}

async function outputUntil(child: ChildProcess, until: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('no standard output');
  let printed = '';
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`;
    if (until.test(printed)) {
      child.stdout.resume();
      return printed;
    }
  }
  throw new Error(`the server ended before it was ready:\n${printed}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
