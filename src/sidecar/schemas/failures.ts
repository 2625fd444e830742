/** How failures are documented: from the engine's own table of them. */
import { z } from 'zod';
import { type FailureName, failureKinds } from '../../engine/api/errors.js';
import { readingOfFailure, receipt } from './responses.js';

const error = z.looseObject({
  code: z.string().optional().describe('Stable code; absent in the code-less cases, which have a reason'),
  reason: z.string().optional().describe('Why, in the code-less cases'),
  message: z.string().describe('For people; match on code or reason'),
  docs: z.url().describe('The page about this error'),
  retry: z
    .enum(['never', 'after', 'backoff'])
    .describe('Whether to send it again: no, as `Retry-After` says, or after pauses that grow'),
  issues: z
    .array(z.looseObject({ path: z.string(), code: z.string(), message: z.string() }))
    .optional()
    .describe('With invalid_request: what is wrong, by dotted path'),
  used: z.number().int().optional().describe('With quota_exceeded'),
  cap: z.number().int().optional().describe('With quota_exceeded'),
  needs: z.array(z.string()).optional().describe('What to send beside the reference'),
  candidates: z.array(z.string()).optional().describe('Provider keys to choose from'),
});

export const failure = z
  .looseObject({ ok: z.literal(false), error })
  .meta({ id: 'Failure', description: 'Every error has this shape' });

export const verificationFailure = failure
  .extend({
    verdict: z.enum(['not_verified', 'could_not_check']),
    providerKey: z.string().optional(),
    reference: z.string().optional(),
    requestId: z.string().optional(),
    processingStatus: z.literal('failed').optional().describe('In polls and events'),
    httpStatus: z.number().int().nullable().optional().describe("The bank's own status"),
    receipt: receipt.optional().describe('Partial, with a 502; never with a sum'),
  })
  .meta({ id: 'VerificationFailure', description: 'A verification that did not end in a receipt' });

export const imageFailure = verificationFailure
  .extend(readingOfFailure)
  .meta({ id: 'ImageFailure', description: 'Pictures that did not end in a receipt' });

/** What the key itself may be refused with. */
export const keyFailures = ['missing_key', 'invalid_key', 'revoked_key', 'rate_limited'] as const;
/** What a JSON body may be refused with. */
export const bodyFailures = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** What the verification of a receipt may end in, once whoever asks is let in and the body is read. */
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
/** What pictures may be refused with beside. */
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

/** Documented responses for these failures, one a status, naming each code or reason and what it means. */
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
