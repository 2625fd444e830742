/**
 * The correct answer to every call, known in advance: the ending of a reference decides it
 * (docs/api.md#sandbox). While something is broken, honest failures are allowed too; a false answer never is.
 */
import type { Reply } from './call.js';

export type Ending = '' | 'GONE' | 'PEND' | 'BACK' | 'DIFF' | 'BADR' | 'SLOW' | 'XSSX';

interface Outcome {
  status: number;
  verdict: 'verified' | 'not_verified' | 'could_not_check';
  reason: string | null;
}

const verified: Outcome = { status: 200, verdict: 'verified', reason: null };
const refused = (reason: string): Outcome => ({ status: 502, verdict: 'not_verified', reason });

const outcomes: Readonly<Record<Ending, Outcome>> = {
  '': verified,
  SLOW: verified,
  XSSX: verified,
  GONE: refused('not_found'),
  PEND: refused('not_settled'),
  BACK: refused('not_settled'),
  DIFF: refused('mismatch'),
  BADR: { status: 502, verdict: 'could_not_check', reason: 'unreadable' },
};

/** Honest failures with their status: they report that nothing is known, and make no statement about the payment. */
const honest = {
  unavailable: 503,
  provider_down: 503,
  bank_timeout: 400,
  bank_unreachable: 400,
  bank_blocked: 400,
  bank_busy: 400,
  unreadable: 502,
} as const;
export type Honest = keyof typeof honest;

/** Failures that a fault excuses while it lasts. */
export interface Excuse {
  failures: readonly Honest[];
  /** Connections that are refused or break. */
  broken: boolean;
}

export const noExcuse: Excuse = { failures: [], broken: false };

export type Finding =
  | { kind: 'expected' }
  /** An honest failure: nothing is known yet. */
  | { kind: 'excused'; what: Honest | 'broken' | 'late' }
  | { kind: 'wrong'; what: string };

export function judge(reply: Reply, ending: Ending, excuse: Excuse): Finding {
  if (reply.kind === 'late') return wrong('no answer in the time that is documented');
  if (reply.kind === 'broken') {
    return excuse.broken ? { kind: 'excused', what: 'broken' } : wrong('the connection failed');
  }
  const { status, body, retryAfter } = reply;
  const name = body.error?.code ?? body.error?.reason ?? null;
  const wanted = outcomes[ending];
  const seen = `${status} ${body.verdict ?? 'without a verdict'} ${name ?? ''}`.trim();
  if (status === wanted.status && body.verdict === wanted.verdict && name === wanted.reason) {
    return { kind: 'expected' };
  }
  const failure = Object.keys(honest).find((one): one is Honest => one === name);
  if (!failure || !excuse.failures.includes(failure)) return wrong(seen);
  const inShape =
    status === honest[failure] &&
    body.ok === false &&
    body.verdict === 'could_not_check' &&
    typeof body.error?.message === 'string' &&
    (status !== 503 || Number(retryAfter) > 0);
  return inShape ? { kind: 'excused', what: failure } : wrong(`${seen}, not in the envelope`);
}

function wrong(what: string): Finding {
  return { kind: 'wrong', what };
}
