/** What the npm scripts rely on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { probe } from '../src/engine/store/child.js';
import { repository } from './support/processes.js';
import { removeDataDirectory, temporaryDirectory } from './support/redis.js';

it('a service started by npm ends in order when npm ends its shell', async () => {
  const dataDir = await temporaryDirectory();
  // As npm does: a shell that does not hand signals on.
  const shell = spawn('sh', ['-c', 'node scripts/start.mjs; true'], {
    cwd: repository,
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start', DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output: string[] = [];
  for await (const line of createInterface({ input: shell.stdout })) {
    output.push(line);
    if (line.startsWith('Store:')) break;
  }
  const url = /serves at (\S+)/.exec(output.join('\n'))?.[1] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const ended = once(shell, 'exit');
  shell.kill('SIGTERM');
  await ended;
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          () => 'serves',
          () => 'gone',
        ),
      { timeout: 10_000 },
    )
    .toBe('gone');
  await expect.poll(() => probe(join(dataDir, 'redis.sock')), { timeout: 10_000 }).toBe('dead');
  await removeDataDirectory(dataDir);
});
