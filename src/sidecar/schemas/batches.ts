/** Responses of batches. */
import * as z from 'zod';
import { batchExample, sandboxAnswers } from '../../engine/api/example.js';
import { verificationFailure } from './failures.js';
import { verification } from './responses.js';
import { moment } from './values.js';

const count = z.number().int().min(0);

const links = {
  id: z.string().describe('`bat_…`'),
  statusUrl: z.string().describe('Path of the counts and results'),
  eventsUrl: z.string().describe('Path of the server-sent events'),
};

export const acceptedBatch = z.object({ ...links, total: count }).meta({
  id: 'AcceptedBatch',
  description: 'Accepted; all of its items will be verified',
  examples: [
    {
      id: batchExample.id,
      statusUrl: batchExample.statusUrl,
      eventsUrl: batchExample.eventsUrl,
      total: batchExample.total,
    },
  ],
});

const members = {
  ok: z.literal(true),
  ...links,
  status: z.enum(['running', 'completed']),
  total: count,
  counts: z
    .object({ pending: count, verified: count, notVerified: count, couldNotCheck: count })
    .describe('Items by outcome; they add up to `total`'),
  livemode: z.boolean(),
  createdAt: moment,
  completedAt: moment.nullable().describe('Null while it runs'),
};

/** The messages of its event stream. */
export const batchProgress = z.object(members).meta({
  id: 'BatchProgress',
  description: 'Progress of a batch',
  examples: [batchExample],
});

const result = z
  .object({
    index: count.describe('Position in the batch, from 0'),
    id: z.string().nullable().describe('Your own id'),
    requestId: z.string(),
    status: z.enum(['pending', 'completed', 'failed']),
    httpStatus: z.number().int().nullable().describe('As for a single call; null while it is pending'),
    result: z
      .union([verification, verificationFailure])
      .nullable()
      .describe('The body that a single call would have; null while it is pending'),
  })
  .meta({ id: 'BatchResult', description: 'Result of an item' });

export const batchPage = z
  .object({
    ...members,
    results: z.array(result).describe('In the order of the items'),
    more: z.literal(false).describe('A batch has one page'),
  })
  .meta({
    id: 'Batch',
    description: 'A batch with its results',
    examples: [
      {
        ...batchExample,
        results: [
          {
            ...{ index: 0, id: 'order 17', requestId: 'b3f1c2d4-5e6f-8a7b-8c9d-0e1f2a3b4c5d' },
            ...{ status: 'completed', httpStatus: 200, result: sandboxAnswers.verified },
          },
          {
            ...{ index: 1, id: 'order 18', requestId: 'd4c3b2a1-6f5e-8b7a-8d9c-5d4c3b2a1f0e' },
            ...{ status: 'failed', httpStatus: 502, result: sandboxAnswers.receipt_not_found },
          },
        ],
        more: false,
      },
    ],
  });

export const batchParams = z.object({ id: z.string().max(64).describe('`bat_…`') });

export const batchQuery = z.strictObject({
  after: z.coerce.number().int().min(0).max(1_000).optional().describe('`index` of the last result seen'),
});
