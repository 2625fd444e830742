/** A batch leaves the processor to single calls, and still goes on beside them. */
import { expect, it } from 'vitest';
import { createItemPace, gapMsDuringCalls } from '../../../src/engine/batches/item-pace.js';
import type { Call } from '../../../src/engine/verification/call.js';
import type { GetReceipt } from '../../../src/engine/verification/receipt-service.js';

const open = new AbortController().signal;
const single = {} as Call;

/** A call that lasts until it is ended. */
function startCall(pace: ReturnType<typeof createItemPace>) {
  const call = new AbortController();
  const getReceipt: GetReceipt = (_call, _expect) =>
    new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(new Error('over'))));
  const ended = pace
    .recording(getReceipt)(single, undefined)
    .catch(() => undefined);
  return async () => {
    call.abort();
    await ended;
  };
}

async function turns(pace: ReturnType<typeof createItemPace>, count: number): Promise<number> {
  const from = performance.now();
  await Promise.all(Array.from({ length: count }, () => pace.turn(open)));
  return performance.now() - from;
}

it('starts few items while a single call runs, and for a while after it, however many batches there are', async () => {
  const pace = createItemPace();
  const end = startCall(pace);
  // A timer may be a millisecond early.
  expect(await turns(pace, 4)).toBeGreaterThan(3 * (gapMsDuringCalls - 1));
  await end();
  expect(await turns(pace, 2)).toBeGreaterThan(gapMsDuringCalls - 1);
});

it('lets go of an item whose batch this process leaves', async () => {
  const pace = createItemPace();
  const end = startCall(pace);
  const left = new AbortController();
  await pace.turn(left.signal);
  const next = pace.turn(left.signal);
  left.abort();
  await next;
  await end();
});
