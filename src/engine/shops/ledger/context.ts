/** Dependencies of the parts of the book, and writes that belong to the current business day. */
import type { ReceivingAccounts } from '../../access/receiving-accounts.js';
import type { Reply } from '../../store/scripts.js';
import type { ShopContext } from '../context.js';
import type { Settings } from '../settings.js';
import type { Staff } from '../staff.js';
import type { DayTotalsStore } from './day-totals.js';

export interface LedgerContext extends ShopContext {
  settings: Settings;
  receiving: ReceivingAccounts;
  staff: Staff;
  totals: DayTotalsStore;
  inDay: InDay;
}

/** @param write replies `window` when the store's clock is in another business day; then it is repeated with that day */
type InDay = (
  shop: string,
  write: (day: string, window: [number, number]) => Promise<Reply>,
) => Promise<Reply>;

/** @param noteDay called with the day of each write */
export function createInDay(
  { now }: Pick<ShopContext, 'now'>,
  settings: Pick<Settings, 'dayAt'>,
  noteDay: DayTotalsStore['noteDay'] = () => {},
): InDay {
  return async (shop, write) => {
    let moment = now();
    for (;;) {
      const { date, startsAt, endsAt } = await settings.dayAt(shop, moment);
      const reply = await write(date, [startsAt, endsAt]);
      if (reply[0] !== 'window') {
        noteDay(shop, date);
        return reply;
      }
      moment = Number(reply[1]);
    }
  };
}
