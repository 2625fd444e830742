/** What the npm scripts rely on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { probeSocket } from '../src/engine/store/connection/local-redis.js';
import { observe, repository, startProcess } from './support/processes.js';
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
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'serves',
        () => 'gone',
      ),
    )
    .toBe('gone');
  await expect.poll(() => probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  await removeDataDirectory(dataDir);
});

it('a service started by npm ends in order when the terminal interrupts it, of which npm tells it once more', async () => {
  const dataDir = await temporaryDirectory();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' };
  const npm = observe(spawn('npm', ['start'], { cwd: repository, env, detached: true }));
  await npm.until(/serves at .*\n.*Banks/);
  process.kill(-npm.pid, 'SIGINT');
  expect(await npm.end()).toBe(0);
  expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  await removeDataDirectory(dataDir);
});

const failing = `
import { beforeAll, describe, expect, it } from 'vitest';
describe('a group', () => {
  it('passes', () => {});
  it('fails', () => expect('one\\ntwo').toBe('three'));
});
describe('a group that cannot begin', () => {
  beforeAll(() => { throw new TypeError('nothing to begin with'); });
  it('is not tried', () => {});
});
it('leaves something behind', () => void Promise.reject(new Error('nobody waits for it')));
`;

it('the end of a run names all that failed, and the end of several runs what failed in each', async () => {
  const directory = await temporaryDirectory();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await symlink(join(repository, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'failing.test.ts'), failing);
  await writeFile(join(directory, 'broken.test.ts'), "import './nowhere.js';\n");

  const args = ['--store', 'embedded', '--', '--root', directory];
  const run = startProcess('scripts/test.mjs', args);
  expect(await run.end()).toBe(1);
  const end = run.stdout().trimEnd().split('\n').slice(-5);
  expect(end.toSorted()).toEqual([
    '2 passed, 4 failed, 1 skipped',
    expect.stringMatching(/^FAILED \S*broken\.test\.ts: Error: .*nowhere/),
    expect.stringMatching(/^FAILED \S*failing\.test\.ts > a group > fails: AssertionError: expected 'one/),
    expect.stringMatching(
      /^FAILED \S*failing\.test\.ts > a group that cannot begin: TypeError: nothing to begin with$/,
    ),
    'FAILED outside any test: Error: nobody waits for it',
  ]);
  expect(end.at(-1)).toBe('2 passed, 4 failed, 1 skipped');

  const [first, second] = [join(directory, 'first'), join(directory, 'second')];
  await writeFile(first, run.stdout());
  await writeFile(second, 'killed on the way\n');
  const both = startProcess('scripts/ci-summary.mjs', [`Redis=${first}`, `embedded store=${second}`]);
  expect(await both.end()).toBe(1);
  expect(both.stdout().split('\n')).toEqual([
    '',
    ...end.slice(0, -1).map((line) => line.replace('FAILED', 'FAILED Redis:')),
    'FAILED embedded store: it ended without a sum',
    '2 passed, 5 failed, 1 skipped',
    '',
  ]);
});

it('the end of runs of which all passed is their sum alone', async () => {
  const directory = await temporaryDirectory();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const output = join(directory, 'output');
  await writeFile(output, 'FAILED what a test printed\n\ntests: 3 passed, 0 failed\n\n3 passed, 0 failed\n');
  const both = startProcess('scripts/ci-summary.mjs', [`one=${output}`, `two=${output}`]);
  expect(await both.end()).toBe(0);
  expect(both.stdout()).toBe('\n6 passed, 0 failed\n');
});
