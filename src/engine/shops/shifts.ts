/** Shifts, which members start and end; a shift ends with its business day at the latest. */
import { ShopError, type Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import type { LedgerContext } from './ledger/context.js';
import { bookMs } from './ledger/rows.js';

/** One field per shift, and one more while it runs. */
const fieldsMax = 1_000;

type Shifts = Pick<Shops, 'startShift' | 'endShift'>;

export function createShifts({ scripts, inDay }: LedgerContext): Shifts {
  return {
    async startShift(shop, member) {
      let date = '';
      const [answer, start] = await inDay(shop, (day, window) => {
        date = day;
        const args = [member, '', ...window, bookMs, fieldsMax];
        return scripts.run('shift-toggle', [names.shifts(shop, day)], args);
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
