/** Documented error responses, generated from the engine's table of failures. */
import * as z from 'zod';
import { createEnvelopes } from '../../engine/api/error-body.js';
import { Failure, type FailureName, failureKinds } from '../../engine/api/errors.js';
import { sandboxAnswers } from '../../engine/api/example.js';
import { pending, readingOfFailure, receipt, verification } from './responses.js';
import { errorCodes, errorReasons, need, providerKey } from './values.js';

const error = z
  .object({
    code: errorCodes.optional(),
    reason: errorReasons.optional(),
    message: z.string().describe('For people; match on code or reason'),
    docs: z.url().describe('The page about this error'),
    retry: z
      .enum(['never', 'after', 'backoff'])
      .describe('Whether to retry: `never`, `after` the seconds of `Retry-After`, or with growing pauses'),
    issues: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .describe('With invalid_request: the invalid members, by dotted path'),
    used: z.number().int().optional().describe('With quota_exceeded'),
    cap: z.number().int().optional().describe('With quota_exceeded'),
    needs: z.array(need).optional().describe('What to send with the reference'),
    candidates: z.array(providerKey).optional().describe('Provider keys to choose from'),
  })
  .meta({
    id: 'Error',
    description: 'Exactly one of `code` and `reason` is present',
  });

export const failure = z
  .object({ ok: z.literal(false), error })
  .meta({ id: 'Failure', description: 'The shape of every error' });

export const verificationFailure = failure
  .extend({
    verdict: z.enum(['not_verified', 'could_not_check']),
    providerKey: providerKey.optional(),
    reference: z.string().optional(),
    requestId: z.string().optional(),
    processingStatus: z.literal('failed').optional().describe('In polls and events'),
    httpStatus: z.number().int().nullable().optional().describe("The bank's own status"),
    receipt: receipt.optional().describe('Partial, with a 502; never contains an amount'),
  })
  .meta({ id: 'VerificationFailure', description: 'A verification without a receipt' });

export const imageFailure = verificationFailure
  .extend(readingOfFailure)
  .meta({ id: 'ImageFailure', description: 'Pictures in which no receipt could be verified' });

/** The messages of an event stream. */
export const verificationEvent = z
  .discriminatedUnion('verdict', [pending, verification, verificationFailure])
  .meta({ id: 'VerificationEvent', description: '`data` of a message: the body of the poll' });

/** Failures of the key itself. */
export const keyFailures = [
  'missing_key',
  'invalid_key',
  'revoked_key',
  'insufficient_scope',
  'rate_limited',
] as const;
/** Failures of every request that reads or writes the store. */
export const serviceFailures = ['unavailable', 'internal'] as const;
/** Failures of a JSON body. */
export const bodyFailures = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** Failures of a verification whose caller is admitted and whose body is valid. */
export const verificationFailures = [
  'unsupported_url',
  'unsupported_reference',
  'needs_account',
  'needs_phone',
  'needs_link',
  'ambiguous',
  'bank_busy',
  'bank_timeout',
  'bank_unreachable',
  'bank_blocked',
  'too_many_waiting',
  'quota_exceeded',
  'receipt_not_found',
  'not_settled',
  'mismatch',
  'unreadable',
  'provider_down',
  'unavailable',
  'internal',
] as const;
/** Additional failures of requests with pictures. */
export const pictureFailures = [
  'image_cap_reached',
  'ocr_daily_cap_reached',
  'detection_failed',
  'ai_not_configured',
  'doubtful_reading',
] as const;

type NamedExamples = Readonly<Record<string, { summary: string; value: object }>>;

export interface DocumentedResponse {
  description: string;
  content: Record<string, { schema: z.ZodType; examples: NamedExamples }>;
}

/**
 * Documented responses for these failures: one per status, listing each code or reason with its message and an example.
 * @param polled the request may have failed before it was polled
 */
export function failureResponses(
  names: readonly FailureName[],
  schema: z.ZodType = failure,
  polled = false,
): Record<number, DocumentedResponse> {
  const statuses = new Set(names.map((name) => failureKinds[name].status));
  const responses = [...statuses].map((status) => {
    const alike = names.filter((name) => failureKinds[name].status === status);
    return [status, answer(alike.map(lineOf).join('\n\n'), schema, failureExamples(alike, schema, polled))];
  });
  return Object.fromEntries(responses);
}

function lineOf(name: FailureName): string {
  const { code, reason, message } = failureKinds[name];
  return `[\`${code ?? reason}\`](/docs/errors/${name})${code ? '' : ' (reason, no code)'}: ${message}`;
}

/** A documented response: JSON, if no other type is given. */
export function answer(
  description: string,
  schema: z.ZodType,
  examples: NamedExamples = {},
  type = 'application/json',
): DocumentedResponse {
  return { description, content: { [type]: { schema, examples } } };
}

const example = { baseUrl: 'https://deresegn.example', requestId: '0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a' };
const envelopeOf = createEnvelopes(example.baseUrl);

/** A documented response: JSON, or a table with `Accept: text/csv`. */
export function answerOrCsv(description: string, schema: z.ZodType): object {
  const { content } = answer(description, schema);
  return { description, content: { ...content, 'text/csv': { schema: z.string() } } };
}

/** Recorded answers of the sandbox; for failures without a recorded answer, the error without details. */
function failureExamples(names: readonly FailureName[], schema: z.ZodType, polled: boolean): NamedExamples {
  const ofVerification = schema === failure ? undefined : example;
  const examples = names.map((name) => {
    const recorded = ofVerification && sandboxAnswers[name];
    const value = recorded ?? envelopeOf(new Failure(name), ofVerification);
    const endedEarlier = polled && verificationFailures.some((failure) => failure === name);
    const body = endedEarlier ? { ...value, processingStatus: 'failed' } : value;
    return [name, { summary: failureKinds[name].message, value: body }];
  });
  return Object.fromEntries(examples);
}

/** Recorded answers as examples of a response. */
export function recordedExamples(summaries: Readonly<Record<string, string>>): NamedExamples {
  const examples = Object.entries(summaries).map(([name, summary]) => [
    name,
    { summary, value: sandboxAnswers[name] },
  ]);
  return Object.fromEntries(examples);
}

/** Every 200 about a receipt: the receipt is real and settled, but not always as expected. */
export const verificationExamples = recordedExamples({
  verified: 'A settled payment, first seen',
  as_expected: 'The expected amount, paid to the expected account',
  another_amount: 'A settled payment of another amount than expected: `checks.ok` is false',
  seen_before: 'A receipt that was shown before: `history.seenBefore` is true',
});

export const pendingExamples = recordedExamples({ pending: 'The bank is being asked' });
