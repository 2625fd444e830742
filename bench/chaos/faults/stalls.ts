/** A process that leads lookups is paused, as by a VM migration, swapping or a debugger: each receipt is charged once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Honest } from '../oracle.js';
import type { Parts } from '../parts.js';
import { question } from '../traffic.js';
import type { Fault } from './types.js';

const receipts = 8;
/** A bank takes 3 s for each, so by then their lookups are running. */
const leadMs = 700;
/** Failures of calls to the process from before it stopped: its attempts and store commands have timed out when it continues. */
const stalled: readonly Honest[] = ['bank_timeout', 'unavailable', 'bank_busy'];

export const stallFaults: readonly Fault[] = [5, 17, 40].map((seconds) => {
  let asked: Promise<unknown> = Promise.resolve();
  return {
    name: `leader-stopped-${seconds}`,
    title: `the process that leads lookups stands still for ${seconds} s`,
    short: seconds === 17,
    excuse: { failures: stalled, broken: false },
    lastsMs: seconds * 1000,
    healsMsMax: 5_000,
    async inject(parts) {
      const { checker, environment } = parts;
      const all = Array.from({ length: receipts }, () => question(environment.main, 'telebirr', 'SLOW'));
      const leading = all.map((one) => checker.ask(one, { at: 1 }));
      await sleep(leadMs);
      process.kill(environment.apis[1].pid(), 'SIGSTOP');
      checker.standsStill(1);
      const following = all.map((one) => checker.ask({ ...one, client: environment.second }, { at: 0 }));
      asked = Promise.all([...leading, ...following]);
    },
    async heal({ checker, environment }: Parts) {
      process.kill(environment.apis[1].pid(), 'SIGCONT');
      await asked;
      checker.away = null;
    },
  };
});
