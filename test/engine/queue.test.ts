import { describe, expect, it } from 'vitest';
import { createQueue, type Queue } from '../../src/engine/queue.js';

const patient = { priority: 2, waitMs: 10_000 };

async function served(queue: Queue, callers: [string, number][]): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(
    callers.map(async ([name, priority]) => {
      const slot = await queue.enter('cbe', 1, { priority, waitMs: 10_000 });
      order.push(name);
      slot.release();
    }),
  );
  return order;
}

describe("a bank's line", () => {
  it('serves Scale and Enterprise first, then Developer, then Shop and Free, each in order of arrival', async () => {
    const queue = createQueue();
    const running = await queue.enter('cbe', 1, patient);
    const order = served(queue, [
      ['free', 2],
      ['shop', 2],
      ['developer', 1],
      ['scale', 0],
      ['enterprise', 0],
    ]);
    running.release();
    expect(await order).toEqual(['scale', 'enterprise', 'developer', 'free', 'shop']);
  });

  it('never runs more lookups at once than the bank is given', async () => {
    const queue = createQueue();
    let running = 0;
    let most = 0;
    const lookup = async () => {
      const slot = await queue.enter('boa', 3, patient);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      slot.release();
    };
    await Promise.all(Array.from({ length: 40 }, lookup));
    expect(most).toBe(3);
    expect(queue.standing('boa')).toEqual({ running: 0, waiting: 0 });
  });

  it('lets nobody slip in between a lookup that ends and the next in line', async () => {
    const queue = createQueue();
    const running = await queue.enter('cbe', 1, patient);
    const next = queue.enter('cbe', 1, patient);
    running.release();
    const late = queue.enter('cbe', 1, { priority: 0, waitMs: 10_000 });
    expect(queue.standing('cbe')).toEqual({ running: 1, waiting: 1 });
    (await next).release();
    (await late).release();
  });

  it('tells a caller whose wait is over that the bank is busy, and forgets it', async () => {
    const queue = createQueue();
    await queue.enter('cbe', 1, patient);
    await expect(queue.enter('cbe', 1, { priority: 0, waitMs: 5 })).rejects.toMatchObject({
      failure: 'bank_busy',
    });
    expect(queue.standing('cbe')).toEqual({ running: 1, waiting: 0 });
  });

  it('lets a caller who disconnects leave the line', async () => {
    const queue = createQueue();
    const running = await queue.enter('cbe', 1, patient);
    const gone = new AbortController();
    const waiting = queue.enter('cbe', 1, { ...patient, signal: gone.signal });
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'Withdrawn' });
    await expect(queue.enter('cbe', 1, { ...patient, signal: gone.signal })).rejects.toMatchObject({
      name: 'Withdrawn',
    });
    running.release();
    expect(queue.standing('cbe')).toEqual({ running: 0, waiting: 0 });
  });

  it('keeps the lines of two banks apart', async () => {
    const queue = createQueue();
    await queue.enter('cbe', 1, patient);
    await queue.enter('boa', 1, patient);
    expect(queue.standing('boa')).toEqual({ running: 1, waiting: 0 });
  });
});
