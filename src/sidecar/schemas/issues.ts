/** Validation results as the `issues` of `invalid_request`. */
import type { FastifySchemaValidationError } from 'fastify';
import type { z } from 'zod';
import type { Issue } from '../../engine/api/errors.js';

/** Uses zod's codes and messages, which name types and rules, never the value sent. */
export function issuesOf(validation: readonly FastifySchemaValidationError[]): Issue[] {
  return validation.map(({ instancePath, keyword, message = 'is not valid', params }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    ...(wrongType(keyword, params) ?? { code: keyword, message }),
  }));
}

/** A union that fails because no member has the right type becomes `invalid_type`; null for other union errors. */
function wrongType(keyword: string, { errors }: Record<string, unknown>): Omit<Issue, 'path'> | null {
  if (keyword !== 'invalid_union' || !Array.isArray(errors)) return null;
  const expected = errors.flat().map((issue: { code?: string; expected?: string }) => issue.expected);
  if (!expected.every((type) => typeof type === 'string')) return null;
  return { code: 'invalid_type', message: `Invalid input: expected ${expected.join(' or ')}` };
}

/** The same for errors of zod used without Fastify. */
export function zodIssues({ issues }: z.ZodError): Issue[] {
  return issuesOf(
    issues.map(({ path, code, message, ...params }) => ({
      instancePath: `/${path.join('/')}`,
      schemaPath: '',
      keyword: code,
      message,
      params,
    })),
  );
}
