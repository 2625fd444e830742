/** Documented error responses, generated from the engine's table of failures. */
import { z } from 'zod';
import { type FailureName, failureKinds } from '../../engine/api/errors.js';
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
  .meta({ id: 'VerificationFailure', description: 'A verification that did not end in a receipt' });

export const imageFailure = verificationFailure
  .extend(readingOfFailure)
  .meta({ id: 'ImageFailure', description: 'Pictures that did not end in a receipt' });

/** The messages of an event stream. */
export const verificationEvent = z
  .discriminatedUnion('verdict', [pending, verification, verificationFailure])
  .meta({ id: 'VerificationEvent', description: '`data` of a message: the body of the poll' });

/** Failures of the key itself. */
export const keyFailures = ['missing_key', 'invalid_key', 'revoked_key', 'rate_limited'] as const;
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

interface DocumentedResponse {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
}

/** Documented responses for these failures: one per status, listing each code or reason with its message. */
export function failureResponses(
  names: readonly FailureName[],
  schema: z.ZodType = failure,
): Record<number, DocumentedResponse> {
  const responses: Record<number, DocumentedResponse> = {};
  for (const name of names) {
    const { status, code, reason, message } = failureKinds[name];
    const line = `\`${code ?? reason}\`${code ? '' : ' (reason, no code)'}: ${message}`;
    const before = responses[status]?.description;
    responses[status] = answer(before ? `${before}\n\n${line}` : line, schema);
  }
  return responses;
}

/** A documented JSON response. */
export function answer(description: string, schema: z.ZodType): DocumentedResponse {
  return { description, content: { 'application/json': { schema } } };
}
