/** Payment requests with the TypeScript client, against the whole service: every status, and what becomes of a receipt. */
import { Deresegn } from '@deresegn/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expected, notBefore, openShops, paying, pictured, type Shops } from './order-steps.js';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.close());

it('the TypeScript client makes, pays, decides, cancels and lists payment requests', async () => {
  const { url, key, expired, picture } = await shops.open();
  const { paymentRequests } = new Deresegn({ url, key });
  const wallet = ({ order }: typeof paying) => [{ provider: 'telebirr', account: order.account }];
  const order = { amount: paying.order.amount, notBefore, receivers: wallet(paying), externalId: '17' };
  const once = { idempotencyKey: 'order-17' };
  const { id } = await paymentRequests.create(order, once);
  const again = await paymentRequests.create(order, once);
  const gone = await paymentRequests.handIn(id, { reference: 'DKK4A1GONE' });
  const paid = await paymentRequests.handIn(id, { text: `I paid, ${paying.reference}` });
  const other = await paymentRequests.create({ ...order, externalId: '18' });
  const used = await paymentRequests.handIn(other.id, { reference: paying.reference });
  const over = { amount: '1.00', toleranceOver: '0', notBefore, receivers: wallet(pictured) };
  const doubtful = await paymentRequests.create(over);
  const images = [picture] as const;
  const review = await paymentRequests.handIn(doubtful.id, { images });
  const refused = await paymentRequests.refuse(doubtful.id, 'too much');
  await paymentRequests.handIn(doubtful.id, { images });
  const list = await paymentRequests.list({ externalId: '17' });
  expect({
    twice: again.id === id,
    gone: [gone.attempt.outcome, gone.attempt.reason, gone.paymentRequest.status],
    paid: [paid.attempt.outcome, paid.paymentRequest.status, paid.paymentRequest.remaining],
    used: [used.attempt.outcome, used.paymentRequest.status],
    review: [review.attempt.outcome, review.paymentRequest.status, review.paymentRequest.review?.reasons[0]],
    refused: refused.status,
    accepted: (await paymentRequests.accept(doubtful.id, 'gave change')).status,
    canceled: (await paymentRequests.cancel(other.id)).status,
    expired: (await paymentRequests.get(expired)).status,
    listed: [list.paymentRequests[0]?.status, list.more],
    unknown: await paymentRequests.get('pr_none').catch((error: { code: string }) => error.code),
  }).toEqual(expected);
  await expect(paymentRequests.handIn(id, {} as never)).rejects.toThrow('exactly one of');
});
