/** Cases about receipts that owners are notified about (`CaseKind`). */
import type { Shops } from '../../api/shops.js';
import * as names from '../../store/key-names.js';
import type { LedgerContext } from './context.js';
import { caseSubject, deniedId } from './day-facts.js';
import { bookMs, placeOf } from './rows.js';

/** Cases counted per business day; further ones are notified but not counted. */
const casesMax = 5_000;

export function createCases({ scripts, inDay }: LedgerContext): Pick<Shops, 'noteCase'> {
  return {
    async noteCase({ shop, kind, of, member, message }) {
      const id = 'row' in of ? of.row : deniedId(of.provider, of.reference);
      const [print] = placeOf(shop, message);
      let date = '';
      const [, times] = await inDay(shop, (day, window) => {
        date = day;
        const args = [caseSubject(kind, id), `${member} ${print}`, ...window, bookMs, casesMax];
        return scripts.run('case-record', [names.bookCases(shop, day), names.bookTotals(shop, day)], args);
      });
      return { date, times: Math.max(1, Number(times)) };
    },
  };
}
