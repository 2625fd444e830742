/** One fault under traffic: inject, heal, wait for recovery, check. */
import { setTimeout as sleep } from 'node:timers/promises';
import { audit, keysOf } from './audit.js';
import { call } from './call.js';
import type { Environment } from './environment.js';
import type { Fault } from './faults/index.js';
import type { Parts, Row } from './parts.js';
import type { Bank } from './references.js';
import { question } from './traffic.js';

const beforeMs = 2_500;
const recoveryMsMax = 60_000;
/** A call that waits for the store alone is refused within this time. */
const refusedMsMax = 2_000;
const cap = 20;
const warmUps = 3;

/** @throws Error if the service does not recover or the fault cannot be injected: results after that would mean nothing */
export async function round(parts: Parts, fault: Fault): Promise<Row> {
  const { environment, checker, expectations, traffic } = parts;
  const began = Date.now();
  expectations.turnPage();
  traffic.capped = { ...(await environment.capped(cap)), cap, spent: false };
  expectations.sharing = !fault.leasesEnd;
  const keys = await keysOf(environment);
  await fault.prepare?.(parts);
  traffic.start();
  await sleep(beforeMs);

  checker.excuses(fault.excuse);
  await fault.inject(parts);
  await sleep(fault.lastsMs);
  await fault.heal?.(parts);
  const healedMs = await recovery(parts, fault);
  checker.expectsAll();
  if (healedMs === null) throw new Error('the service did not recover in a minute');
  if (healedMs > fault.healsMsMax) expectations.violate('slow', `healed after ${healedMs} ms`);
  await sleep(beforeMs / 2);
  await traffic.stop();
  await audit(parts, Date.now(), keys);
  const note = (await fault.after?.(parts)) ?? '';
  const { refusedMs } = expectations;
  if (refusedMs !== null && refusedMs > refusedMsMax)
    expectations.violate('slow', `503 after ${refusedMs} ms`);
  const broken = expectations.byKind();
  const notCarried = fault.replicated ? broken.lost.splice(0) : [];
  return {
    title: fault.title,
    answers: Object.fromEntries(expectations.answers),
    healedMs,
    healsMsMax: fault.healsMsMax,
    refusedMs,
    broken,
    note: [note, ...notCarried.map((what) => `not carried over: ${what}`)].filter(Boolean).join('; '),
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

/** Waits until both services verify new receipts, at a bank that was hit and at another, and continue to. */
async function recovery(parts: Parts, { steadyMs = 0, healed }: Fault): Promise<number | null> {
  const endedAt = Date.now();
  let since: number | null = null;
  while (Date.now() < endedAt + recoveryMsMax) {
    const allWork = (await verifies(parts.environment, ['telebirr', 'dashen'])) && (healed?.(parts) ?? true);
    since = allWork ? (since ?? Date.now()) : null;
    if (since !== null && Date.now() - since >= steadyMs) return since - endedAt;
    await sleep(100);
  }
  return null;
}

/** Makes every process do everything once, because the first time may take long. */
export async function warmUp(environment: Environment): Promise<void> {
  for (let times = 0; times < warmUps; )
    if (await verifies(environment, ['telebirr', 'dashen', 'siinqee'])) times += 1;
}

async function verifies({ scout, apis }: Environment, banks: readonly Bank[]): Promise<boolean> {
  const all = apis.flatMap(({ url }) =>
    banks.map(async (bank) => {
      const { body } = question(scout, bank, '');
      const reply = await call({ url: `${url}/api/verify`, key: scout.key, body, msMax: 5_000 });
      return reply.kind === 'answer' && reply.status === 200;
    }),
  );
  return (await Promise.all(all)).every(Boolean);
}
