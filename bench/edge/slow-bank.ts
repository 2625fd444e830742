/**
 * One account keeps as many calls waiting for a slow bank with one slot as its plan allows. Compares the latency of another
 * account of the same priority, one call at a time, with its latency alone.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type BenchEnvironment,
  mintKey,
  serviceEnvironment,
  startRedis,
  withEnvironment,
} from '../environment.js';
import { node, start } from '../process.js';
import { effort } from '../quick-mode.js';
import { figure, median, type Row } from '../table.js';

/** Response time of the simulated bank when it is slow, ms (docs/api.md#sandbox). */
const lookupMs = 3_000;
const quietCalls = effort(5, 2);
const floodedCalls = effort(20, 5);
const flooders = 60;

interface Target {
  url: string;
  /** Of two accounts with the plan Free. */
  keys: readonly [flooder: string, other: string];
}

/** @returns one row; it holds if no call takes longer than 1.5 times the latency alone plus one lookup */
export function slowBank(): Promise<Row> {
  return withEnvironment(async (environment) => {
    const target = await openBank(environment);
    const quiet = await callsOf(target, quietCalls);
    const over = new AbortController();
    const flood = floodWith(target, over.signal);
    await sleep(lookupMs);
    const flooded = await callsOf(target, floodedCalls);
    over.abort();
    await flood;
    const bound = 1.5 * median(quiet) + lookupMs;
    return {
      id: 'edge.slow-bank',
      name: `an uncached call at a bank of ${lookupMs / 1_000} s with one slot, another account floods it`,
      figures: [figure(median(flooded), 'ms'), figure(Math.max(...flooded), 'ms', 'longest')],
      baseline: [figure(median(quiet), 'ms', 'alone')],
      budget: '<= 1.5 x alone + one lookup',
      holds: Math.max(...flooded) <= bound,
      rounds: { quiet, flooded },
    };
  });
}

async function openBank(environment: BenchEnvironment): Promise<Target> {
  const redis = `unix://${await startRedis(environment)}`;
  const own = { BANKS: 'sandbox', PROVIDER_CONCURRENCY: '1', LOG_LEVEL: 'fatal' };
  const env = { ...serviceEnvironment(environment, redis), ...own };
  const service = await start([...node, 'dist/main.js'], env);
  environment.cleanups.push(() => service.stop());
  await promisify(execFile)('node', ['dist/src/cli/main.js', 'sandbox', 'set', 'telebirr', 'slow'], {
    env: { ...process.env, ...env },
  });
  return { url: service.url, keys: [await mintKey(env, 'free', 100_000), await mintKey(env, 'free', 600)] };
}

let references = 0;

/** Every other call may be answered 202, and learns its place in the queue. @param waitMs of those */
async function call({ url }: Target, key: string, waitMs: number, signal?: AbortSignal): Promise<number> {
  references += 1;
  const reference = `DKJ${String(references).padStart(7, '0')}`;
  const answer = await fetch(`${url}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ reference, ...(references % 2 && { waitMs }) }),
    ...(signal && { signal }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Each begins at a different moment of the running lookup. */
async function callsOf(target: Target, count: number): Promise<number[]> {
  const waits: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const startedAt = performance.now();
    const status = await call(target, target.keys[1], 30_000);
    if (status !== 200) throw new Error(`the other account was answered ${status}`);
    waits.push(performance.now() - startedAt);
    await sleep((lookupMs * nth) / count);
  }
  return waits;
}

/** More calls than the limit of waiting calls: some are refused, and try again. */
async function floodWith(target: Target, stop: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: flooders }, async () => {
      while (!stop.aborted) {
        const status = await call(target, target.keys[0], 0, stop).catch(() => 0);
        if (status !== 200 && !stop.aborted) await sleep(200);
      }
    }),
  );
}
