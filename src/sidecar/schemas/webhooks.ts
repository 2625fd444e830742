/** Requests and responses of webhook endpoints, and events of an account. */
import * as z from 'zod';
import { type WebhookSubscription, webhookEventTypes } from '../../engine/api/index.js';
import { moment } from './values.js';

const subscription = z.enum(['*', ...webhookEventTypes] as [WebhookSubscription, ...WebhookSubscription[]]);

const members = {
  url: z.string().min(1).max(2_048).describe('A public https address'),
  events: z
    .array(subscription)
    .min(1)
    .max(20)
    .describe('Types of events; `*` for all, including those of later versions'),
  description: z.string().max(200).nullable().optional(),
};

export const endpointBody = z
  .strictObject(members)
  .meta({ examples: [{ url: 'https://shop.example/hooks/deresegn', events: ['*'] }] });

export const endpointChange = z.strictObject({
  url: members.url.optional(),
  events: members.events.optional(),
  description: members.description,
  disabled: z.boolean().optional().describe('True pauses its deliveries; false resumes them'),
});

export const testBody = z.strictObject({ type: z.enum(webhookEventTypes) });

export const endpointParams = z.object({ id: z.string().describe('`whe_…`') });

/** Also for deliveries to the `webhookUrl` of calls. */
export const logParams = z.object({
  id: z.string().describe('`whe_…`, or `calls` for deliveries to the `webhookUrl` of calls'),
});

export const webhookCallSecret = z
  .object({ ok: z.literal(true), secret: z.string().describe('`whsec_…`') })
  .meta({ id: 'WebhookCallSecret' });

export const deliveryParams = logParams.extend({ deliveryId: z.string().describe('`dlv_…`') });

/** Strict: a misspelt `after` would start over. */
export const eventsQuery = z.strictObject({
  after: z.string().min(1).max(64).optional().describe('Id of the last event seen'),
});

const endpointMembers = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  createdAt: moment,
  disabledAt: moment.nullable().describe('Null while it is enabled'),
  disabledReason: z
    .enum(['gone', 'failing', 'owner'])
    .nullable()
    .describe('`gone`: it answered 410; `failing`: five days without a success; `owner`: you paused it'),
  failingSince: moment.nullable().describe('The first failure since the last success'),
};

const ok = z.literal(true);

export const endpoint = z
  .object({ ok, ...endpointMembers })
  .meta({ id: 'WebhookEndpoint', description: 'An address that receives events of the account' });

export const endpointSecret = endpoint
  .extend({ secret: z.string().describe('Signs the deliveries; shown only once') })
  .meta({ id: 'WebhookEndpointSecret' });

export const endpointList = z.object({ ok, endpoints: z.array(z.object(endpointMembers)) });

export const removed = z.object({ ok, id: z.string() });

const deliveryMembers = {
  id: z.string(),
  eventId: z.string().describe('The `webhook-id` of all attempts'),
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempt: z.number().int().min(0).describe('Attempts made'),
  httpStatus: z.number().int().nullable().describe('Of the last attempt; null when no answer arrived'),
  error: z
    .string()
    .nullable()
    .describe('Why the last attempt failed, for example `timeout`, `certificate` or `http_status`'),
  ms: z.number().int().nullable().describe('Duration of the last attempt'),
  createdAt: moment,
  attemptedAt: moment.nullable(),
  nextAttemptAt: moment.nullable(),
};

export const deliveryAnswer = z.object({ ok, ...deliveryMembers }).meta({ id: 'WebhookDelivery' });

export const deliveryList = z.object({ ok, deliveries: z.array(z.object(deliveryMembers)) });

export const eventList = z.object({
  ok,
  events: z.array(
    z.object({
      id: z.string().describe('The `webhook-id` of its deliveries'),
      type: z.string(),
      timestamp: moment,
      data: z.looseObject({}),
    }),
  ),
  more: z.boolean().describe('There is a next page: pass the last `id` as `after`'),
});
