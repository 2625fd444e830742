/** Reports of a shop's book: a day, a period, an export. */
import { ShopError, type Shops } from '../../api/shops.js';
import { addDays, dateOf, periodAround, startOf } from '../calendar.js';
import type { LedgerContext } from './context.js';
import { dayReport, memberDay, periodReport } from './counts.js';
import { readDayFacts } from './day-facts.js';
import { bookDays, readDay } from './rows.js';

type Reports = Pick<Shops, 'today' | 'day' | 'memberDay' | 'report' | 'export'>;

export function createReports(ledger: LedgerContext): Reports {
  const { settings, staff, totals, timeZone, now } = ledger;

  const today = async (shop: string) => (await settings.dayAt(shop, now())).date;

  return {
    today,

    async day(shop, named) {
      const { facts, members } = await factsOf(shop, named);
      return dayReport(facts, members, now());
    },

    async memberDay(shop, member, named) {
      const { facts, members } = await factsOf(shop, named);
      return memberDay(facts, member, members, now());
    },

    async report(shop, period, named) {
      const current = await today(shop);
      const date = named ?? current;
      startOf(date, timeZone);
      const { from, to } = periodAround(period, date);
      const dates: string[] = [];
      for (let day = from; day <= to && day <= current; day = addDays(day, 1)) dates.push(day);
      const days = await totals.read(shop, dates);
      const before = addDays(from, -1);
      const after = addDays(to, 1);
      const extras = {
        earlier: before > addDays(current, -bookDays) ? periodAround(period, before).from : null,
        later: after <= current ? after : null,
      };
      return periodReport({ period, from, to, ...extras }, days, await staff.names(shop));
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
  async function factsOf(shop: string, named?: string) {
    const date = named ?? (await today(shop));
    startOf(date, timeZone);
    const members = await staff.names(shop);
    return { facts: await readDayFacts(ledger, shop, date, members), members };
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
