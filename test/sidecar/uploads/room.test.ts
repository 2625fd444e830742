import { expect, it } from 'vitest';
import { createUploadRoom } from '../../../src/sidecar/uploads/room.js';

const never = new AbortController().signal;

/** What has been let in, in order. */
function arrivals(room: ReturnType<typeof createUploadRoom>) {
  const inside: string[] = [];
  const enter = async (name: string, bytes: number, gone = never) => {
    const leave = await room.enter(bytes, gone);
    inside.push(name);
    return leave;
  };
  return { inside, enter };
}

/** Lets everything happen that can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('who finds no room waits until others leave, first come, first served', async () => {
  const { inside, enter } = arrivals(createUploadRoom(10));
  const leaveA = await enter('a', 6);
  const b = enter('b', 8);
  const c = enter('c', 2);
  await settled();
  expect(inside).toEqual(['a']);
  leaveA();
  const leaveB = await b;
  (await c)();
  leaveB();
  leaveB();
  expect(inside).toEqual(['a', 'b', 'c']);
  (await enter('d', 10))();
});

it('a body larger than the whole room is taken in alone', async () => {
  const { inside, enter } = arrivals(createUploadRoom(10));
  const leave = await enter('large', 50);
  const small = enter('small', 1);
  await settled();
  expect(inside).toEqual(['large']);
  leave();
  (await small)();
});

it('who waits too long is told to come again, and who is gone stands in nobody’s way', async () => {
  const room = createUploadRoom(10, 50);
  const { inside, enter } = arrivals(room);
  const leave = await enter('a', 10);
  const gone = new AbortController();
  const left = enter('b', 10, gone.signal);
  const late = enter('c', 10);
  const refused = { failure: 'unavailable', details: { retryAfterSeconds: expect.any(Number) } };
  gone.abort();
  await expect(left).rejects.toMatchObject(refused);
  await expect(late).rejects.toMatchObject(refused);
  leave();
  (await enter('d', 10))();
  expect(inside).toEqual(['a', 'd']);
});
