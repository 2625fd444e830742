/** Running commands, and where the project is. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a command in the project's root, its output going where ours goes.
 * @returns {Promise<number>} its exit code; 128 and the signal's number after a deadly signal, as a shell says it
 */
export function run(command, args, { env = {}, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal] ?? 0)));
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Like `run`, with standard output and error caught. */
export async function capture(command, args, { env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  return { code, output };
}

/** Ends this process with a plain line when a step fails. */
export function stopUnless(ok, line) {
  if (ok) return;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
