/** Examples of events, for test deliveries. */
import { batchExample, paymentRequestExample, verificationExample } from '../api/example.js';
import type { WebhookEventType } from '../api/webhooks.js';

const bank = { providerKey: 'telebirr', name: 'telebirr' };
const month = { startsAt: '2026-11-01T00:00:00+03:00', endsAt: '2026-12-01T00:00:00+03:00' };
const unpaid = { ...paymentRequestExample, paid: '0.00', remaining: '500.00', attempts: [] };

/** `data` by type. */
export const exampleData: Readonly<Record<WebhookEventType, object>> = {
  'verification.completed': verificationExample,
  'batch.completed': { object: batchExample },
  'bank.down': {
    object: { ...bank, since: '2026-11-20T07:30:01.000Z', status: 'down' },
    lastSuccessAt: '2026-11-20T07:25:01.000Z',
  },
  'bank.up': {
    object: { ...bank, since: '2026-11-20T07:50:01.000Z', status: 'operational' },
    downSince: '2026-11-20T07:30:01.000Z',
    downtimeMs: 1_200_000,
  },
  'usage.threshold': {
    counted: 'verifications',
    threshold: 80,
    keyPrefix: null,
    object: {
      account: 'acc_Example1Example1',
      plan: 'free',
      verifications: {
        used: 160,
        cap: 200,
        window: 'month',
        ...month,
        timeZone: 'Africa/Addis_Ababa',
        overage: { available: false, enabled: false, count: 0, priceEtb: null, amountEtb: 0 },
      },
      screenshots: { used: 12, cap: 200, endsAt: month.endsAt },
    },
  },
  'key.revoked': {
    object: {
      prefix: 'vk_test_Ab12Cd',
      label: 'Till 1',
      mode: 'test',
      createdAt: '2026-11-01T06:00:00.000Z',
      lastUsedAt: '2026-11-20T07:29:00.000Z',
      revokedAt: '2026-11-20T07:30:01.000Z',
    },
  },
  'payment_request.paid': { object: paymentRequestExample },
  'payment_request.review': {
    object: {
      ...paymentRequestExample,
      status: 'review',
      paid: '0.00',
      remaining: '500.00',
      closedAt: null,
      review: {
        attempt: paymentRequestExample.attempts[0].id,
        reasons: ['receiver_unclear'],
        decision: null,
      },
      attempts: [{ ...paymentRequestExample.attempts[0], outcome: 'review' }],
    },
  },
  'payment_request.expired': { object: { ...unpaid, status: 'expired', closedAt: unpaid.expiresAt } },
  'payment_request.canceled': {
    object: { ...unpaid, status: 'canceled', closedAt: '2026-11-20T07:40:00.000Z' },
  },
};
