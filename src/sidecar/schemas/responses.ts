/** Success response schemas, for documentation only: responses are not filtered through them. */
import { z } from 'zod';

const text = z.string().nullable();
const money = z.string().describe('Decimal string with two places');
const moment = z.string().describe('ISO 8601');
const count = z.number().int().min(0);
const need = z.enum(['account', 'phone', 'link']);

export const receipt = z
  .looseObject({ source: z.string() })
  .meta({ id: 'Receipt', description: "The bank's own fields; `source` identifies the layout" });

const party = z.looseObject({ name: text, account: text });

const payment = z
  .looseObject({
    amount: money,
    currency: z.string(),
    fee: money.nullable(),
    vat: money.nullable(),
    total: money.nullable(),
    payer: party,
    receiver: party.extend({ bank: text }),
    reference: z.string().describe('The number the bank prints'),
    status: z.literal('settled'),
    paidAt: moment.nullable(),
    reason: text,
    channel: text,
  })
  .meta({ id: 'Payment', description: 'One shape for every bank' });

const checked = {
  ok: z.boolean(),
  reason: z
    .enum(['not_printed', 'mismatch', 'ambiguous'])
    .optional()
    .describe(
      'When `ok` is false: the receipt does not print it, prints something else, or is not clear enough',
    ),
};

const checks = z
  .looseObject({
    ok: z.boolean().describe('True when every check present is ok'),
    amount: z.looseObject({ ...checked, expected: money, actual: money, difference: money }).optional(),
    receiver: z
      .looseObject({
        ...checked,
        match: z.enum(['exact', 'masked', 'name', 'none']),
        confidence: z.number().min(0).max(1),
      })
      .optional(),
    bank: z
      .looseObject({
        ...checked,
        expected: z.string(),
        actual: z.string().describe('A provider key, or the printed name where it matches no known bank'),
      })
      .optional(),
    age: z.looseObject({ ...checked, hours: z.number().nullable() }).optional(),
    notBefore: z.looseObject({ ...checked, expected: moment, actual: moment.nullable() }).optional(),
  })
  .meta({
    id: 'Checks',
    description: 'Present when `expect` was sent, or when the shop of the account has saved accounts',
  });

const history = z
  .looseObject({
    seenBefore: z.boolean(),
    times: count,
    firstAt: moment,
    firstBy: z.string(),
    possiblySameAs: z
      .array(z.string())
      .optional()
      .describe(
        'Numbers of other receipts shown to this account with the same amount, receiver and time: perhaps the same transfer',
      ),
  })
  .meta({
    id: 'History',
    description: 'How often this receipt was shown to this account, this time included',
  });

export const verificationExample = {
  ok: true,
  verdict: 'verified',
  processingStatus: 'completed',
  requestId: '0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a',
  providerKey: 'telebirr',
  reference: 'DKK4A1B2C3',
  resolvedUrl: 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3',
  httpStatus: 200,
  fetchedAt: '2026-11-20T07:30:01.000Z',
  cached: false,
  livemode: false,
  receipt: { source: 'telebirr-html', receiptNo: 'DKK4A1B2C3', transactionStatus: 'Completed' },
  payment: {
    amount: '5000.00',
    currency: 'ETB',
    fee: '1.74',
    vat: '0.26',
    total: '5002.00',
    payer: { name: 'Abebe Kebede', account: '2519****0001' },
    receiver: { name: 'Selam Shop', account: '1****0001', bank: 'Commercial Bank of Ethiopia' },
    reference: 'DKK4A1B2C3',
    status: 'settled',
    paidAt: '2026-11-20T10:30:00+03:00',
    reason: null,
    channel: null,
  },
  history: { seenBefore: false, times: 1, firstAt: '2026-11-20T07:30:01.000Z', firstBy: 'Till 1' },
  rawHtmlLength: 25_928,
  egressSource: 'main',
  error: null,
} as const;

export const verification = z
  .looseObject({
    ok: z.literal(true),
    verdict: z.literal('verified'),
    processingStatus: z.literal('completed'),
    requestId: text.describe('Null when served from the cache'),
    providerKey: z.string(),
    reference: z.string().describe('Canonical form of the requested reference'),
    resolvedUrl: z.string().describe('Link to the receipt for a browser'),
    httpStatus: count.describe("The bank's own status"),
    fetchedAt: moment,
    cached: z.boolean(),
    livemode: z.boolean().describe('True only when a real bank was asked'),
    receipt,
    payment,
    checks: checks.optional(),
    history: history.optional(),
    rawHtmlLength: count,
    egressSource: z.string(),
    error: z.null(),
  })
  .meta({
    id: 'Verification',
    description: 'The receipt is real and settled',
    examples: [verificationExample],
  });

const detection = z
  .looseObject({
    provider: text.describe('Null where several banks use references of this form'),
    reference: text,
    url: text.describe("The bank's link, where the picture shows one"),
    confidence: z.number().min(0).max(1),
    by: z.enum(['qr', 'ai', 'text']),
  })
  .meta({ id: 'Detection', description: 'A receipt reference read from a picture: a hint, not a fact' });

const detections = z.array(detection).describe('Everything that was read, the most confident first');

export const imageVerification = z
  .looseObject({
    ok: z.literal(true),
    verdict: z.literal('verified'),
    detections,
    upstream: z.looseObject({ attempted: z.literal(true), reason: z.null(), result: verification }),
  })
  .meta({
    id: 'ImageVerification',
    description: 'A receipt was read in the pictures, and is real and settled',
  });

/** Members that a failure of a request with pictures adds. */
export const readingOfFailure = {
  detections: detections.optional(),
  upstream: z
    .looseObject({
      attempted: z.boolean().describe('True once the bank was asked'),
      reason: text.describe("`provider_needs_full_url`, or the failure's code or reason"),
      result: z.null(),
    })
    .optional(),
};

const pendingExample = {
  verdict: 'pending',
  processingStatus: 'queued',
  requestId: '0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a',
  statusUrl: '/api/verify/0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a',
  eventsUrl: '/api/verify/0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a/events',
  position: 3,
} as const;

export const pending = z
  .looseObject({
    verdict: z.literal('pending'),
    processingStatus: z.literal('queued'),
    requestId: z.string(),
    statusUrl: z.string().describe('Path of the poll'),
    eventsUrl: z.string().describe('Path of the server-sent events'),
    position: z
      .number()
      .int()
      .min(1)
      .nullable()
      .describe("Position in the bank's queue; null once the lookup runs"),
  })
  .meta({ id: 'Pending', description: 'Accepted; no `ok` member yet', examples: [pendingExample] });

export const hello = z
  .looseObject({ ok: z.literal(true), ts: moment })
  .meta({ description: 'The service answers', examples: [{ ok: true, ts: '2026-11-20T07:30:01.000Z' }] });

export const resolution = z
  .looseObject({
    ok: z.literal(true),
    providerKey: text,
    reference: text,
    resolvedUrl: text,
    needs: z.array(need).describe('What the bank needs with the reference'),
    candidates: z.array(z.string()).describe('Provider keys an ambiguous reference may belong to'),
  })
  .meta({ id: 'Resolution', description: 'The bank and reference of a receipt; no bank was asked' });

export const usage = z
  .looseObject({
    ok: z.literal(true),
    account: z.string(),
    plan: z.enum(['free', 'shop', 'developer', 'scale', 'enterprise']),
    mode: z.enum(['live', 'test']),
    verifications: z.looseObject({
      used: count,
      cap: count.nullable().describe('Null: unlimited'),
      window: z.enum(['day', 'month']),
      startsAt: moment,
      endsAt: moment,
      timeZone: z.string(),
      overage: z.looseObject({
        available: z.boolean(),
        enabled: z.boolean(),
        count,
        priceEtb: z.number().nullable(),
        amountEtb: z.number(),
      }),
    }),
    screenshots: z.looseObject({ used: count, cap: count.nullable(), endsAt: moment }),
    rate: z.looseObject({ limit: count, used: count, resetsAt: moment }),
  })
  .meta({ id: 'Usage', description: 'Usage of the key and its account' });

export const providerList = z
  .looseObject({
    ok: z.literal(true),
    providers: z.array(
      z.looseObject({
        key: z.string(),
        name: z.string(),
        sources: z.array(z.string()),
        hosts: z.array(z.string()),
        bareReference: z.boolean().describe('True when a bare reference is enough'),
        needs: z.array(need),
        viewLimited: z
          .boolean()
          .describe('True where a link opens about five times in total: never repeat a failed call'),
        support: z.enum(['supported', 'recognised']),
      }),
    ),
  })
  .meta({ description: 'Banks known to this service' });

const component = {
  name: z.string(),
  host: z.string(),
  status: z.enum(['operational', 'degraded', 'down', 'unknown']),
  responseMs: count.nullable(),
  httpStatus: count.nullable(),
  error: text,
};
const internal = z.looseObject({ ...component, group: z.literal('internal') });
const upstream = z.looseObject({
  ...component,
  group: z.literal('upstream'),
  providerKey: z.string(),
  since: moment.nullable(),
  egress: z.array(
    z.looseObject({
      name: z.string(),
      ok: z.boolean(),
      responseMs: count.nullable(),
      error: text,
      at: moment,
    }),
  ),
  queue: z.looseObject({ running: count, waiting: count }),
});

export const status = z
  .looseObject({
    ok: z.boolean().describe('False when `status` is `down`'),
    status: z.enum(['operational', 'slow', 'down']),
    checkedAt: moment,
    cached: z.literal(true),
    store: z.enum(['redis', 'embedded']),
    banks: z.enum(['sandbox', 'live']),
    components: z.array(z.discriminatedUnion('group', [internal, upstream])),
  })
  .meta({ id: 'Status', description: 'Health of the service and of each bank' });

export const probeSchema = z.looseObject({ ok: z.boolean() }).meta({ description: 'State of this process' });

const sandboxExample = z.looseObject({
  curl: z.string(),
  screenshot: z
    .string()
    .optional()
    .describe('The receipt as a screenshot; also with ?style=photo and ?style=sms'),
});

export const sandboxExamples = z
  .looseObject({ ok: z.literal(true), examples: z.array(sandboxExample) })
  .meta({ description: 'A working example of each outcome of the simulated banks' });

export const hits = z.looseObject({ hits: count }).meta({
  description: 'Requests for this reference that reached the simulated bank',
  examples: [{ hits: 1 }],
});
