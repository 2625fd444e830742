/**
 * Commands under what the image imposes, without an engine for images: a mount namespace (`confined.sh`). Needs Linux, root and
 * the right to make one: suites that use it bear the tag `needs-root`.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../support/built.js';
import { observe, repository, type TestProcess } from '../support/processes.js';

interface Options {
  env?: Record<string, string>;
  /** A directory that may be written beside /tmp, and is empty at first; has to exist on the machine. */
  data?: string;
}

const script = join(repository, 'test/security/confined.sh');

/** @param scratch an existing directory for what the command needs to be told */
export function startConfined(
  scratch: string,
  command: readonly string[],
  { env = {}, data = '-' }: Options = {},
): TestProcess {
  const list = join(scratch, 'empty');
  writeFileSync(list, `${developmentPackages().join('\n')}\n`);
  const child = spawn('unshare', ['--mount', 'sh', script, repository, data, list, ...command], {
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return observe(child);
}

/** Directories of packages that `npm prune --omit=dev` removes. */
function developmentPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(lock.packages).flatMap(([directory, { dev }]) => (dev ? [directory] : []));
}
