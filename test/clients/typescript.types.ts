/** Misuse of the TypeScript client does not compile: `tsc` fails at a mark without an error, and at an error without a mark. */
import { Deresegn, type Expectation, type VerifyRequest, webhooks } from '@deresegn/client';

const api = new Deresegn({ url: 'https://verify.example', key: 'vk_test_x' });
const reference = 'DKK4A1B2C3';
const toUs = { amount: '500.00', account: '0911223344', bank: 'telebirr' } as const;

export async function mayHandOver(): Promise<boolean> {
  const result = await api.verifyUntilResolved({ reference, expect: toUs }, { idempotencyKey: 'order-17' });
  // @ts-expect-error only what is verified has a payment
  console.log(result.payment);
  // @ts-expect-error only what is verified can be accepted
  console.log(result.accepted);
  if (result.verdict === 'could_not_check')
    console.log(result.reason === 'bank_timeout', result.retryAfterMs);
  // @ts-expect-error a "no" of the bank is none of an outage
  if (result.verdict === 'not_verified') return result.reason === 'bank_timeout';
  // @ts-expect-error a verdict that does not exist
  if (result.verdict === 'fake') return false;
  if (result.verdict !== 'verified') return false;
  console.log(result.problems.includes('amount_mismatch'), result.payment.amount);
  // @ts-expect-error a problem that does not exist
  console.log(result.problems.includes('amount_wrong'));
  return result.accepted;
}

const misspelt = { amount: 5, account: '0911223344', maxAgeHour: 2 };

/** Also what compiles. */
export const requests = [
  api.verify({ text: 'an SMS', expect: { amount: 500, name: 'Selam Test' } }),
  api.verify({ url: 'https://x.example', phone: '0911', expect: { amount: 'any', receiver: 'saved' } }),
  api.verify({ reference, expect: null }),
  passedOn({ reference, expect: toUs }),
  // @ts-expect-error no expectation
  api.verify({ reference }),
  // @ts-expect-error no receiver
  api.verify({ reference, expect: { amount: '500.00' } }),
  // @ts-expect-error a bank is no receiver
  api.verify({ reference, expect: { amount: '500.00', bank: 'telebirr' } }),
  // @ts-expect-error no amount
  api.verify({ reference, expect: { account: '0911223344' } }),
  // @ts-expect-error a misspelt amount
  api.verify({ reference, expect: { ammount: '500.00', account: '0911223344' } }),
  // @ts-expect-error a misspelt member beside those that are needed
  api.verify({ reference, expect: { amount: '500.00', account: '0911223344', maxAgeHour: 2 } }),
  // @ts-expect-error a misspelt member of a variable
  api.verify({ reference, expect: misspelt }),
  // @ts-expect-error a misspelt member of the request
  api.verify({ reference, provder: 'telebirr', expect: toUs }),
  // @ts-expect-error an expectation outside of `expect`
  api.verify({ reference, amount: 500, expect: null }),
  // @ts-expect-error an unknown bank
  api.verify({ reference, expect: { ...toUs, bank: 'telebir' } }),
  // @ts-expect-error an account beside the saved ones
  api.verify({ reference, expect: { ...toUs, receiver: 'saved' } }),
  // @ts-expect-error a link and a reference
  api.verify({ reference, url: 'https://x.example', expect: toUs }),
  // @ts-expect-error nothing to look up
  api.verifyUntilResolved({ expect: toUs }),
  // @ts-expect-error no picture
  api.verifyImage({ images: [], expect: toUs }),
  // @ts-expect-error a misspelt member, with pictures
  api.verifyImage({ images: [new Uint8Array()], expect: { ...toUs, tolerence: 1 } }),
  // @ts-expect-error a misspelt option
  api.verify({ reference, expect: toUs }, { timeout: 5 }),
  api.batches.create([{ id: '17', reference, expect: { amount: '500.00' } }]),
  // @ts-expect-error a misspelt member of an item
  api.batches.create([{ reference, expcet: { amount: '500.00' } }]),
  // @ts-expect-error an item without a receipt
  api.batches.create([{ id: '17' }]),
  api.paymentRequests.handIn('pr_x', { images: [new Uint8Array()] }),
  // @ts-expect-error no amount
  api.paymentRequests.create({ description: 'Order 17' }),
  // @ts-expect-error a misspelt member of a payment request
  api.paymentRequests.create({ amount: '500.00', expiresInMinute: 5 }),
  // @ts-expect-error two receipts
  api.paymentRequests.handIn('pr_x', { reference, text: 'an SMS' }),
  // @ts-expect-error a decision without a reason
  api.paymentRequests.accept('pr_x'),
  // @ts-expect-error an event that does not exist
  api.webhookEndpoints.create({ url: 'https://shop.example', events: ['verification.complete'] }),
];

/** A function of the caller's own, between its form and the client. */
function passedOn(request: VerifyRequest) {
  return api.verify(request);
}

// @ts-expect-error no receiver
export const incomplete: Expectation = { amount: '500.00' };

export function handled(headers: Headers, parsed: object, raw: string): unknown {
  // @ts-expect-error a body that was parsed has no signature
  webhooks.verify(headers, parsed, 'whsec_x');
  // @ts-expect-error no secret: an unverified webhook
  webhooks.verify(headers, raw);
  const event = webhooks.verify(headers, raw, 'whsec_x');
  // @ts-expect-error a status that does not exist
  if (event.type === 'payment_request.paid') return event.data.object.status === 'done';
  // @ts-expect-error a webhook of a pending verification does not exist
  return event.type === 'verification.completed' && event.data.verdict === 'pending';
}
