import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { createWriteCorker } from '../../../../src/engine/store/connection/cork-writes.js';

it('a connection that is replaced during a burst can still write', async () => {
  const [old, anew] = [new PassThrough(), new PassThrough()];
  const client = { stream: old };
  const batch = createWriteCorker(client as unknown as Redis);
  for (let nth = 0; nth < 10; nth += 1) batch();
  client.stream = anew;
  for (let nth = 0; nth < 100; nth += 1) batch();
  await turn();
  await turn();
  expect([old.writableCorked, anew.writableCorked]).toEqual([0, 0]);
  batch();
  expect(anew.writableCorked).toBe(1);
  await turn();
  await turn();
  expect(anew.writableCorked).toBe(0);
});

it('a long burst leaves in several writes, so that the first commands do not wait for the last', async () => {
  const stream = new PassThrough();
  const uncork = vi.spyOn(stream, 'uncork');
  const batch = createWriteCorker({ stream } as unknown as Redis);
  for (let nth = 0; nth < 160; nth += 1) batch();
  expect(uncork).toHaveBeenCalledTimes(10);
  await turn();
  await turn();
  expect(stream.writableCorked).toBe(0);
});
