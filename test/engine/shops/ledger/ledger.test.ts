/** The book of a shop: each receipt taken once, by whom, and what is still open. */
import { describe, expect, it } from 'vitest';
import * as names from '../../../../src/engine/store/key-names.js';
import { hire, message, openCounter, openShops, paid } from '../support.js';

const { store, shops, others } = await openShops();

describe('a receipt', () => {
  it('is accepted for the first member who submits it; the next is told by whom, when and where', async () => {
    const { handIn, dawit } = await openCounter(shops);
    const receipt = paid();
    const first = message();
    expect(await handIn({ paid: receipt, message: first })).toMatchObject({
      answer: 'accept',
      remarks: [],
      repeated: false,
    });
    const before = Date.now();
    const second = await handIn({ paid: receipt, member: dawit });
    expect(second).toMatchObject({
      answer: 'look',
      remarks: [{ kind: 'already_accepted', by: 'Selam', link: first.link }],
    });
    const [remark] = second.remarks;
    expect(Math.abs(Date.parse(remark?.kind === 'already_accepted' ? remark.at : '') - before)).toBeLessThan(
      60_000,
    );
  });

  it('is accepted once, however many cashiers and processes submit it at the same moment', async () => {
    const { shop, handIn } = await openCounter(shops);
    const members = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => hire(shops, shop, `Cashier ${nth}`)),
    );
    const receipt = paid();
    const answers = await Promise.all(
      members.map(({ member }, nth) =>
        handIn({ paid: receipt, member: member.id }, nth % 2 ? shops : others),
      ),
    );
    expect(answers.filter(({ answer }) => answer === 'accept')).toHaveLength(1);
    expect(answers.filter(({ answer }) => answer === 'look')).toHaveLength(11);
    expect(await shops.day(shop)).toMatchObject({ count: 1, total: '500.00' });
  });

  it('is one receipt by whichever link it was asked for, and another where another bank prints the same number', async () => {
    const { handIn, dawit } = await openCounter(shops);
    const receipt = paid({ reference: 'FT26324ABCDE' });
    await handIn({ paid: { ...receipt, reference: 'v2-token' } });
    expect(await handIn({ paid: receipt, member: dawit })).toMatchObject({ answer: 'look' });
    const elsewhere = await handIn({ paid: { ...receipt, providerKey: 'dashen' }, member: dawit });
    expect(elsewhere.remarks.some(({ kind }) => kind === 'already_accepted')).toBe(false);
  });

  it('gets the same answer again for the same content from the same person within a minute, or in the same message', async () => {
    const { shop, handIn, dawit } = await openCounter(shops);
    const receipt = paid();
    const first = message();
    const content = 'what was sent';
    const { id } = await handIn({ paid: receipt, message: first, content });
    const accepted = { answer: 'accept', repeated: true };
    const again = { answer: 'look', repeated: false };
    expect(await handIn({ paid: receipt, content })).toMatchObject(accepted);
    expect(await handIn({ paid: receipt, content: 'another picture of it' })).toMatchObject(again);
    expect(await handIn({ paid: receipt })).toMatchObject(again);
    expect(await handIn({ paid: receipt, content, member: dawit })).toMatchObject(again);
    await store.client.hincrby(names.bookRow(shop, id), 'takenAt', -61_000);
    expect(await handIn({ paid: receipt, content })).toMatchObject(again);
    for (const member of [undefined, dawit]) {
      const here = { paid: receipt, message: first, ...(member && { member }) };
      expect(await handIn(here)).toMatchObject(accepted);
    }
  });

  it('is no longer accepted once its message gives an amount that does not fit, and is again when it fits', async () => {
    const { shop, handIn, dawit } = await openCounter(shops);
    const receipt = paid();
    const here = { paid: receipt, message: message() };
    const { id } = await handIn(here);
    for (const expected of [600, 500, 700]) {
      const fits = expected === 500;
      expect(await handIn({ ...here, expected })).toMatchObject({ answer: fits ? 'accept' : 'look' });
      expect(await shops.day(shop)).toMatchObject({ count: fits ? 1 : 0, notAccepted: fits ? 0 : 1 });
    }
    expect(await shops.row(shop, id)).toMatchObject({ answer: 'look', acceptance: null });
    expect(await handIn({ paid: receipt, member: dawit })).toMatchObject({ answer: 'accept' });
    expect(await handIn({ ...here, expected: 500 })).toMatchObject({ answer: 'look' });
  });

  it('stays accepted when the same text was sent twice and one of the two is corrected', async () => {
    const { shop, handIn } = await openCounter(shops);
    const given = { paid: paid(), content: 'what was sent' };
    const [first, second] = [message(), message()];
    const { id } = await handIn({ ...given, message: first });
    expect(await handIn({ ...given, message: second, expected: 600 })).toMatchObject({ repeated: false });
    expect(await handIn({ ...given, message: second })).toMatchObject({ answer: 'accept', repeated: true });
    const corrected = await handIn({ ...given, message: first, expected: 600 });
    expect(corrected.remarks.map(({ kind }) => kind)).toEqual(['already_accepted', 'amount']);
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: { by: 'Selam' } });
    await store.client.hincrby(names.bookRow(shop, id), 'takenAt', -61_000);
    expect(await handIn({ ...given, message: second, expected: 500 })).toMatchObject({ answer: 'accept' });
    expect(await handIn({ ...given, message: second, expected: 600 })).toMatchObject({ answer: 'look' });
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: null });
  });

  it('whose answer was never delivered can be accepted by anybody, unless another message or an owner has it', async () => {
    const { shop, owner, handIn, dawit } = await openCounter(shops);
    const receipt = paid();
    const here = { paid: receipt, message: message() };
    const { id } = await handIn(here);
    await shops.withdraw(shop, id, message());
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: { by: 'Selam' } });
    await shops.withdraw(shop, id, here.message);
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: null });
    const there = message();
    expect(await handIn({ paid: receipt, member: dawit, message: there })).toMatchObject({
      answer: 'accept',
    });
    await shops.acceptOverride(shop, id, owner, here.message);
    await shops.withdraw(shop, id, there);
    expect(await shops.row(shop, id)).toMatchObject({ acceptance: { by: 'Almaz', anyway: true } });
    expect(await shops.day(shop)).toMatchObject({ count: 1 });
  });

  it('that was accepted in time does not become too old when it is checked again', async () => {
    const { shop, handIn } = await openCounter(shops);
    const paidAt = new Date(Date.now() - 30 * 3_600_000).toISOString();
    const here = { paid: paid({ paidAt }), message: message() };
    await shops.set(shop, { maxAgeHours: 48 });
    const { id } = await handIn(here);
    await store.client.hincrby(names.bookRow(shop, id), 'takenAt', -10 * 3_600_000);
    await shops.set(shop, { maxAgeHours: 24 });
    expect(await handIn({ ...here, expected: 500 })).toMatchObject({ answer: 'accept' });
  });

  it('that needed review is accepted once it has no findings', async () => {
    const { shop, handIn } = await openCounter(shops);
    const receipt = paid();
    expect(await handIn({ paid: receipt, expected: 600 })).toMatchObject({ answer: 'look' });
    expect(await shops.day(shop)).toMatchObject({ count: 0, notAccepted: 1 });
    expect(await handIn({ paid: receipt, expected: 500 })).toMatchObject({ answer: 'accept' });
    expect(await shops.day(shop)).toMatchObject({ count: 1, notAccepted: 0 });
  });

  it('paid to somebody else is refused and never taken', async () => {
    const { shop, handIn } = await openCounter(shops);
    const receipt = paid({ receiver: { name: 'Kebede Test', account: '2519****9999', bank: null } });
    const { id } = await handIn({ paid: receipt });
    expect(await handIn({ paid: receipt })).toMatchObject({
      answer: 'refuse',
      remarks: [{ kind: 'not_ours' }],
    });
    expect(await shops.row(shop, id)).toMatchObject({ answer: 'refuse', acceptance: null });
  });

  it("stays in its shop's ledger", async () => {
    const { handIn } = await openCounter(shops);
    const other = await openCounter(shops);
    const receipt = paid();
    const { id } = await handIn({ paid: receipt });
    expect(await other.handIn({ paid: receipt })).toMatchObject({ id, answer: 'accept' });
    expect(await shops.row((await openCounter(shops)).shop, id)).toBeNull();
  });

  it('is kept 400 days, and its reference is in no key name', async () => {
    const { shop, handIn } = await openCounter(shops);
    const receipt = paid({ reference: 'SECRETREFERENCE' });
    const { id } = await handIn({ paid: receipt });
    const ttl = await store.client.pttl(names.bookRow(shop, id));
    expect(ttl).toBeGreaterThan(399.9 * 86_400_000);
    expect(ttl).toBeLessThan(401.1 * 86_400_000);
    expect((await store.client.keys('*')).join()).not.toContain('SECRETREFERENCE');
  });

  it('is not evaluated against an invalid amount', async () => {
    const { handIn } = await openCounter(shops);
    await expect(handIn({ expected: 'much' })).rejects.toMatchObject({ kind: 'invalid', field: 'expected' });
  });

  it('is refused for an unknown shop', async () => {
    const { handIn } = await openCounter(shops);
    await expect(handIn({ shop: 'acc_nobody' })).rejects.toMatchObject({ kind: 'unknown' });
  });
});

describe('an override', () => {
  it("is an owner's decision, counted and recorded as such", async () => {
    const { shop, owner, selam, handIn } = await openCounter(shops);
    const { id } = await handIn({ expected: 600 });
    await expect(shops.acceptOverride(shop, id, selam, message())).rejects.toMatchObject({
      kind: 'not_owner',
    });
    expect(await shops.acceptOverride(shop, id, owner, message())).toMatchObject({
      answer: 'look',
      acceptance: { member: owner, by: 'Almaz', anyway: true },
      anyway: { by: 'Almaz' },
    });
    expect(await shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: 'Almaz', count: 1 }] });
  });

  it('does not change who accepted first, and counts the money once', async () => {
    const { shop, owner, dawit, handIn } = await openCounter(shops);
    const receipt = paid();
    await handIn({ paid: receipt });
    const { id } = await handIn({ paid: receipt, member: dawit });
    expect(await shops.acceptOverride(shop, id, owner, message())).toMatchObject({
      acceptance: { by: 'Selam', anyway: false },
      anyway: { by: 'Almaz' },
    });
    expect(await shops.day(shop)).toMatchObject({ count: 1, total: '500.00' });
  });

  it('needs a receipt that is in the ledger', async () => {
    const { shop, owner } = await openCounter(shops);
    for (const id of ['x'.repeat(22), '../../etc', '']) {
      await expect(shops.acceptOverride(shop, id, owner, message())).rejects.toMatchObject({
        kind: 'unknown',
      });
    }
  });
});

describe('an unverified receipt', () => {
  const why = 'bank_timeout';

  it('is listed in the day once, until the receipt is verified by anybody', async () => {
    const { shop, selam, dawit, handIn } = await openCounter(shops);
    const receipt = paid();
    const asked = { provider: 'telebirr', reference: receipt.reference };
    await shops.recordUnverified({ shop, member: selam, ...asked, why, message: message() });
    await shops.recordUnverified({ shop, member: dawit, ...asked, why: 'provider_down', message: message() });
    expect((await shops.day(shop)).unresolved).toMatchObject([{ ...asked, why, by: 'Selam' }]);
    await handIn({ paid: receipt, member: dawit });
    expect((await shops.day(shop)).unresolved).toEqual([]);
  });

  it('is identified by its message where nothing could be read, and cleared when the bank denies it', async () => {
    const { shop, selam, handIn } = await openCounter(shops);
    const [photo, blurred, wrong] = [message(), message(), message()];
    await shops.recordUnverified({ shop, member: selam, why: 'detection_failed', message: photo });
    await shops.recordUnverified({ shop, member: selam, why: 'detection_failed', message: blurred });
    const asked = { provider: 'telebirr', reference: 'DKK4A1GONE' };
    await shops.recordUnverified({ shop, member: selam, ...asked, why, message: wrong });
    await handIn({ message: photo });
    await shops.clearUnverified({ shop, ...asked, message: wrong });
    expect((await shops.day(shop)).unresolved).toMatchObject([
      { provider: null, reference: null, link: blurred.link },
    ]);
  });
});
