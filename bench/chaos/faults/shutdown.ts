/** Graceful shutdown while a bank hangs and its queue is full: every caller gets a response, and the service ends in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../call.js';
import { callMsMax } from '../checking-client.js';
import { judge } from '../oracle.js';
import type { Parts } from '../parts.js';
import { question } from '../traffic.js';
import type { Fault } from './types.js';

const host = 'transactioninfo.ethiotelecom.et';
/** More than the bank's slots, so that most of them wait. */
const callers = 60;
const queueMs = 1_500;
/** docs/operations/process.md */
const endMsMax = 10_000;

export const shutdownFaults: readonly Fault[] = [
  {
    name: 'shutdown-full-queue',
    title: 'SIGTERM while a bank hangs and its queue is full',
    short: true,
    // Traffic meets the hanging bank too, and refused connections until the service is started again.
    excuse: { failures: ['unavailable', 'bank_timeout', 'bank_busy', 'provider_down'], broken: true },
    lastsMs: 0,
    healsMsMax: 15_000,
    steadyMs: 6_000,
    inject: stopUnderQueue,
    heal: ({ environment: { banks } }) => banks.behave('good'),
  },
];

async function stopUnderQueue({ environment, expectations }: Parts): Promise<void> {
  const { apis, banks, scout } = environment;
  await banks.behave('hang', [host]);
  const excuse = { failures: ['unavailable', 'bank_timeout', 'provider_down'], broken: false } as const;
  const all = Array.from({ length: callers }, async () => {
    const { body } = question(scout, 'telebirr', '');
    const reply = await call({ url: `${apis[1].url}/api/verify`, key: scout.key, body, msMax: callMsMax });
    return judge(reply, '', excuse);
  });
  await sleep(queueMs);
  const { code, ms } = await apis[1].stop();
  if (code !== 0) expectations.violate('left', `the service ended with ${code}`);
  if (ms > endMsMax) expectations.violate('slow', `the service took ${(ms / 1000).toFixed(1)} s to end`);
  for (const finding of await Promise.all(all)) {
    expectations.count(finding.kind === 'expected' ? 'verified' : finding.what);
    if (finding.kind === 'wrong') expectations.violate('answer', `a caller in the queue: ${finding.what}`);
  }
}
