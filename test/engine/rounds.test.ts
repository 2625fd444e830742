import { expect, it } from 'vitest';
import { createRounds, type Rounds } from '../../src/engine/rounds.js';

/** Rounds whose ticks are noted, with whose turn it was in each. */
function noted(periodMs: number, tickMs: number): { rounds: Rounds<number>; ticks: number[][] } {
  const ticks: number[][] = [];
  return { ticks, rounds: createRounds<number>({ periodMs, tickMs, onTick: (due) => ticks.push([...due]) }) };
}

it('gives everybody a turn in every period, until they are removed', async () => {
  const { rounds, ticks } = noted(60, 5);
  for (const member of [1, 2, 3]) rounds.add(member);
  const turnsOf = (member: number) => ticks.flat().filter((turn) => turn === member).length;
  await expect.poll(() => Math.min(turnsOf(1), turnsOf(2), turnsOf(3)), { interval: 5 }).toBeGreaterThan(2);
  rounds.remove(2);
  const had = turnsOf(2);
  const others = turnsOf(3);
  await expect.poll(() => turnsOf(3), { interval: 5 }).toBeGreaterThan(others + 1);
  expect(turnsOf(2)).toBe(had);
  for (const member of [1, 3]) rounds.remove(member);
});

it('spreads the turns of many who came at once over the period', async () => {
  const { rounds, ticks } = noted(2_000, 20);
  for (let member = 0; member < 1_000; member += 1) rounds.add(member);
  await expect.poll(() => ticks.length, { interval: 5 }).toBeGreaterThan(10);
  // A tick is a hundredth of the period, and so is its share: nobody's own time has come yet.
  expect(ticks.slice(0, 10).map((due) => due.length)).toEqual(Array.from({ length: 10 }, () => 10));
  expect(new Set(ticks.slice(0, 10).flat()).size).toBe(100);
  for (let member = 0; member < 1_000; member += 1) rounds.remove(member);
});

it('stands still while there is nobody', async () => {
  const { rounds, ticks } = noted(10, 1);
  rounds.add(1);
  await expect.poll(() => ticks.length, { interval: 1 }).toBeGreaterThan(0);
  rounds.remove(1);
  const before = ticks.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ticks.length).toBe(before);
  rounds.add(1);
  await expect.poll(() => ticks.length, { interval: 1 }).toBeGreaterThan(before);
  rounds.remove(1);
});
