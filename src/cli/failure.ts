import type { Failure } from '../engine/api/errors.js';

/** The envelope (docs/api.md#errors-and-retry), as far as it applies without a caller. */
export function failureValue({ kind, details, message }: Failure): Record<string, unknown> {
  const { providerKey, reference, requestId, receipt, httpStatus, needs, candidates, issues } = details;
  const { code, reason } = kind;
  const error = { code, reason, message, needs, candidates, issues };
  return { ok: false, verdict: kind.verdict, providerKey, reference, requestId, httpStatus, receipt, error };
}

/** The same for a person, in one line: what is wrong with which part, and between whom to choose. */
export function failureLine({ message, details: { issues = [], candidates = [] } }: Failure): string {
  const choice = candidates.length > 0 ? [`One of: ${candidates.join(', ')}.`] : [];
  return [message, ...issues.map((issue) => issue.message), ...choice].join(' ');
}
