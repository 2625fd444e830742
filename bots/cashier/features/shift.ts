/** /mytotal and /shift: a member's own accepted receipts of the day or of a shift. */
import { Composer } from 'grammy';
import type { Membership, Shift } from '../../../src/engine/index.js';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { renderMyTotal, renderShift, renderText } from '../render/index.js';
import { editOrReply, memberInPrivate, memberOf, onPress, replyAbout, withShopName } from './reply.js';

/** Identifies a shift: business day and start, ms. */
interface ShiftStart {
  date: string;
  start: number;
}

export function createShift({ engine, setting, alerts }: FeatureDeps): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  // Private chats only: in a group others would see it.
  composer.command('mytotal', async (ctx) => {
    const membership = await memberInPrivate(ctx);
    if (membership === null) return;
    const { shop, member } = membership;
    const day = await shops.memberDay(shop.id, member.id);
    await replyAbout(ctx, membership, renderMyTotal(ctx.sender.words, day, setting()));
  });

  composer.command('shift', async (ctx) => {
    const membership = await memberInPrivate(ctx);
    if (membership === null) return;
    const { words } = ctx.sender;
    const args = ctx.match.trim().toLowerCase();
    if (args === 'start') await shops.startShift(membership.shop.id, membership.member.id);
    const last = await lastOf(membership);
    const running = last?.endedAt === null ? last : null;
    if (args !== 'end' || running === null) {
      // Repeated after a crash: this message has already ended the shift.
      const since = ctx.message ? ctx.message.date * 1_000 : Number.POSITIVE_INFINITY;
      const isAgain = args === 'end' && last?.endedAt && Date.parse(last.endedAt) >= since;
      if (isAgain) await alertOwners(membership, shiftStartOf(last));
      return await replyAbout(ctx, membership, renderShift(words, last, setting()));
    }
    const ended = await end(membership, shiftStartOf(running));
    await replyAbout(ctx, membership, renderShift(words, ended, setting()));
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
    const shiftStart = { date, start: Number(start) };
    for (const membership of ctx.sender.person.memberships) {
      const ended = await end(membership, shiftStart);
      if (ended !== null) return await show(ctx, membership, ended);
    }
    await editOrReply(ctx, renderText(ctx.sender.words, 'button-old'));
  });
  return composer;

  /** Today's last shift, open or ended; null if there is none. */
  async function lastOf({ shop, member }: Membership): Promise<Shift | null> {
    const { shifts } = await shops.memberDay(shop.id, member.id);
    return shifts.at(-1) ?? null;
  }

  /** @returns null if this member has no such shift */
  async function end(membership: Membership, begun: ShiftStart): Promise<Shift | null> {
    const { shop, member } = membership;
    if (!(await find(membership, begun))) return null;
    await shops.endShift(shop.id, member.id, begun);
    await alertOwners(membership, begun);
    return await find(membership, begun);
  }

  async function find({ shop, member }: Membership, { date, start }: ShiftStart): Promise<Shift | null> {
    const { shifts } = await shops.memberDay(shop.id, member.id, date);
    return shifts.find(({ startedAt }) => Date.parse(startedAt) === start) ?? null;
  }

  async function alertOwners({ shop, member }: Membership, { date, start }: ShiftStart): Promise<void> {
    const about = `${date}:${start}`;
    const by = member.id;
    await alerts.raise({ shop: shop.id, kind: 'shift', about, by, date, times: 1, link: null });
  }

  async function show(ctx: CashierContext, { shop }: Membership, shift: Shift | null): Promise<void> {
    await editOrReply(ctx, withShopName(ctx, shop, renderShift(ctx.sender.words, shift, setting())));
  }
}

function shiftStartOf({ date, startedAt }: Shift): ShiftStart {
  return { date, start: Date.parse(startedAt) };
}
