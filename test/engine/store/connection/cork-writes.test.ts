import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { createWriteCorker } from '../../../../src/engine/store/connection/cork-writes.js';

it('a connection that is replaced during a burst can still write', async () => {
  const [old, anew] = [new PassThrough(), new PassThrough()];
  const client = { stream: old };
  const { beforeCommand } = createWriteCorker(client as unknown as Redis);
  for (let nth = 0; nth < 10; nth += 1) beforeCommand();
  client.stream = anew;
  for (let nth = 0; nth < 100; nth += 1) beforeCommand();
  await turn();
  await turn();
  expect([old.writableCorked, anew.writableCorked]).toEqual([0, 0]);
  beforeCommand();
  expect(anew.writableCorked).toBe(1);
  await turn();
  await turn();
  expect(anew.writableCorked).toBe(0);
});

it('a long burst leaves in several writes, so that the first commands do not wait for the last', async () => {
  const stream = new PassThrough();
  const uncork = vi.spyOn(stream, 'uncork');
  const { beforeCommand } = createWriteCorker({ stream } as unknown as Redis);
  for (let nth = 0; nth < 160; nth += 1) beforeCommand();
  expect(uncork).toHaveBeenCalledTimes(10);
  await turn();
  await turn();
  expect(stream.writableCorked).toBe(0);
});

it('what is sent at the end of a turn is written at once, with what was held back', async () => {
  const stream = new PassThrough();
  const { beforeCommand, atEndOfTurn } = createWriteCorker({ stream } as unknown as Redis);
  atEndOfTurn(() => {
    beforeCommand();
    stream.write('last');
  });
  beforeCommand();
  stream.write('first ');
  await turn();
  expect(stream.writableCorked).toBe(0);
  expect(String(stream.read())).toBe('first last');
});
