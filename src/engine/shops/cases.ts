/** What owners want to know of a receipt: that it came again, went elsewhere, was reversed, or approved against the answer. */

import type { Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import type { ShopParts } from './context.js';
import { caseSubject } from './day-facts.js';
import { createInDay } from './in-day.js';
import { bookDays, digest, placeOf } from './ledger-rows.js';
import type { Settings } from './settings.js';

const keptMs = bookDays * 86_400_000;
/** Of a shop's day; further ones are told and not counted. */
const casesMax = 5_000;

/** Names a receipt that a bank denies: no line of the book does. */
export function deniedId(provider: string, reference: string): string {
  return digest(`denied:${provider}:${reference.toUpperCase()}`);
}

export function createCases(parts: ShopParts, settings: Settings): Pick<Shops, 'noteCase'> {
  const inDay = createInDay(parts, settings);
  return {
    async noteCase({ shop, kind, of, member, message }) {
      const id = 'row' in of ? of.row : deniedId(of.provider, of.reference);
      const [print] = placeOf(shop, message);
      let date = '';
      const [, times] = await inDay(shop, (day, window) => {
        date = day;
        const args = [caseSubject(kind, id), `${member} ${print}`, ...window, keptMs, casesMax];
        return parts.scripts.run('case-record', [names.bookCases(shop, day)], args);
      });
      return { date, times: Math.max(1, Number(times)) };
    },
  };
}
