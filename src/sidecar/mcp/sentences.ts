/**
 * Answers of tools in plain language, for the model to repeat. They consist of verdicts, amounts, times, keys of banks and fixed
 * texts, and contain nothing that a payer can write.
 */
import type { Envelope } from '../../engine/api/error-body.js';
import type { Issue } from '../../engine/api/errors.js';
import type {
  Checks,
  Detection,
  History,
  PaymentRequest,
  Pending,
  Resolution,
  StatusReport,
  Usage,
  Verification,
} from '../../engine/api/index.js';
import { otherReferences } from '../../engine/api/reading.js';

/**
 * The result for a cashier. A payment pays for an order only if it was compared with the order and is new to the account.
 */
export function verifiedText({ livemode, providerKey, reference, payment, checks, history }: Verification) {
  const { amount, currency, paidAt } = payment;
  const compared = comparisons(checks);
  const problems = [...compared.problems, ...repeats(history)];
  const when = paidAt === null ? '' : `, paid at ${paidAt}`;
  return sentences(
    simulated(livemode),
    `Verified: ${providerKey} shows ${plain(reference)} as settled, ${amount} ${currency}${when}.`,
    ...compared.matches,
    ...problems,
    problems.length === 0
      ? 'Everything expected matches, and this account was not shown the receipt before.'
      : 'Do not accept it for an order until a person has settled that.',
  );
}

/** Other receipts that the pictures show: any of them may be the intended one. */
export function othersText(detections: readonly Detection[], chosen: string | undefined): string | false {
  const list = otherReferences(detections, chosen).map(plain).join(', ');
  return list !== '' && `The pictures also show ${list}: verify each by its number.`;
}

/** A verification that continues. @param tool that returns its result */
export function stillPendingText(tool: string, { requestId }: Pick<Pending, 'requestId'>): string {
  return sentences(
    'Pending: the bank has not answered yet, so nothing is known about the payment.',
    `The check goes on. Call ${tool} with only requestId ${requestId} for its end.`,
  );
}

/** @param retryAfterSeconds with `error.retry` `after` */
export function failureText(
  { verdict, error, detections = [], reference }: Envelope,
  retryAfterSeconds?: number,
): string {
  const { message, issues = [], needs = [], candidates = [] } = error;
  const others = othersText(detections, reference);
  if (verdict === 'not_verified') {
    return sentences(
      `Not verified: ${message}`,
      'Do not hand over for it, and accuse nobody: a typing error or a payment made minutes ago can look the same.',
      others,
    );
  }
  return sentences(
    `Could not check: ${message}`,
    ...issues.map(issueText),
    needs.length > 0 && `Send with it: ${needs.join(', ')}.`,
    candidates.length > 0 && `Send provider, one of ${candidates.join(', ')}.`,
    'This says nothing about the payment: it is neither paid nor false.',
    others,
    retryText(error.retry, retryAfterSeconds),
  );
}

/** zod's messages about unknown members repeat their names, which the caller chose. */
function issueText({ path, code, message }: Issue): string {
  if (code === 'unrecognized_keys') return 'There is an argument that this tool does not know.';
  return `${path || 'Arguments'}: ${message.replace(/\.$/, '')}.`;
}

export function resolutionText({ providerKey, needs, candidates }: Resolution): string {
  return sentences(
    providerKey === null
      ? `Several banks use references of this form: ${candidates.join(', ')}.`
      : `This would be a receipt of ${providerKey}.`,
    needs.length > 0 && `The bank needs with it: ${needs.join(', ')}.`,
    'No bank was asked: it may not exist.',
  );
}

export function usageText({ plan, mode, verifications, screenshots, rate }: Usage): string {
  const { used, cap, window, endsAt } = verifications;
  return sentences(
    `Plan ${plan}, ${mode} key: ${used} of ${cap ?? 'unlimited'} verifications of this ${window} are used, until ${endsAt}.`,
    `Screenshot reads: ${screenshots.used} of ${screenshots.cap ?? 'unlimited'}.`,
    `Requests in this minute: ${rate.used} of ${rate.limit}.`,
  );
}

export function statusText({ status, banks, components }: StatusReport): string {
  const list = ([state, words]: [string, string]) => {
    const keys = components.flatMap((component) =>
      component.group === 'upstream' && component.status === state ? [component.providerKey] : [],
    );
    return keys.length > 0 && `${words}: ${keys.join(', ')}.`;
  };
  return sentences(
    banks === 'sandbox' && 'The banks here are simulated.',
    `The service is ${status}.`,
    ...Object.entries(bankStates).map(list),
    'A bank that does not answer says nothing about any receipt.',
  );
}

const bankStates = {
  operational: 'These banks answer',
  degraded: 'These answer some of our addresses',
  down: 'These do not answer',
  unknown: 'Not known yet',
};

export function paymentRequestText(request: PaymentRequest): string {
  const { id, url, status, amount, paid, remaining, expiresAt, review, late, livemode } = request;
  return sentences(
    simulated(livemode),
    `Payment request ${id} over ${amount} ETB is ${status}.`,
    status === 'open' && `${paid} ETB are paid, ${remaining} ETB remain, until ${expiresAt}.`,
    status === 'open' && `The customer pays at ${url}.`,
    status === 'review' && `A person of the shop has to decide: ${review?.reasons.join(', ')}.`,
    status === 'paid' && late && 'It was paid in time, and verified after it had expired.',
  );
}

function simulated(livemode: boolean) {
  return !livemode && 'TEST, a simulated bank: no real money was paid.';
}

const checkNames = ['amount', 'receiver', 'bank', 'age', 'notBefore'] as const;
const failedCheck = {
  mismatch: 'is not the expected one',
  not_printed: 'could not be compared, because the receipt does not print it',
  ambiguous: 'could not be compared, because the receipt is not clear',
};

/** Without amount and receiver, a receipt of any payment would pass. */
function comparisons(checks: Checks | undefined): { matches: string[]; problems: string[] } {
  const matches: string[] = [];
  const problems: string[] = [];
  for (const name of checkNames) {
    const check = checks?.[name];
    if (check?.ok) matches.push(name);
    else if (check)
      problems.push(
        `PROBLEM: the ${name} ${failedCheck[check.reason ?? 'mismatch']}${figures(name, checks)}.`,
      );
    else if (name === 'amount' || name === 'receiver') {
      problems.push(`NOT COMPARED: the ${name}, because none was expected.`);
    }
  }
  if (checks?.ok === false && problems.length === 0) problems.push('PROBLEM: a check failed.');
  return { matches: matches.length > 0 ? [`As expected: ${matches.join(', ')}.`] : [], problems };
}

function figures(name: (typeof checkNames)[number], checks: Checks | undefined): string {
  if (name === 'amount' && checks?.amount) return `: ${checks.amount.actual}, not ${checks.amount.expected}`;
  return name === 'age' && checks?.age?.hours != null ? `: ${checks.age.hours} hours` : '';
}

function repeats(history: History | undefined): string[] {
  if (history === undefined) return ['NOT COMPARED: whether this account was shown the receipt before.'];
  if (history.seenBefore) {
    return [
      `PROBLEM: this account was shown the receipt before, ${history.times} times in all, first at ${history.firstAt}.`,
    ];
  }
  return history.possiblySameAs?.length
    ? ['PROBLEM: another receipt this account was shown may be of the same transfer.']
    : [];
}

function retryText(retry: string, seconds: number | undefined): string {
  if (retry === 'never') return 'The same call again would not help.';
  return seconds === undefined
    ? 'Try again later.'
    : `Try again in ${Math.max(1, Math.ceil(seconds))} seconds.`;
}

/** References consist of these characters; anything else is not repeated. */
function plain(reference: string): string {
  return /^[\w.-]{1,128}$/.test(reference) ? reference : 'the receipt';
}

export function sentences(...parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(' ');
}
