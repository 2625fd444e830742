/** What people decide about a receipt: owners who are asked, an acceptance undone, several receipts for one amount. */
import { describe, expect, it } from 'vitest';
import { dateOf } from '../../../../src/engine/shops/calendar.js';
import * as names from '../../../../src/engine/store/key-names.js';
import { message, openCounter, openShops, paid, timeZone } from '../support.js';

const { store, shops, others } = await openShops();

describe('a question to the owners', () => {
  it('is decided by the first owner who answers, also when others press at the same moment', async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const { token } = await shops.invite({ shop, by: owner, role: 'owner' });
    const joined = await shops.accept(token, `tg:${Date.now()}`, 'Bekele');
    if (joined.kind !== 'joined') throw new Error('not joined');
    const { id } = await handIn({ expected: 600 });
    const asked = { shop, id, question: 'q1', message: message() };
    expect(await shops.askOwners({ shop, id, member: selam, question: 'q1' })).toBeNull();
    const answers = await Promise.all([
      shops.decide({ ...asked, member: owner, approved: true }),
      others.decide({ ...asked, member: joined.membership.member.id, approved: false }),
      others.decide({ ...asked, member: owner, approved: false }),
    ]);
    const kinds = new Set(answers.map((one) => one.kind === 'decided' && one.decision.kind));
    expect(kinds.size).toBe(1);
    expect(answers.filter((one) => one.kind === 'decided' && one.first)).toHaveLength(1);
    expect(await others.askOwners({ shop, id, member: selam, question: 'q1' })).toMatchObject({
      kind: [...kinds][0],
    });
  });

  it("approved is recorded as an owner's override", async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const { id } = await handIn({ expected: 600 });
    await shops.askOwners({ shop, id, member: selam, question: 'q' });
    await shops.decide({ shop, id, member: owner, question: 'q', approved: true, message: message() });
    expect(await shops.row(shop, id)).toMatchObject({
      acceptance: { by: 'Almaz', anyway: true },
      anyway: { by: 'Almaz' },
      events: [
        { kind: 'asked', by: 'Selam' },
        { kind: 'approved', by: 'Almaz' },
      ],
    });
  });

  it('refused keeps the receipt from being accepted in any form, until an owner accepts it', async () => {
    const { shop, owner, selam, dawit, handIn } = await openCounter(shops);
    const receipt = paid();
    const { id } = await handIn({ paid: receipt, expected: 600 });
    await shops.askOwners({ shop, id, member: selam, question: 'q' });
    await shops.decide({ shop, id, member: owner, question: 'q', approved: false, message: message() });
    for (const member of [selam, dawit]) {
      expect(await handIn({ paid: receipt, member })).toMatchObject({
        answer: 'look',
        remarks: [{ kind: 'refused_by_owner', by: 'Almaz' }],
      });
    }
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: null, refusal: { by: 'Almaz' } });
    expect(await shops.day(shop)).toMatchObject({ count: 0 });
    await shops.acceptOverride(shop, id, owner, message());
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: { by: 'Almaz' }, refusal: null });
  });

  it('cannot be decided by a cashier or an owner who was not asked, and undoes no acceptance made meanwhile', async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const strangers = await openCounter(shops);
    const receipt = paid();
    const { id } = await handIn({ paid: receipt, expected: 600 });
    await shops.askOwners({ shop, id, member: selam, question: 'q' });
    const request = { shop, id, question: 'q', message: message() };
    for (const approved of [true, false]) {
      for (const member of [selam, strangers.owner]) {
        await expect(shops.decide({ ...request, member, approved })).rejects.toMatchObject({
          kind: 'not_owner',
        });
      }
      const other = { ...request, question: 'never', member: owner, approved };
      await expect(shops.decide(other)).rejects.toMatchObject({ kind: 'unknown' });
    }
    expect(await handIn({ paid: receipt, expected: 500 })).toMatchObject({ answer: 'accept' });
    for (const approved of [false, true]) {
      expect(await shops.decide({ ...request, member: owner, approved })).toMatchObject({ kind: 'accepted' });
    }
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: { by: 'Selam', anyway: false } });
  });
});

describe('an acceptance', () => {
  it('is undone by the member who accepted, is kept with who and when, counts no more, and can be made again', async () => {
    const { shop, selam, dawit, handIn } = await openCounter(shops);
    const receipt = paid();
    const { id } = await handIn({ paid: receipt });
    expect(await shops.undo({ shop, id, member: dawit })).toMatchObject({ kind: 'not_yours' });
    expect(await shops.undo({ shop, id, member: selam })).toMatchObject({ kind: 'undone' });
    expect(await shops.undo({ shop, id, member: selam })).toMatchObject({ kind: 'not_accepted' });
    expect(await shops.row(shop, id)).toMatchObject({
      answer: 'look',
      acceptance: null,
      events: [{ kind: 'undone', by: 'Selam', of: { by: 'Selam' } }],
    });
    expect(await shops.day(shop)).toMatchObject({ count: 0, total: '0.00', byCashier: [] });
    expect(await handIn({ paid: receipt, member: dawit })).toMatchObject({ answer: 'accept' });
    expect(await shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: 'Dawit' }] });
  });

  it("is undone by an owner, also an owner's override", async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const plain = await handIn();
    const short = await handIn({ expected: 600 });
    await shops.acceptOverride(shop, short.id, owner, message());
    expect(await shops.undo({ shop, id: short.id, member: selam })).toMatchObject({ kind: 'not_yours' });
    for (const { id } of [plain, short]) {
      expect(await shops.undo({ shop, id, member: owner })).toMatchObject({ kind: 'undone' });
      expect(await shops.row(shop, id)).toMatchObject({ acceptance: null, anyway: null });
    }
  });

  it('of another business day, or another shop, stays', async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const strangers = await openCounter(shops);
    const { id } = await handIn();
    await expect(shops.undo({ shop: strangers.shop, id, member: strangers.owner })).rejects.toMatchObject({
      kind: 'unknown',
    });
    expect(await shops.undo({ shop, id, member: strangers.owner })).toMatchObject({ kind: 'not_yours' });
    await store.client.hincrby(names.bookRow(shop, id), 'takenAt', -86_400_000);
    for (const member of [selam, owner]) {
      expect(await shops.undo({ shop, id, member })).toMatchObject({ kind: 'too_late' });
    }
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: { by: 'Selam' } });
  });
});

describe('several receipts for one amount', () => {
  const of = (amount: string) => paid({ amount });

  it('are accepted together once their sum fits, and show the sale they belong to', async () => {
    const { shop, handIn } = await openCounter(shops);
    const [here, there] = [message(), message()];
    const first = await handIn({ paid: of('400.00'), expected: 1000, message: here });
    expect(first).toMatchObject({ answer: 'look', remarks: [{ kind: 'amount', difference: '-600.00' }] });
    const parts = [{ id: first.id, message: here }];
    const second = await handIn({ paid: of('500.00'), expected: 1000, parts, message: there });
    expect(second).toMatchObject({
      answer: 'look',
      remarks: [{ kind: 'amount', expected: '1000.00', actual: '900.00', difference: '-100.00' }],
      others: [{ id: first.id, amount: '400.00' }],
    });
    expect(await shops.day(shop)).toMatchObject({ count: 0, notAccepted: 2 });
    const rest = of('100.00');
    const last = { paid: rest, expected: 1000, parts: [...parts, { id: second.id, message: there }] };
    const third = await handIn(last);
    expect(third).toMatchObject({ answer: 'accept', sale: { expected: '1000.00' } });
    expect(third.sale?.parts.map(({ amount }) => amount)).toEqual(['400.00', '500.00', '100.00']);
    expect(await shops.day(shop)).toMatchObject({ count: 3, total: '1000.00', notAccepted: 0 });
    for (const { id } of [first, second, third]) {
      expect(await shops.row(shop, id)).toMatchObject({ answer: 'accept', sale: third.sale });
    }
  });

  it('give the same answer for each when it is repeated', async () => {
    const { handIn } = await openCounter(shops);
    const [one, other] = [of('400.00'), of('600.00')];
    const [here, there] = [message(), message()];
    const first = await handIn({ paid: one, expected: 1000, message: here });
    const parts = [{ id: first.id, message: here }];
    await handIn({ paid: other, expected: 1000, parts, message: there });
    const sale = { expected: '1000.00' };
    const accepted = { answer: 'accept', remarks: [], repeated: true, sale };
    expect(await handIn({ paid: one, expected: 1000, message: here })).toMatchObject(accepted);
    expect(await handIn({ paid: other, expected: 1000, parts, message: there })).toMatchObject(accepted);
    expect(await handIn({ paid: one })).toMatchObject({
      answer: 'look',
      remarks: [{ kind: 'already_accepted' }],
    });
  });

  it('never count one receipt twice', async () => {
    const { shop, handIn } = await openCounter(shops);
    const half = of('500.00');
    const here = message();
    const first = await handIn({ paid: half, expected: 1000, message: here });
    const parts = [
      { id: first.id, message: here },
      { id: first.id, message: here },
    ];
    expect(await handIn({ paid: half, expected: 1000, parts })).toMatchObject({ answer: 'look', sale: null });
    expect(await handIn({ paid: of('100.00'), expected: 1000, parts })).toMatchObject({ answer: 'look' });
    expect(await shops.day(shop)).toMatchObject({ count: 0 });
  });

  it('of two phones with the same first receipt one makes the sale, and nothing is accepted twice', async () => {
    const { shop, dawit, handIn } = await openCounter(shops);
    for (let round = 0; round < 5; round += 1) {
      const here = message();
      const first = await handIn({ paid: of('400.00'), expected: 1000, message: here });
      const parts = [{ id: first.id, message: here }];
      const answers = await Promise.all([
        handIn({ paid: of('600.00'), expected: 1000, parts }),
        handIn({ paid: of('600.00'), expected: 1000, parts, member: dawit }, others),
      ]);
      expect(answers.filter(({ answer }) => answer === 'accept')).toHaveLength(1);
      const lost = answers.find(({ answer }) => answer !== 'accept');
      expect(lost?.remarks[0]).toMatchObject({ kind: 'part_unusable' });
    }
    expect(await shops.day(shop)).toMatchObject({ count: 10, total: '5000.00' });
  });

  it('include no receipt with another problem: paid to somebody else, already accepted, refused by an owner', async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const theirs = paid({
      amount: '400.00',
      receiver: { name: 'Kebede Test', account: '2519****9999', bank: null },
    });
    const foreign = await handIn({ paid: theirs, expected: 1000 });
    const sold = await handIn({ paid: of('400.00') });
    const refused = await handIn({ paid: of('400.00'), expected: 1000 });
    await shops.askOwners({ shop, id: refused.id, member: selam, question: 'q' });
    const no = { shop, id: refused.id, member: owner, question: 'q', approved: false, message: message() };
    await shops.decide(no);
    for (const { id } of [foreign, sold, refused, { id: 'x'.repeat(22) }]) {
      const answer = await handIn({
        ...{ paid: of('600.00'), expected: 1000 },
        parts: [{ id, message: message() }],
      });
      expect(answer).toMatchObject({ answer: 'look', sale: null });
    }
    expect(await shops.day(shop)).toMatchObject({ count: 1, total: '400.00' });
  });

  it('are undone together, by any of them', async () => {
    const { shop, selam, handIn } = await openCounter(shops);
    const here = message();
    const first = await handIn({ paid: of('400.00'), expected: 1000, message: here });
    const parts = [{ id: first.id, message: here }];
    const second = await handIn({ paid: of('600.00'), expected: 1000, parts });
    const undone = await shops.undo({ shop, id: first.id, member: selam });
    expect(undone.rows.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await shops.day(shop)).toMatchObject({ count: 0, notAccepted: 0, undone: 2 });
    expect(await shops.row(shop, second.id)).toMatchObject({ acceptance: null, sale: null });
  });
});

describe('a shop that always asks for the amount', () => {
  it('accepts nothing before it was given, and undoes nothing that was accepted', async () => {
    const { shop, handIn } = await openCounter(shops);
    const [before, here] = [message(), message()];
    const early = paid();
    await handIn({ paid: early, message: before });
    await shops.set(shop, { askAmount: true });
    expect((await shops.get(shop)).settings.askAmount).toBe(true);
    const receipt = paid();
    const asked = { answer: 'look', remarks: [{ kind: 'amount_unknown' }] };
    expect(await handIn({ paid: receipt, message: here })).toMatchObject(asked);
    expect(await shops.day(shop, dateOf(Date.now(), timeZone))).toMatchObject({ count: 1 });
    expect(await handIn({ paid: receipt, message: here, expected: 500 })).toMatchObject({ answer: 'accept' });
    expect(await handIn({ paid: early, message: before })).toMatchObject({
      answer: 'accept',
      repeated: true,
    });
  });
});
