/** Scheduled notifications to shop owners. */
import type { DailySummary, NoticeKind, Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import { dateOf } from './calendar.js';
import type { ShopContext } from './context.js';
import type { Settings } from './settings.js';
import type { Staff } from './staff.js';

const noticeSentMs = 2 * 86_400_000;
/** A daily report or notice claimed by a process that died can be claimed again after this. */
const leaseMs = 120_000;
const summariesAtOnce = 50;
/** Older daily reports are not sent any more; `/today` and `/export` show those days. */
const lateDays = 2;

type Notices = Pick<Shops, 'claimNotice' | 'markNoticeSent' | 'claimDailySummaries' | 'markDailySummarySent'>;

export function createDailyNotices(
  { store, scripts, timeZone, now }: ShopContext,
  settings: Settings,
  staff: Staff,
): Notices {
  const { client } = store;

  const noticeOf = (shop: string, kind: NoticeKind) => names.noticeSent(shop, kind, dateOf(now(), timeZone));

  async function markDailySummarySent(shop: string): Promise<void> {
    await settings.schedule(shop, (await settings.find(shop))?.settings.closingTime ?? null);
  }

  return {
    markDailySummarySent,

    async claimNotice(shop, kind) {
      return (await orUnavailable(client.set(noticeOf(shop, kind), '1', 'PX', leaseMs, 'NX'))) === 'OK';
    },

    async markNoticeSent(shop, kind) {
      await orUnavailable(client.set(noticeOf(shop, kind), '1', 'PX', noticeSentMs));
    },

    async claimDailySummaries() {
      const claimed = await scripts.run('lease-claim', [names.closings()], ['', leaseMs, summariesAtOnce]);
      const shops = claimed.map(String);
      const dates = shops.length > 0 ? await orUnavailable(client.hmget(names.closingDates(), ...shops)) : [];
      const oldest = dateOf(now() - lateDays * 86_400_000, timeZone);
      const due: DailySummary[] = [];
      for (const [index, shop] of shops.entries()) {
        const date = dates[index] ?? '';
        if (date > oldest) due.push({ shop, date, owners: await staff.owners(shop) });
        else await markDailySummarySent(shop);
      }
      return due;
    },
  };
}
