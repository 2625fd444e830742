/** Requests and responses of payment requests. */
import * as z from 'zod';
import { paymentRequestExample } from '../../engine/api/example.js';
import { attemptOutcomes, paymentRequestStatuses, reviewReasons } from '../../engine/api/payment-requests.js';
import { receivingAccountBody } from './receiving-accounts.js';
import { birrAmount } from './requests.js';
import { detections } from './responses.js';
import { idempotencyKey, moment } from './values.js';

const money = z.string().describe('Decimal string with two places, in birr');
const note = z.string().trim().min(1).max(200);

export const paymentRequestBody = z
  .strictObject({
    amount: birrAmount.describe('What is due, in birr: a number or a decimal string'),
    description: note.optional().describe('Shown to the customer'),
    externalId: z.string().min(1).max(100).optional().describe('Your own id, for example of the order'),
    receivers: z
      .array(z.strictObject(receivingAccountBody.shape))
      .min(1)
      .max(20)
      .optional()
      .describe('Accounts that the payment may go to; absent: the saved receiving accounts'),
    toleranceOver: birrAmount
      .optional()
      .describe('How much more may be paid without a review; absent: any amount'),
    expiresInMinutes: z.number().int().min(1).max(10_080).optional().describe('60 when absent'),
    notBefore: z.iso
      .datetime({ offset: true })
      .optional()
      .describe(
        'Earlier payments do not count; absent: 30 minutes before creation. With real banks at most a year ago',
      ),
    partial: z.boolean().optional().describe('Whether several payments may add up to the amount'),
    returnUrl: z.string().min(1).max(2_048).optional().describe('An https address'),
    metadata: z
      .record(z.string().min(1).max(40), z.string().max(500))
      .refine((entries) => Object.keys(entries).length <= 20, 'must have at most 20 keys')
      .optional()
      .describe('Your own data: at most 20 keys'),
  })
  .meta({
    examples: [
      {
        amount: '500.00',
        description: 'Order 17',
        externalId: '17',
        receivers: [{ provider: 'cbe', account: '1000123456789', name: 'Selam Test Tesfaye' }],
      },
    ],
  });

export const decisionBody = z
  .strictObject({
    reason: note.describe('Why; stored with the request'),
    attempt: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'The payment that you reviewed: `review.attempt`. If another one is in review by now, nothing is changed',
      ),
  })
  .meta({
    examples: [{ reason: 'Seen in the app of the bank', attempt: paymentRequestExample.attempts[0].id }],
  });

export const paymentRequestParams = z.object({ id: z.string().max(64).describe('`pr_…`') });

/** Strict: a misspelt filter would list everything. */
export const paymentRequestQuery = z.strictObject({
  status: z.enum(paymentRequestStatuses).optional(),
  externalId: z.string().min(1).max(100).optional(),
  after: z.string().min(1).max(64).optional().describe('Id of the last one seen'),
});

const attempt = z
  .object({
    id: z.string().nullable().describe('Null if it was refused before any check'),
    at: moment,
    by: z.enum(['merchant', 'payer']),
    outcome: z.enum(attemptOutcomes).nullable().describe('Null while it is being checked'),
    reason: z
      .string()
      .nullable()
      .describe('With `not_verified` and `could_not_check`: code or reason of the failure'),
    retrying: z.boolean().describe('It will be checked again automatically'),
    providerKey: z.string().nullable(),
    reference: z.string().nullable(),
    amount: money.nullable().describe('What was paid, once verified'),
    paidAt: moment.nullable(),
  })
  .meta({ id: 'PaymentAttempt', description: 'One receipt handed in' });

const members = {
  id: z.string(),
  url: z.string().describe('Page for the customer: says what to pay, and takes the receipt'),
  status: z.enum(paymentRequestStatuses),
  amount: money,
  currency: z.literal('ETB'),
  paid: money,
  remaining: money,
  description: z.string().nullable(),
  externalId: z.string().nullable(),
  receivers: z.array(z.object({ provider: z.string(), account: z.string(), name: z.string().nullable() })),
  toleranceOver: money.nullable().describe('Null: any amount'),
  partial: z.boolean(),
  notBefore: moment,
  createdAt: moment,
  expiresAt: moment,
  closedAt: moment.nullable().describe('Null while it is open or in review'),
  late: z.boolean().describe('Paid in time, but verified after it had expired'),
  review: z
    .object({
      attempt: z.string(),
      reasons: z.array(z.enum(reviewReasons)),
      decision: z
        .object({ kind: z.enum(['accepted', 'refused']), reason: z.string(), at: moment })
        .nullable(),
    })
    .nullable()
    .describe('Why it is or was in review'),
  returnUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  livemode: z.boolean(),
  attempts: z.array(attempt).describe('Oldest first; the last 20'),
};

const ok = z.literal(true);

export const paymentRequest = z.object({ ok, ...members }).meta({
  id: 'PaymentRequest',
  description: 'A request for an amount that a customer owes; it closes once',
  examples: [paymentRequestExample],
});

export const paymentRequestList = z.object({
  ok,
  paymentRequests: z.array(z.object(members)),
  more: z.boolean().describe('There is a next page: pass the last `id` as `after`'),
});

export const handedIn = z
  .object({
    ok,
    attempt,
    paymentRequest: z.object(members),
    detections: detections
      .optional()
      .describe(
        'Everything that was read from pictures. Only the receipt of `attempt` was checked: hand in others separately',
      ),
  })
  .meta({ id: 'HandedInReceipt', description: 'The outcome of the receipt, and the request as it is now' });

export const creationHeaders = z.object({
  'idempotency-key': idempotencyKey
    .optional()
    .describe('Repeats within 24 hours get the same request; 1 to 256 printable ASCII characters'),
});
