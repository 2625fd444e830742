/** Reports of a shop's book: a day, a period, an export. */
import type { DayReport } from '../../api/shop-reports.js';
import { ShopError, type Shops } from '../../api/shops.js';
import { addDays, dateOf, periodAround, startOf } from '../calendar.js';
import type { LedgerContext } from './context.js';
import { dayReport, memberDay, periodReport } from './counts.js';
import { type DayFacts, readDayFacts } from './day-facts.js';
import { bookDays, readDay } from './rows.js';

type Reports = Pick<Shops, 'today' | 'day' | 'memberDay' | 'report' | 'export'>;

export function createReports(ledger: LedgerContext): Reports {
  const { settings, staff, timeZone, now } = ledger;

  const today = async (shop: string) => (await settings.dayAt(shop, now())).date;

  return {
    today,

    day: async (shop, named) => dayReport(await factsOf(shop, named), now()),
    memberDay: async (shop, member, named) => memberDay(await factsOf(shop, named), member, now()),

    async report(shop, period, named) {
      const current = await today(shop);
      const date = named ?? current;
      startOf(date, timeZone);
      const { from, to } = periodAround(period, date);
      const members = await staff.names(shop);
      const days: DayReport[] = [];
      for (let day = from; day <= to && day <= current; day = addDays(day, 1)) {
        days.push(dayReport(await readDayFacts(ledger, shop, day, members), now()));
      }
      const before = addDays(from, -1);
      const after = addDays(to, 1);
      const extras = {
        earlier: before > addDays(current, -bookDays) ? periodAround(period, before).from : null,
        later: after <= current ? after : null,
      };
      return periodReport({ period, from, to, ...extras }, days);
    },

    export(shop, from, to) {
      const days = daysBetween(from, to);
      return (async function* () {
        const members = await staff.names(shop);
        for (const date of days) {
          for await (const { rows } of readDay(ledger, shop, date, members)) yield* rows;
        }
      })();
    },
  };

  /** @throws ShopError `invalid` */
  async function factsOf(shop: string, named?: string): Promise<DayFacts> {
    const date = named ?? (await today(shop));
    startOf(date, timeZone);
    return await readDayFacts(ledger, shop, date, await staff.names(shop));
  }

  /** Days of a range, limited to the range of the book. @throws ShopError `invalid` */
  function daysBetween(from: string, to: string): string[] {
    if (startOf(from, timeZone, 'from') > startOf(to, timeZone, 'to')) throw new ShopError('invalid', 'to');
    const last = [to, addDays(dateOf(now(), timeZone), 1)].sort()[0] ?? to;
    const days: string[] = [];
    for (let date = last; date >= from && days.length <= bookDays + 1; date = addDays(date, -1)) {
      days.push(date);
    }
    return days.reverse();
  }
}
