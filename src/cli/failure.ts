import type { Failure } from '../engine/errors.js';

/** The envelope of INTERFACE.md section 4, as far as it applies without a caller. */
export function failureValue({ kind, details, message }: Failure): Record<string, unknown> {
  const { providerKey, reference, requestId, receipt, httpStatus, needs, candidates, issues } = details;
  const { code, reason } = kind;
  const error = { code, reason, message, needs, candidates, issues };
  return { ok: false, verdict: kind.verdict, providerKey, reference, requestId, httpStatus, receipt, error };
}
