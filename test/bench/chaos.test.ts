/** Whether the run of `bench/chaos` would see a fault if there were one, and breaks what it says it breaks. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Expectations, violations } from '../../bench/chaos/expectations.js';
import { faults } from '../../bench/chaos/faults/index.js';
import { type Link, openLink } from '../../bench/chaos/link.js';
import { judge, noExcuse } from '../../bench/chaos/oracle.js';
import { complaints, draw, holds } from '../../bench/chaos/report.js';
import { readChaos } from '../../bench/chaos/results.js';
import { temporaryDirectory } from '../support/redis.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('what lies between the service and Redis', () => {
  /** Answers whatever it is told with the same. */
  async function open(): Promise<{ link: Link; talk(): Promise<Socket> }> {
    const directory = await temporaryDirectory();
    closers.push(() => rm(directory, { recursive: true }));
    const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
    echo.listen(join(directory, 'echo.sock'));
    await once(echo, 'listening');
    closers.push(() => echo.close());
    const path = join(directory, 'link.sock');
    const link = await openLink(path, join(directory, 'echo.sock'));
    closers.push(() => link.close());
    const talk = async () => {
      const socket = connect(path);
      socket.on('error', () => {});
      closers.push(() => socket.destroy());
      await once(socket, 'connect');
      return socket;
    };
    return { link, talk };
  }

  async function answers(socket: Socket, text = 'ping'): Promise<boolean> {
    const heard = once(socket, 'data', { signal: AbortSignal.timeout(300) });
    socket.write(text);
    return heard.then(
      () => true,
      () => false,
    );
  }

  it('accepts a reconnect, never answers it, and lets the next one through', async () => {
    const { link, talk } = await open();
    const first = await talk();
    expect(await answers(first)).toBe(true);
    const cut = once(first, 'close');
    link.swallow(200);
    await cut;
    const swallowed = await talk();
    expect(await answers(swallowed)).toBe(false);
    expect(await answers(await talk())).toBe(true);
    expect(await answers(swallowed)).toBe(false);
  });

  it('silences the connections that subscribe, and no other', async () => {
    const { link, talk } = await open();
    const [subscriber, other] = [await talk(), await talk()];
    expect(await answers(subscriber, '*2\r\n$9\r\nsubscribe\r\n$1\r\na\r\n')).toBe(true);
    expect(link.subscribers()).toBe(1);
    link.freezeSubscribers();
    expect(link.subscribers()).toBe(0);
    expect(await answers(subscriber)).toBe(false);
    expect(await answers(other)).toBe(true);
  });
});

describe('an answer', () => {
  const reply = (status: number, body: object, retryAfter: string | null = null) =>
    ({ kind: 'answer', status, retryAfter, body }) as const;
  const unavailable = { ok: false, verdict: 'could_not_check', error: { code: 'unavailable', message: 'x' } };
  const excuse = { failures: ['unavailable'], broken: false } as const;

  it('that says nothing is known is excused in a fault, in its envelope, and not otherwise', () => {
    expect(judge(reply(503, unavailable, '2'), '', excuse).kind).toBe('excused');
    expect(judge(reply(503, unavailable, '2'), '', noExcuse).kind).toBe('wrong');
    expect(judge(reply(503, unavailable), '', excuse).kind).toBe('wrong');
    expect(judge({ kind: 'late', url: '' }, '', excuse).kind).toBe('wrong');
  });

  it('that is verified for a receipt that is gone is wrong, whatever is broken', () => {
    expect(judge(reply(200, { ok: true, verdict: 'verified' }), 'GONE', excuse).kind).toBe('wrong');
  });
});

it('a receipt that two accounts are charged for is seen', () => {
  const expectations = new Expectations();
  const ask = (account: string, requestId: string) =>
    expectations.enter(
      {
        client: { account, key: '' },
        provider: 'telebirr',
        reference: 'DKK1110000',
        ending: '',
        body: {},
      },
      { kind: 'expected' },
      { verdict: 'verified', cached: false, reference: 'DKK1110000', requestId, payment: {} },
    );
  ask('a', '1');
  expect(expectations.byKind().twice).toEqual([]);
  ask('b', '2');
  const row = {
    title: 'a fault',
    answers: Object.fromEntries(expectations.answers),
    healedMs: 10,
    healsMsMax: 5_000,
    refusedMs: null,
    broken: expectations.byKind(),
    note: '',
    seconds: 1,
  };
  expect(holds(row)).toBe(false);
  expect(complaints(row)).toEqual(['  a fault: twice: 0000: charged for twice']);
  expect(draw([row], [])).toContain('BROKEN');
});

it('every fault has a name of its own and a bound, and what is kept is of one of them', () => {
  const names = faults.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { healsMsMax } of faults) expect(healsMsMax).toBeGreaterThan(0);
  for (const { fault, audit } of readChaos()) {
    expect(names).toContain(fault);
    expect(Object.keys(audit).sort()).toEqual([...violations].sort());
  }
});
