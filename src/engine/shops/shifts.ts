/** Shifts of members: started and ended by them; a shift ends with its business day at the latest. */

import { ShopError, type Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import type { ShopContext } from './context.js';
import { createInDay } from './in-day.js';
import { bookDays } from './ledger-rows.js';
import type { Settings } from './settings.js';

const keptMs = bookDays * 86_400_000;
/** One field per shift, and one more while it runs. */
const fieldsMax = 1_000;

export function createShifts(parts: ShopContext, settings: Settings): Pick<Shops, 'startShift' | 'endShift'> {
  const { scripts } = parts;
  const inDay = createInDay(parts, settings);
  return {
    async startShift(shop, member) {
      let date = '';
      const [answer, start] = await inDay(shop, (day, window) => {
        date = day;
        return scripts.run(
          'shift-toggle',
          [names.shifts(shop, day)],
          [member, '', ...window, keptMs, fieldsMax],
        );
      });
      if (answer === 'full') throw new ShopError('too_many', 'shifts');
      return { date, start: Number(start), isNew: answer === 'started' };
    },

    async endShift(shop, member, { date, start }) {
      const [answer, end] = await scripts.run('shift-toggle', [names.shifts(shop, date)], [member, start]);
      if (answer !== 'ended') throw new ShopError('unknown', 'shift');
      return Number(end);
    },
  };
}
