/** /mytotal and /shift: a member's own accepted receipts of the day or of a shift. */
import { Composer } from 'grammy';
import type { Membership, Shift } from '../../../src/engine/index.js';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { renderMyTotal, renderShift, renderText } from '../render/index.js';
import { change, inPrivate, memberOf, namedFor, onPress, sayOf } from './reply.js';

/** Identifies a shift: business day and start, ms. */
interface Begun {
  date: string;
  start: number;
}

export function createShift({ engine, setting, alerts }: Kit): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  // Private chats only: in a group others would see it.
  composer.command('mytotal', async (ctx) => {
    const membership = await mine(ctx);
    if (membership === null) return;
    const { shop, member } = membership;
    const day = await shops.memberDay(shop.id, member.id);
    await sayOf(ctx, membership, renderMyTotal(ctx.asker.words, day, setting()));
  });

  composer.command('shift', async (ctx) => {
    const membership = await mine(ctx);
    if (membership === null) return;
    const { words } = ctx.asker;
    const wish = ctx.match.trim().toLowerCase();
    if (wish === 'start') await shops.startShift(membership.shop.id, membership.member.id);
    const last = await lastOf(membership);
    const running = last?.endedAt === null ? last : null;
    if (wish !== 'end' || running === null) {
      // A repeat after a crash: the shift was already ended by this message.
      const since = ctx.message ? ctx.message.date * 1_000 : Number.POSITIVE_INFINITY;
      const isAgain = wish === 'end' && last?.endedAt && Date.parse(last.endedAt) >= since;
      if (isAgain) await tellOwners(membership, begunOf(last));
      return await sayOf(ctx, membership, renderShift(words, last, setting()));
    }
    const ended = await end(membership, begunOf(running));
    await sayOf(ctx, membership, renderShift(words, ended, setting()));
  });

  onPress(composer, 'startShift', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const { shop, member } = membership;
    await shops.startShift(shop.id, member.id);
    await show(ctx, membership, await lastOf(membership));
  });

  // In any of the person's shops: another one may have been chosen since.
  onPress(composer, 'endShift', async (ctx, { date, start }) => {
    const begun = { date, start: Number(start) };
    for (const membership of ctx.asker.person.memberships) {
      const ended = await end(membership, begun);
      if (ended !== null) return await show(ctx, membership, ended);
    }
    await change(ctx, renderText(ctx.asker.words, 'button-old'));
  });
  return composer;

  async function mine(ctx: CashierContext): Promise<Membership | null> {
    return (await inPrivate(ctx)) ? await memberOf(ctx) : null;
  }

  /** Today's last shift, open or ended; null if there is none. */
  async function lastOf({ shop, member }: Membership): Promise<Shift | null> {
    const { shifts } = await shops.memberDay(shop.id, member.id);
    return shifts.at(-1) ?? null;
  }

  /** @returns null if this member has no such shift */
  async function end(membership: Membership, begun: Begun): Promise<Shift | null> {
    const { shop, member } = membership;
    if (!(await find(membership, begun))) return null;
    await shops.endShift(shop.id, member.id, begun);
    await tellOwners(membership, begun);
    return await find(membership, begun);
  }

  async function find({ shop, member }: Membership, { date, start }: Begun): Promise<Shift | null> {
    const { shifts } = await shops.memberDay(shop.id, member.id, date);
    return shifts.find(({ startedAt }) => Date.parse(startedAt) === start) ?? null;
  }

  async function tellOwners({ shop, member }: Membership, { date, start }: Begun): Promise<void> {
    const about = `${date}:${start}`;
    const by = member.id;
    await alerts.raise({ shop: shop.id, kind: 'shift', about, by, date, times: 1, link: null });
  }

  async function show(ctx: CashierContext, { shop }: Membership, shift: Shift | null): Promise<void> {
    await change(ctx, namedFor(ctx, shop, renderShift(ctx.asker.words, shift, setting())));
  }
}

function begunOf({ date, startedAt }: Shift): Begun {
  return { date, start: Date.parse(startedAt) };
}
