/** The search of records, as its form sends it. */
import type { FastifyRequest } from 'fastify';
import type { VerificationQuery, VerificationRecord } from '../../../../engine/index.js';

export const checkStates = ['all', 'ok', 'failed'] as const;
type CheckState = (typeof checkStates)[number];

export interface RecordSearch {
  /** A reference, or part of a name or account of payer or receiver; empty: everything. */
  text: string;
  provider: string | undefined;
  /** `yyyy-MM-dd`, in the time zone of the deployment, both days included. */
  from: string | undefined;
  to: string | undefined;
  checks: CheckState;
  /** Records of simulated banks. */
  test: boolean;
  after: string | undefined;
}

const textMax = 128;

/** Invalid values are ignored. @param banks provider keys */
export function searchIn({ query }: FastifyRequest, banks: readonly string[]): RecordSearch {
  const fields = query as Record<string, unknown>;
  const field = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim().slice(0, textMax) : '';
  };
  const after = field('after');
  return {
    text: field('q'),
    provider: banks.find((bank) => bank === field('bank')),
    from: dayIn(field('from')),
    to: dayIn(field('to')),
    checks: checkStates.find((state) => state === field('checks')) ?? 'all',
    test: field('mode') === 'test',
    after: /^ver_\d{13,15}$/.test(after) ? after : undefined,
  };
}

/** Everything but the page, as parameters of a link. */
export function parametersOf(search: RecordSearch): Record<string, string> {
  const { text, provider, from, to, checks, test } = search;
  return {
    ...(text && { q: text }),
    ...(provider && { bank: provider }),
    ...(from && { from }),
    ...(to && { to }),
    ...(checks !== 'all' && { checks }),
    ...(test && { mode: 'test' }),
  };
}

/** The criteria that the engine searches by. */
export function engineQueryOf({ provider, from, to, after }: RecordSearch): VerificationQuery {
  return { provider, from, to, after };
}

/** True for criteria that the engine does not search by. */
export function needsFilter({ text, checks }: RecordSearch): boolean {
  return text !== '' || checks !== 'all';
}

export function matches({ text, checks }: RecordSearch, record: VerificationRecord): boolean {
  if (checks !== 'all' && record.checks?.ok !== (checks === 'ok')) return false;
  const { payer, receiver, reference } = record.payment;
  const wanted = folded(text);
  return [reference, payer.name, payer.account, receiver.name, receiver.account].some(
    (part) => part !== null && folded(part).includes(wanted),
  );
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

function dayIn(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Not 31 February.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}
