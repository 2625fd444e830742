/**
 * Schemas of success responses, for documentation only: responses are not filtered through them. Members may be added later, so
 * objects are described without `additionalProperties`; only loose objects have members of any name.
 */
import * as z from 'zod';
import { errorCodes, errorReasons, moment, need, providerKey, source } from './values.js';

const text = z.string().nullable();
const money = z.string().describe('Decimal string with two places');
const count = z.number().int().min(0);

export const receipt = z
  .looseObject({ source })
  .meta({ id: 'Receipt', description: "The bank's own fields; `source` identifies the layout" });

const party = z.object({ name: text, account: text });

export const payment = z
  .object({
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

export const checks = z
  .object({
    ok: z.boolean().describe('True when every check present is ok'),
    amount: z.object({ ...checked, expected: money, actual: money, difference: money }).optional(),
    receiver: z
      .object({
        ...checked,
        match: z.enum(['exact', 'masked', 'name', 'none']),
        confidence: z.number().min(0).max(1),
      })
      .optional(),
    bank: z
      .object({
        ...checked,
        expected: z.string(),
        actual: z.string().describe('A provider key, or the printed name where it matches no known bank'),
      })
      .optional(),
    age: z.object({ ...checked, hours: z.number().nullable() }).optional(),
    notBefore: z.object({ ...checked, expected: moment, actual: moment.nullable() }).optional(),
  })
  .meta({
    id: 'Checks',
    description: 'Present when `expect` was sent, or when the account has saved receiving accounts',
  });

const history = z
  .object({
    seenBefore: z.boolean(),
    times: count,
    firstAt: moment,
    firstBy: z.string(),
    possiblySameAs: z
      .array(z.string())
      .optional()
      .describe(
        'Numbers of other receipts shown to this account with the same amount, receiver and time: possibly of the same transfer',
      ),
  })
  .meta({
    id: 'History',
    description: 'How often this receipt was shown to this account, this time included',
  });

export const verification = z
  .object({
    ok: z.literal(true),
    verdict: z.literal('verified'),
    processingStatus: z.literal('completed'),
    requestId: text.describe('Null when served from the cache'),
    providerKey,
    reference: z.string().describe('Canonical form of the requested reference'),
    resolvedUrl: z.string().describe('Link that opens the receipt in a browser'),
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
  });

const detection = z
  .object({
    provider: providerKey.nullable().describe('Null where several banks use references of this form'),
    reference: text,
    url: text.describe("The bank's link, where the picture shows one"),
    confidence: z.number().min(0).max(1),
    by: z.enum(['qr', 'ai', 'text']),
  })
  .meta({ id: 'Detection', description: 'A receipt reference read from a picture: a hint, not a fact' });

export const detections = z.array(detection).describe('Everything that was read, the most confident first');

export const imageVerification = z
  .object({
    ok: z.literal(true),
    verdict: z.literal('verified'),
    detections,
    upstream: z.object({ attempted: z.literal(true), reason: z.null(), result: verification }),
  })
  .meta({
    id: 'ImageVerification',
    description: 'A receipt was read in the pictures, and is real and settled',
  });

/** Members that a failure of a request with pictures adds. */
export const readingOfFailure = {
  detections: detections.optional(),
  upstream: z
    .object({
      attempted: z.boolean().describe('True once the bank was asked'),
      reason: z
        .union([z.literal('provider_needs_full_url'), errorCodes, errorReasons])
        .nullable()
        .describe("`provider_needs_full_url`, or the failure's code or reason"),
      result: z.null(),
    })
    .optional(),
};

export const pending = z
  .object({
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
  .meta({ id: 'Pending', description: 'Accepted; no `ok` member yet' });

export const ping = z
  .object({ ok: z.literal(true), ts: moment })
  .meta({ description: 'The service answers', examples: [{ ok: true, ts: '2026-11-20T07:30:01.000Z' }] });

export const resolution = z
  .object({
    ok: z.literal(true),
    providerKey: providerKey.nullable(),
    reference: text,
    resolvedUrl: text,
    needs: z.array(need).describe('What the bank needs with the reference'),
    candidates: z.array(providerKey).describe('Provider keys an ambiguous reference may belong to'),
  })
  .meta({ id: 'Resolution', description: 'The bank and reference of a receipt; no bank was asked' });

export const usage = z
  .object({
    ok: z.literal(true),
    account: z.string(),
    plan: z.enum(['free', 'shop', 'developer', 'scale', 'enterprise']),
    mode: z.enum(['live', 'test']),
    verifications: z.object({
      used: count,
      cap: count.nullable().describe('Null: unlimited'),
      window: z.enum(['day', 'month']),
      startsAt: moment,
      endsAt: moment,
      timeZone: z.string(),
      overage: z.object({
        available: z.boolean(),
        enabled: z.boolean(),
        count,
        priceEtb: z.number().nullable(),
        amountEtb: z.number(),
      }),
    }),
    screenshots: z.object({ used: count, cap: count.nullable(), endsAt: moment }),
    rate: z.object({ limit: count, used: count, resetsAt: moment }),
  })
  .meta({ id: 'Usage', description: 'Usage of the key and its account' });

export const providerList = z
  .object({
    ok: z.literal(true),
    providers: z.array(
      z.object({
        key: providerKey,
        name: z.string(),
        sources: z.array(source),
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
const internal = z.object({ ...component, group: z.literal('internal') });
const upstream = z.object({
  ...component,
  group: z.literal('upstream'),
  providerKey,
  since: moment.nullable(),
  egress: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      responseMs: count.nullable(),
      error: text,
      at: moment,
    }),
  ),
  queue: z.object({ running: count, waiting: count }),
});

export const status = z
  .object({
    ok: z.boolean().describe('False when `status` is `down`'),
    status: z.enum(['operational', 'slow', 'down']),
    checkedAt: moment,
    cached: z.literal(true),
    store: z.enum(['redis', 'embedded']),
    banks: z.enum(['sandbox', 'live']),
    components: z.array(z.discriminatedUnion('group', [internal, upstream])),
  })
  .meta({ id: 'Status', description: 'Health of the service and of each bank' });

export const probeSchema = z.object({ ok: z.boolean() }).meta({ description: 'State of this process' });

const sandboxExample = z.object({
  curl: z.string(),
  screenshot: z
    .string()
    .optional()
    .describe('The receipt as a screenshot; also with ?style=photo and ?style=sms'),
});

export const sandboxExamples = z
  .object({ ok: z.literal(true), examples: z.array(sandboxExample) })
  .meta({ description: 'A working example of each outcome of the simulated banks' });

export const hits = z.object({ hits: count }).meta({
  description: 'Requests for this reference that reached the simulated bank',
  examples: [{ hits: 1 }],
});
