import { expect, it } from 'vitest';
import { createLeases } from '../../../src/engine/store/leases.js';

/** Leases whose renewals are noted: what was renewed on each tick, under which key. */
function noted(periodMs: number, tickMs: number, keyOf = (_: number) => 'all') {
  const ticks: number[][] = [];
  const renewals: [string, readonly number[]][] = [];
  const leases = createLeases<number>({
    periodMs,
    tickMs,
    keyOf,
    onTick: () => ticks.push([]),
    async renew(key, some) {
      renewals.push([key, some]);
      ticks.at(-1)?.push(...some);
      throw new Error('the store is gone');
    },
  });
  return { leases, ticks, renewals };
}

it('renews everything in every period, also when the store fails, until it is given up', async () => {
  const { leases, ticks } = noted(60, 5);
  for (const lease of [1, 2, 3]) leases.add(lease);
  const turnsOf = (lease: number) => ticks.flat().filter((turn) => turn === lease).length;
  await expect.poll(() => Math.min(turnsOf(1), turnsOf(2), turnsOf(3)), { interval: 5 }).toBeGreaterThan(2);
  leases.remove(2);
  const had = turnsOf(2);
  const others = turnsOf(3);
  await expect.poll(() => turnsOf(3), { interval: 5 }).toBeGreaterThan(others + 1);
  expect(turnsOf(2)).toBe(had);
  for (const lease of [1, 3]) leases.remove(lease);
});

it('spreads renewals that were added together over the period', async () => {
  const { leases, ticks } = noted(2_000, 20);
  for (let lease = 0; lease < 1_000; lease += 1) leases.add(lease);
  await expect.poll(() => ticks.length, { interval: 5 }).toBeGreaterThan(10);
  // A tick is a hundredth of the period, and so is its share: nobody's own time has come yet.
  expect(ticks.slice(0, 10).map((due) => due.length)).toEqual(Array.from({ length: 10 }, () => 10));
  expect(new Set(ticks.slice(0, 10).flat()).size).toBe(100);
  for (let lease = 0; lease < 1_000; lease += 1) leases.remove(lease);
});

it('renews leases of one key in one command, and not too many in it', async () => {
  const { leases, renewals } = noted(20, 10, (lease) => (lease < 450 ? 'many' : 'few'));
  for (let lease = 0; lease < 460; lease += 1) leases.add(lease);
  await expect.poll(() => new Set(renewals.flatMap(([, some]) => some)).size, { interval: 5 }).toBe(460);
  for (let lease = 0; lease < 460; lease += 1) leases.remove(lease);
  for (const [key, some] of renewals) {
    expect(new Set(some.map((lease) => (lease < 450 ? 'many' : 'few')))).toEqual(new Set([key]));
    expect(some.length).toBeLessThanOrEqual(200);
  }
  expect(renewals.length).toBeLessThan(20);
});

it('runs no timer while there is nothing to renew', async () => {
  const { leases, ticks } = noted(10, 1);
  leases.add(1);
  await expect.poll(() => ticks.length, { interval: 1 }).toBeGreaterThan(0);
  leases.remove(1);
  const before = ticks.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ticks.length).toBe(before);
  leases.add(1);
  await expect.poll(() => ticks.length, { interval: 1 }).toBeGreaterThan(before);
  leases.remove(1);
});
