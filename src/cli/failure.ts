import type { Failure } from '../engine/api/errors.js';

/** The error body (docs/api.md#errors-and-retry), without members that need an HTTP request. */
export function failureValue({ kind, details, message }: Failure): Record<string, unknown> {
  const { providerKey, reference, requestId, receipt, httpStatus, needs, candidates, issues } = details;
  const { code, reason } = kind;
  const error = { code, reason, message, needs, candidates, issues };
  return { ok: false, verdict: kind.verdict, providerKey, reference, requestId, httpStatus, receipt, error };
}

/** The same as one line for a person: message, issues and candidates. */
export function failureLine({ message, details: { issues = [], candidates = [] } }: Failure): string {
  const choice = candidates.length > 0 ? [`One of: ${candidates.join(', ')}.`] : [];
  return [message, ...issues.map((issue) => issue.message), ...choice].join(' ');
}
