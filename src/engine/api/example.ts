/** Answers of the service about receipts of the simulated banks, as documented and as test deliveries of webhooks send them. */
import recorded from './sandbox-answers.json' with { type: 'json' };

/** By name; a failure has its own name. `npm run docs` records them. */
export const sandboxAnswers: Readonly<Record<string, object>> = recorded;

export const verificationExample = recorded.verified;

/** A batch as documented, and as test deliveries of webhooks send it. */
export const batchExample = {
  ok: true,
  id: 'bat_5Tq2ZbW8nK4mX7cV1pL9aR',
  statusUrl: '/api/batches/bat_5Tq2ZbW8nK4mX7cV1pL9aR',
  eventsUrl: '/api/batches/bat_5Tq2ZbW8nK4mX7cV1pL9aR/events',
  status: 'completed',
  total: 2,
  counts: { pending: 0, verified: 1, notVerified: 1, couldNotCheck: 0 },
  livemode: false,
  createdAt: '2026-11-20T07:30:00.000Z',
  completedAt: '2026-11-20T07:30:04.000Z',
};

/** A payment request as documented, and as test deliveries of webhooks send it. */
export const paymentRequestExample = {
  ok: true,
  id: 'pr_3f8k2m9w7q4x5t1r6y0z8b2n4c',
  url: 'https://verify.example/pay/pr_3f8k2m9w7q4x5t1r6y0z8b2n4c',
  status: 'paid',
  amount: '500.00',
  currency: 'ETB',
  paid: '500.00',
  remaining: '0.00',
  description: 'Order 17',
  externalId: '17',
  receivers: [{ provider: 'cbe', account: '1000123456789', name: 'Selam Test Tesfaye' }],
  toleranceOver: null,
  partial: false,
  notBefore: '2026-11-20T07:00:00.000Z',
  createdAt: '2026-11-20T07:30:00.000Z',
  expiresAt: '2026-11-20T08:30:00.000Z',
  closedAt: '2026-11-20T07:36:02.000Z',
  late: false,
  review: null,
  returnUrl: null,
  metadata: { till: '2' },
  livemode: false,
  attempts: [
    {
      id: 'att_5Tq2ZbW8nK4mX7cV1pL9aR',
      at: '2026-11-20T07:36:00.000Z',
      by: 'merchant',
      outcome: 'paid',
      reason: null,
      retrying: false,
      providerKey: 'telebirr',
      reference: 'DKK4A1B2C3',
      amount: '500.00',
      paidAt: '2026-11-20T10:35:00+03:00',
    },
  ],
} as const;
