/** Time limits that hold on every supported Node. */
import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deadlineIn, within } from '../src/deadline.js';
import { repository } from './support/processes.js';
import { temporaryDirectory } from './support/redis.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true }),
  );
}

describe('a time limit', () => {
  it('is kept after the garbage collector has run, with nothing else referring to it', async () => {
    const caller = new AbortController();
    const limited = aborted(deadlineIn(200, caller.signal).signal);
    for (let round = 0; round < 5; round += 1) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect(limited).resolves.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends early with the reason of the caller who leaves', async () => {
    const caller = new AbortController();
    const { signal } = deadlineIn(60_000, undefined, caller.signal);
    caller.abort('left');
    expect(signal.reason).toBe('left');
    expect(deadlineIn(60_000, caller.signal).signal.reason).toBe('left');
  });

  it('leaves nothing behind at a caller whose work is over', async () => {
    const caller = new AbortController();
    const seen = await within(60_000, [caller.signal], async (signal) => {
      expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
      return signal;
    });
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
    caller.abort();
    expect(seen.aborted).toBe(false);
  });
});

it('npm test refuses the time limit that Node 20 loses, in what ships', async () => {
  const folder = await temporaryDirectory();
  for (const name of ['biome.json', 'scripts/lint']) {
    await cp(join(repository, name), join(folder, name), { recursive: true });
  }
  for (const name of ['src', 'test']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'limit.ts'), 'export const limit = AbortSignal.timeout(1);\n');
  }
  const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '.'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  await rm(folder, { recursive: true, force: true });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { message: string; location: { path: string } }[];
  };
  const refusals = diagnostics.filter(({ message }) => message.includes('deadlineIn'));
  expect(refusals.map(({ location }) => location.path)).toEqual([join('src', 'limit.ts')]);
});
