import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createDecoderPool,
  type DecoderPool,
  DecodersUnavailable,
  DecodingEnded,
} from '../../../src/extractor/decoder-process/pool.js';
import { TooManyEnded } from '../../../src/extractor/types.js';
import { asker, endlessPdf, payloadOf, screen } from '../pictures.js';

const opened: DecoderPool[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

function open(cpuMsMax?: number): DecoderPool {
  const pool = createDecoderPool(cpuMsMax);
  opened.push(pool);
  return pool;
}

const code = { text: payloadOf('ROOM1'), left: 300, top: 1500, module: 9 };
const drawn = screen([code]).then((picture) => picture.jpeg().toBuffer());
const picture = async () => new Uint8Array(await drawn);

/** Takes long to decode for its size. */
function noisy(side: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } });
}

/** Process ids of the reading processes this process has started. */
function processes(): number[] {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.filter((child) => commandOf(child).includes('decoder-process/main')).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

describe('the decoder pool', () => {
  it('has no process before it is needed, then as many as two, and none once it is closed', async () => {
    const pool = open();
    expect(processes()).toEqual([]);
    const bytes = await picture();
    const read = await Promise.all(
      Array.from({ length: 6 }, () => pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker())),
    );
    for (const {
      frames: [first],
    } of read)
      expect((await sharp(first?.jpeg).metadata()).format).toBe('jpeg');
    expect(processes().length).toBeGreaterThan(0);
    expect(processes().length).toBeLessThanOrEqual(2);
    await pool.close();
    expect(processes()).toEqual([]);
  });

  it('that is warm has a process, and another one when that dies', async () => {
    const pool = open();
    pool.warm();
    const bytes = await picture();
    await pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    const [first = 0] = processes();
    process.kill(first, 'SIGKILL');
    await until(() => processes().some((pid) => pid !== first));
    await expect(pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker())).resolves.toBeDefined();
  });

  it('reads the file of a process that was killed in another one, and the files that wait', async () => {
    const pool = open();
    const bytes = await picture();
    await pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    const reading = Array.from({ length: 8 }, () =>
      pool.do({ work: 'codes', bytes, from: 0, seen: [] }, asker()),
    );
    const settled = Promise.allSettled(reading);
    const [first = 0] = processes();
    await reading[0];
    process.kill(first, 'SIGKILL');
    for (const one of await settled) {
      expect(one).toMatchObject({ status: 'fulfilled', value: { codes: [{ payload: code.text }] } });
    }
  });

  it('reads a file twice at most, however often its process is killed', async () => {
    const pool = open();
    const seen = new Set<number>();
    const reading = pool.do({ work: 'pdf', bytes: endlessPdf() }, asker()).catch((error: unknown) => error);
    const killing = setInterval(() => {
      for (const pid of processes().filter(isAtWork)) {
        seen.add(pid);
        process.kill(pid, 'SIGKILL');
      }
    }, 20);
    expect(await reading).toBeInstanceOf(DecodingEnded);
    clearInterval(killing);
    expect(seen.size).toBe(2);
  });

  it('reads an honest picture on a machine that has no time for it: work is limited, not waiting', async () => {
    const pool = open();
    const small = { work: 'picture', bytes: await picture(), kind: 'jpeg' } as const;
    const bytes = await noisy(1_000)
      .extend({ right: 3_000, bottom: 3_000, extendWith: 'repeat' })
      .jpeg({ quality: 50, progressive: true })
      .toBuffer();
    // As many processes as there can be: none is started any more.
    await Promise.all([pool.do(small, asker()), pool.do(small, asker())]);
    const ticks = () => processes().reduce((sum, pid) => sum + ticksOf(pid), 0);
    const before = ticks();
    const reading = pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    await until(() => ticks() > before + 15);
    for (const pid of processes()) process.kill(pid, 'SIGSTOP');
    await sleep(10_000);
    for (const pid of processes()) process.kill(pid, 'SIGCONT');
    expect((await reading).frames).toHaveLength(1);
  });

  it('keeps its size while it reads one picture after the other', async () => {
    const pool = open();
    const bytes = await noisy(900).jpeg({ quality: 95 }).toBuffer();
    const read = () => pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    for (let picture = 0; picture < 10; picture += 1) await read();
    const [pid = 0] = processes();
    const before = residentMb(pid);
    for (let picture = 0; picture < 30; picture += 1) await read();
    expect(residentMb(pid) - before).toBeLessThan(25);
  });

  it('keeps a process ready for the next picture while another one takes long', async () => {
    const pool = open();
    pool.warm();
    const bytes = await picture();
    const read = () => pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    await read();
    const [first = 0] = processes();
    // After a file a process first gives back its memory.
    await sleep(500);
    process.kill(first, 'SIGSTOP');
    const long = read();
    await read();
    const both = processes();
    expect(both).toHaveLength(2);
    await sleep(6_000);
    expect(processes()).toEqual(both);
    process.kill(first, 'SIGCONT');
    expect((await long).frames).toHaveLength(1);
  });

  it('sends a large file again when the process dies before it has all of it', async () => {
    const pool = open();
    pool.warm();
    await pool.do({ work: 'picture', bytes: await picture(), kind: 'jpeg' }, asker());
    await sleep(500);
    const [first = 0] = processes();
    process.kill(first, 'SIGSTOP');
    const bytes = new Uint8Array(5 * 1024 * 1024);
    bytes.set(await picture());
    const reading = pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    await sleep(200);
    process.kill(first, 'SIGKILL');
    const { digest, frames } = await reading;
    expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(frames).toHaveLength(1);
  });

  it('is not ended by the signal that ends the service in its terminal', async () => {
    const pool = open();
    const bytes = await picture();
    await pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
    const [pid = 0] = processes();
    const reading = pool.do({ work: 'codes', bytes, from: 0, seen: [] }, asker());
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    await expect(reading).resolves.toMatchObject({ codes: [{ payload: code.text }] });
    expect(processes()).toContain(pid);
  });

  it('tells whoever still waits when it is closed', async () => {
    const pool = open();
    const bytes = await picture();
    const reading = Array.from({ length: 5 }, () =>
      pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker()),
    );
    const settled = Promise.allSettled(reading);
    await pool.close();
    for (const one of await settled) expect(one.status).toBe('rejected');
    await expect(pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker())).rejects.toBeInstanceOf(
      DecodersUnavailable,
    );
  });
});

describe('twenty pictures at once', () => {
  const said: ('let in' | 'read')[] = [];
  let turns = 0;
  let pool: DecoderPool;
  let before = 0;
  beforeAll(async () => {
    pool = createDecoderPool();
    pool.warm();
    const bytes = await picture();
    await pool.do({ work: 'tiles', bytes: await picture() }, asker());
    before = process.memoryUsage.rss();
    const turning = setInterval(() => turns++, 5);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { frames } = await pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker());
        const [first] = frames;
        said.push('let in');
        await pool.do({ work: 'codes', bytes: first?.jpeg ?? bytes, from: 0, seen: [] }, asker());
        said.push('read');
      }),
    );
    clearInterval(turning);
  });
  afterAll(() => pool.close());

  it('are read as they are let in: who came first does not wait until the last one is', () => {
    const whenLastIsLetIn = said.slice(0, said.lastIndexOf('let in'));
    expect(whenLastIsLetIn.filter((one) => one === 'read').length).toBeGreaterThan(10);
  });

  it('are read while the service goes on, and their memory is given back', async () => {
    expect(turns).toBeGreaterThan(20);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    await until(() => processes().length === 1 && processes().every((pid) => residentMb(pid) < 200));
  });
});

describe('files that take too much', () => {
  it('of one account do not keep another one waiting, and are no longer read after a few', async () => {
    const pool = open(1_000);
    pool.warm();
    const bytes = await picture();
    const [attacker, other] = [asker(), asker()];
    await pool.do({ work: 'picture', bytes, kind: 'jpeg' }, other);
    const hostile = () => pool.do({ work: 'pdf', bytes: endlessPdf() }, attacker).catch((error) => error);
    const order: string[] = [];
    const waiting = Array.from({ length: 10 }, hostile);
    const ended = Promise.race(waiting).then(() => order.push('first hostile file'));
    await pool.do({ work: 'picture', bytes, kind: 'jpeg' }, other).then(() => order.push('honest picture'));
    await ended;
    expect(order).toEqual(['honest picture', 'first hostile file']);
    const reasons = await Promise.all(waiting);
    while (!(reasons.at(-1) instanceof TooManyEnded)) reasons.push(await hostile());
    expect(reasons.filter((reason) => reason instanceof DecodingEnded)).toHaveLength(3);
    const refused = pool.do({ work: 'picture', bytes, kind: 'jpeg' }, attacker);
    await expect(refused).rejects.toMatchObject({
      name: 'TooManyEnded',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it.each([
    ['the next one of the same account waits for a new one', false],
    ['the next one of any stranger waits for a new one', true],
  ])('leave a process that is ready to others: %s', async (_, anonymous) => {
    const pool = open(1_000);
    pool.warm();
    const [attacker, other] = [asker(), asker()];
    const small = { work: 'picture', bytes: await picture(), kind: 'jpeg' } as const;
    const hostile = () => {
      const caller = anonymous ? { ...asker(), anonymous } : attacker;
      return pool.do({ work: 'pdf', bytes: endlessPdf() }, caller).catch((error) => error);
    };
    expect(await hostile()).toBeInstanceOf(DecodingEnded);
    await pool.do(small, other);
    const [ready] = processes();
    // After a file a process first gives back its memory.
    await sleep(500);
    const ended = hostile();
    await pool.do(small, other);
    expect(await ended).toBeInstanceOf(DecodingEnded);
    expect(processes()).toContain(ready);
  });

  it.each([
    { of: 'half', fileMs: 1_000, apartMs: 1_900 },
    { of: 'a quarter', fileMs: 300, apartMs: 1_150 },
  ])(
    'of strangers who queue up use $of of the time of one process with files of $fileMs ms',
    async ({ fileMs, apartMs }) => {
      const pool = open(fileMs);
      const ends: number[] = [];
      const strangers = Array.from({ length: 3 }, () => ({ ...asker(), anonymous: true }));
      const settled = strangers.map((stranger) =>
        pool.do({ work: 'pdf', bytes: endlessPdf() }, stranger).catch(() => ends.push(performance.now())),
      );
      await Promise.all(settled);
      const [first = 0, second = 0] = ends;
      expect(second - first).toBeGreaterThan(apartMs);
    },
  );

  it('are read once: their time is not spent a second time', async () => {
    const pool = open(1_000);
    const seen = new Set<number>();
    const watching = setInterval(() => {
      for (const pid of processes()) seen.add(pid);
    }, 20);
    const reading = pool.do({ work: 'pdf', bytes: endlessPdf() }, asker());
    await expect(reading).rejects.toBeInstanceOf(DecodingEnded);
    clearInterval(watching);
    expect(seen.size).toBe(1);
  });

  it('of strangers leave a process to accounts', async () => {
    const pool = open();
    pool.warm();
    const bytes = await picture();
    const strangers = Array.from({ length: 4 }, () => ({ ...asker(), anonymous: true }));
    const settled = strangers.map((stranger) =>
      pool.do({ work: 'pdf', bytes: endlessPdf() }, stranger).then(
        () => 'read',
        () => 'ended',
      ),
    );
    const read = pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker()).then(() => 'honest picture');
    expect(await Promise.race([...settled, read])).toBe('honest picture');
  });

  it('are read for nobody once their caller has gone, waiting or begun', async () => {
    const pool = open();
    const bytes = await picture();
    const caller = new AbortController();
    const gone = { ...asker(), gone: caller.signal };
    const left = [endlessPdf(), endlessPdf()].map((pdf) => pool.do({ work: 'pdf', bytes: pdf }, gone));
    const settled = Promise.allSettled(left);
    await until(() => processes().length > 0);
    caller.abort(new Error('left'));
    expect((await settled).map((one) => one.status === 'rejected' && one.reason)).toEqual([
      new Error('left'),
      new Error('left'),
    ]);
    await expect(pool.do({ work: 'picture', bytes, kind: 'jpeg' }, gone)).rejects.toThrow('left');
    await expect(pool.do({ work: 'picture', bytes, kind: 'jpeg' }, asker())).resolves.toBeDefined();
  });
});

/** More processor time than starting takes. */
function isAtWork(pid: number): boolean {
  return ticksOf(pid) > 120;
}

/** Processor time, in hundredths of a second; 0 once it has ended. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

function residentMb(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
