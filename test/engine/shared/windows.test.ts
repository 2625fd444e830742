import { describe, expect, it } from 'vitest';
import { secondsUntil, windowAt } from '../../../src/engine/shared/windows.js';

const addis = 'Africa/Addis_Ababa';

describe('windows of caps and reads', () => {
  it('begins a month at midnight in Addis Ababa, not at midnight UTC', () => {
    const lastMinute = Date.parse('2026-10-31T20:59:59.999Z');
    expect(windowAt('month', lastMinute, addis)).toEqual({
      kind: 'month',
      name: '2026-10',
      startsAt: Date.parse('2026-09-30T21:00:00Z'),
      endsAt: Date.parse('2026-10-31T21:00:00Z'),
    });
    expect(windowAt('month', lastMinute + 1, addis).name).toBe('2026-11');
  });

  it('begins a day at midnight in Addis Ababa', () => {
    const day = windowAt('day', Date.parse('2026-11-20T21:00:00Z'), addis);
    expect(day.name).toBe('2026-11-21');
    expect(day.endsAt - day.startsAt).toBe(86_400_000);
  });

  it('rolls over from December into the next year', () => {
    const december = windowAt('month', Date.parse('2026-12-15T12:00:00Z'), addis);
    expect(windowAt('month', december.endsAt, addis).name).toBe('2027-01');
  });

  it('follows the clock changes of a zone that has them', () => {
    const day = windowAt('day', Date.parse('2026-03-29T12:00:00Z'), 'Europe/Berlin');
    expect(day.endsAt - day.startsAt).toBe(23 * 3_600_000);
  });

  it('ends a day whose midnight the clocks skip where the next one begins', () => {
    const day = windowAt('day', Date.parse('2026-04-24T12:00:00Z'), 'Africa/Cairo');
    expect(day.name).toBe('2026-04-24');
    expect(windowAt('day', day.endsAt, 'Africa/Cairo')).toMatchObject({
      name: '2026-04-25',
      startsAt: day.endsAt,
    });
    expect(day.endsAt - day.startsAt).toBe(23 * 3_600_000);
  });

  it('never gives a retry time of zero', () => {
    expect(secondsUntil(1_000, 1_000)).toBe(1);
    expect(secondsUntil(2_001, 1_000)).toBe(2);
  });
});
