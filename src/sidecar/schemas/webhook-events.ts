/** `data` of each type of event: for documentation only, as for responses (docs/webhook-events.md is generated from it). */
import * as z from 'zod';
import type { WebhookEventType } from '../../engine/api/index.js';
import { batchProgress } from './batches.js';
import { verificationFailure } from './failures.js';
import { paymentRequest } from './payment-requests.js';
import { usage, verification } from './responses.js';
import { moment, providerKey } from './values.js';

interface DocumentedEvent {
  when: string;
  data: z.ZodType;
}

const bank = {
  providerKey,
  name: z.string(),
  since: moment.describe('When the change was seen, ISO 8601'),
};

const requestChange = z.object({
  object: paymentRequest.describe('What `GET /api/payment-requests/:id` showed at that moment'),
});

export const webhookEvents: Readonly<Record<WebhookEventType, DocumentedEvent>> = {
  'verification.completed': {
    when: 'a verification that was answered 202 has ended, whatever the outcome',
    data: z.union([verification, verificationFailure]),
  },
  'payment_request.paid': { when: 'a payment request is paid', data: requestChange },
  'payment_request.review': {
    when: 'a payment arrived that a person has to review before the payment request is paid',
    data: requestChange,
  },
  'payment_request.expired': { when: 'a payment request has expired', data: requestChange },
  'payment_request.canceled': { when: 'a payment request was canceled', data: requestChange },
  'batch.completed': {
    when: 'a batch is complete: each of its items has a result',
    data: z.object({
      object: batchProgress.describe('What `GET /api/batches/:id` shows, without the results'),
    }),
  },
  'bank.down': {
    when: 'a bank answers none of our addresses',
    data: z.object({
      object: z.object({ ...bank, status: z.literal('down') }),
      lastSuccessAt: moment.nullable().describe('When it last answered; null: never'),
    }),
  },
  'bank.up': {
    when: 'a bank that was down answers again',
    data: z.object({
      object: z.object({
        ...bank,
        status: z
          .enum(['operational', 'degraded'])
          .describe('`degraded`: it answers only some of our addresses'),
      }),
      downSince: moment,
      downtimeMs: z.number().int().min(0),
    }),
  },
  'usage.threshold': {
    when: '80 % or 100 % of a cap has been used; each once per window',
    data: z.object({
      counted: z.enum(['verifications', 'screenshots']),
      threshold: z.union([z.literal(80), z.literal(100)]).describe('Percent of the cap'),
      keyPrefix: z.string().nullable().describe('Of an Enterprise key with a cap of its own, else null'),
      object: usage
        .omit({ ok: true, mode: true, rate: true })
        .describe("The account's part of `GET /api/usage`"),
    }),
  },
  'key.revoked': {
    when: 'a key was revoked, in the dashboard or by the operator',
    data: z.object({
      object: z.object({
        prefix: z.string().describe('Its first 14 characters'),
        label: z.string(),
        mode: z.enum(['live', 'test']),
        createdAt: moment,
        lastUsedAt: moment.nullable(),
        revokedAt: moment,
      }),
    }),
  },
};
