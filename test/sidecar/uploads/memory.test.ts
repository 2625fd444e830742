/** Bodies with pictures share the memory of a process: nobody keeps it from the others. */
import { expect, it } from 'vitest';
import { createUploadMemory, type UploadLease } from '../../../src/sidecar/uploads/memory-budget.js';

const never = new AbortController().signal;
const refused = { failure: 'unavailable', details: { retryAfterSeconds: expect.any(Number) } };

/** Lets everything happen that can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves with its own name, once it has what it asked for. */
async function named(name: string, work: Promise<unknown>): Promise<string> {
  await work;
  return name;
}

it('bytes are reserved as they arrive, and who finds none left waits until some are given back', async () => {
  const memory = createUploadMemory({ bytesMax: 10 });
  const [a, b] = [await memory.open('a', never), await memory.open('b', never)];
  await a.take(6);
  await b.take(4);
  const more = named('b', b.take(1));
  await settled();
  expect(await Promise.race([more, 'waits'])).toBe('waits');
  a.release();
  a.release();
  expect(await more).toBe('b');
});

it('bodies that together need more than there is all come to an end: the oldest always goes on', async () => {
  const memory = createUploadMemory({ bytesMax: 10 });
  const bodies = [
    await memory.open('a', never),
    await memory.open('b', never),
    await memory.open('c', never),
  ];
  const whole = async (body: UploadLease) => {
    for (let part = 0; part < 4; part += 1) await body.take(3);
    body.release();
  };
  await Promise.all(bodies.map(whole));
});

it('one sender has two bodies at a time; its third waits, and nobody else does', async () => {
  const memory = createUploadMemory({ bytesMax: 100 });
  const first = await memory.open('a', never);
  await memory.open('a', never);
  const third = named('third', memory.open('a', never));
  await memory.open('b', never);
  expect(await Promise.race([third, settled().then(() => 'waits')])).toBe('waits');
  first.release();
  expect(await third).toBe('third');
});

it('a body that has all but stopped is given up as soon as another one waits, and not before', async () => {
  const memory = createUploadMemory({ bytesMax: 10, slowMs: 40, slowBytes: 5 });
  const slow = await memory.open('slow', never);
  await slow.take(10);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(slow.evicted.aborted).toBe(false);
  const other = await memory.open('other', never);
  const waits = other.take(5);
  await new Promise((resolve) => slow.evicted.addEventListener('abort', resolve));
  expect(slow.evicted.reason).toMatchObject(refused);
  slow.release();
  await waits;
  expect(other.evicted.aborted).toBe(false);
});

it('a body that has arrived is not given up while its pictures are unpacked', async () => {
  const memory = createUploadMemory({ bytesMax: 10, slowMs: 40, slowBytes: 5, waitMs: 200 });
  const whole = await memory.open('whole', never);
  await whole.take(10);
  whole.complete();
  const other = await memory.open('other', never);
  await expect(other.take(5)).rejects.toMatchObject(refused);
  expect(whole.evicted.aborted).toBe(false);
});

it('who waits too long is told to come again, and who has gone stands in nobody’s way', async () => {
  const memory = createUploadMemory({ bytesMax: 10, waitMs: 50, slowMs: 60_000 });
  const holder = await memory.open('a', never);
  await holder.take(10);
  const gone = new AbortController();
  const left = (await memory.open('b', gone.signal)).take(1);
  const late = (await memory.open('c', never)).take(1);
  gone.abort();
  await expect(left).rejects.toMatchObject({ name: 'CallerGone' });
  await expect(late).rejects.toMatchObject(refused);
  holder.release();
  await (await memory.open('d', never)).take(10);
});
