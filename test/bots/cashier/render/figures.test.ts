/** Moments as the clock on the shop's wall shows them. */
import { expect, it } from 'vitest';
import { clock, day, sortable } from '../../../../bots/cashier/render/format.js';

it('a moment is shown as the clock on the wall shows it, also where clocks are changed', () => {
  const starts = [
    '2026-03-29T00:00:00Z',
    '2026-10-03T14:00:00Z',
    '2026-10-25T00:00:00Z',
    '1999-12-31T20:00:00Z',
  ];
  for (const timeZone of ['Africa/Addis_Ababa', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe']) {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    for (const start of starts) {
      for (let minutes = 0; minutes < 240; minutes += 7) {
        const at = Date.parse(start) + minutes * 60_000 + 1_234;
        const [date = '', time = ''] = shown.format(at).split(' ');
        expect(sortable(at, timeZone)).toBe(`${date} ${time}`);
        expect(clock(new Date(at).toISOString(), timeZone)).toBe(time.slice(0, 5));
        expect(day(at, timeZone)).toBe(date.split('-').reverse().join('/'));
      }
    }
  }
  expect(sortable('never', 'Africa/Addis_Ababa')).toBe('?');
});
