/**
 * Commands under what the image imposes, without an engine for images: a mount namespace (`confined.sh`). Needs Linux, root and
 * the right to make one; where that is not given, the suites that need it are left out with a line that says so.
 */
import { spawn, spawnSync } from 'node:child_process';
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

/** Whether this machine lets a test confine a process. */
export const confinable = canConfine();
if (!confinable)
  process.stderr.write('No root with mount namespaces: the tests of the confined service are left out.\n');

function canConfine(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const mount = 'mount -t tmpfs tmpfs /mnt && mount -o remount,bind,ro /mnt';
  const drop = 'setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all';
  const command = `${mount} && ${drop} "$0" --version`;
  return spawnSync('unshare', ['--mount', 'sh', '-c', command, process.execPath]).status === 0;
}
