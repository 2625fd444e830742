/** Maps errors of routes and of Fastify to the engine's failures. */
import type { FastifyError, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Failure, type FailureName } from '../engine/api/errors.js';
import { issuesOf, zodIssues } from './schemas/issues.js';

const byFrameworkCode: Readonly<Record<string, FailureName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
};

/** An unexpected error becomes `internal` with the error as its cause. */
export function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  const {
    code = '',
    statusCode = 500,
    validation,
  } = (error instanceof Error ? error : {}) as Partial<FastifyError>;
  // Fastify reads the body before the 404 handler runs, so a bad body can fail first.
  if (request.is404 && code.startsWith('FST_ERR_CTP_')) return new Failure('not_found');
  if (validation) return new Failure('invalid_request', { issues: issuesOf(validation) });
  const name = byFrameworkCode[code];
  if (name) return new Failure(name);
  if (code === 'FST_ERR_BAD_URL') return malformed('The request URL is malformed.');
  if (statusCode >= 400 && statusCode < 500) return malformed('The request body does not match its headers.');
  return new Failure('internal', {}, { cause: error });
}

/** `invalid_request` for a request that cannot be parsed as HTTP, JSON or a form. */
export function malformed(message: string, code = 'malformed'): Failure {
  return new Failure('invalid_request', { message, issues: [{ path: '', code, message }] });
}

/** `invalid_request` for a body with a member `__proto__` or `constructor`. */
export function forbiddenMember(): Failure {
  const message = 'No member of the body may be called __proto__ or constructor.';
  return new Failure('invalid_request', { issues: [{ path: '', code: 'unrecognized_keys', message }] });
}

/** @throws Failure `invalid_request` for what this schema, or every schema, rejects */
export function validated<S extends z.ZodType>(schema: S, members: unknown): z.output<S> {
  if (hasForbiddenMember(members)) throw forbiddenMember();
  const result = schema.safeParse(members);
  if (!result.success) throw new Failure('invalid_request', { issues: zodIssues(result.error) });
  return result.data;
}

/** Looks at every depth of `value`. */
function hasForbiddenMember(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const member = pending.pop();
    if (typeof member !== 'object' || member === null) continue;
    if (Object.hasOwn(member, '__proto__') || Object.hasOwn(member, 'constructor')) return true;
    pending.push(...Object.values(member));
  }
  return false;
}
