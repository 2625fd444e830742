/** What the caller expects of a payment, held against what the bank says (docs/api.md#checks-of-an-expectation). */
import type { Party, Payment } from '../providers/types.js';
import { asDecimal, isBirr, parseBirr } from './birr.js';
import type { Checks, Expectation } from './types.js';

const hourMs = 3_600_000;

/** Sources whose printed time may be off by the zone: three hours are allowed there. */
const zoneUncertain = new Set(['mb-json']);

/**
 * Checks never change a verdict: the receipt is real whatever was expected of it.
 * @param own whether it went to an account the shop has saved; not asked where the caller names a receiver
 */
export function check(
  { payment, receipt }: { payment: Payment; receipt: { source: string } },
  expect: Expectation,
  now: number,
  own?: () => ReceiverCheck,
): Checks {
  const checks: Omit<Checks, 'ok'> = {};
  if (expect.amount !== undefined) checks.amount = checkAmount(payment, expect.amount, expect.tolerance);
  if (expect.account !== undefined || expect.name !== undefined) {
    checks.receiver = checkReceiver(payment.receiver, expect);
  } else if (own) {
    checks.receiver = own();
  }
  if (expect.maxAgeHours !== undefined) {
    checks.age = checkAge(payment.paidAt, expect.maxAgeHours, zoneUncertain.has(receipt.source) ? 3 : 0, now);
  }
  return { ok: Object.values(checks).every(({ ok }) => ok), ...checks };
}

/** Birr are expected: of another currency's money none is paid, whatever the figure. */
function checkAmount(payment: Payment, expected: number | string, tolerance: number | string = 0) {
  const inBirr = isBirr(payment);
  const actual = (inBirr ? parseBirr(payment.amount) : null) ?? 0n;
  const wanted = parseBirr(expected) ?? 0n;
  const difference = actual - wanted;
  const allowed = parseBirr(tolerance) ?? 0n;
  return {
    ok: inBirr && difference <= allowed && -difference <= allowed,
    expected: asDecimal(wanted),
    actual: asDecimal(actual),
    difference: asDecimal(difference),
  };
}

function checkAge(paidAt: string | null, maxAgeHours: number, slackHours: number, now: number) {
  if (paidAt === null) return { ok: false, hours: null };
  const hours = (now - Date.parse(paidAt)) / hourMs;
  return { ok: hours <= maxAgeHours + slackHours, hours: Math.round(hours * 10) / 10 };
}

export type ReceiverCheck = NonNullable<Checks['receiver']>;

/**
 * Account first, name second. A masked account shows too little to stand alone against a name that differs;
 * an account that differs is not made good by a name.
 */
function checkReceiver(receiver: Party, { account, name }: Expectation): ReceiverCheck {
  const byName = name === undefined ? null : sameName(receiver.name, name);
  const byAccount =
    account === undefined || receiver.account === null ? null : sameAccount(receiver.account, account);
  if (byAccount === null) return receiverCheck(byName === true ? 'name' : 'none');
  if (byAccount === 'none' || byName === false) return receiverCheck('none');
  return receiverCheck(byAccount);
}

const confidences = { exact: 1, masked: 0.9, name: 0.7, none: 0 } as const;

/** How sure a match makes. */
export function receiverCheck(match: ReceiverCheck['match']): ReceiverCheck {
  return { ok: match !== 'none', match, confidence: confidences[match] };
}

/** Compares what a mask leaves visible; phones by their last nine digits. */
export function sameAccount(printed: string, expected: string): 'exact' | 'masked' | 'none' {
  const shown = printed.replace(/\/(BANK|WALLET)$/i, '').replace(/[\s+-]/g, '');
  const wanted = expected.replace(/[\s+-]/g, '');
  const forms = [wanted, ...phoneForms(wanted)];
  if (forms.includes(shown)) return 'exact';
  const mask = /^([^*xX]*)[*xX]+([^*xX]*)$/.exec(shown);
  if (mask) {
    const [, prefix = '', suffix = ''] = mask;
    const fits = (form: string) =>
      form.length >= prefix.length + suffix.length && form.startsWith(prefix) && form.endsWith(suffix);
    return prefix + suffix !== '' && forms.some(fits) ? 'masked' : 'none';
  }
  // Who knows only the tail of an account is answered as for a mask.
  return wanted.length >= 4 && wanted.length < shown.length && shown.endsWith(wanted) ? 'masked' : 'none';
}

/** An Ethiopian mobile number in each way banks write it. */
function phoneForms(number: string): string[] {
  const mobile = /^(?:251|0)?([79]\d{8})$/.exec(number)?.[1];
  return mobile === undefined ? [] : [mobile, `0${mobile}`, `251${mobile}`];
}

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'ato', 'wro', 'wrt', 'eng']);

/** Every word of the shorter name stands in the longer one, titles and case aside, and at least two do. */
export function sameName(printed: string | null, expected: string): boolean {
  const shown = words(printed ?? '');
  const wanted = words(expected);
  const [shorter, longer] = shown.length < wanted.length ? [shown, wanted] : [wanted, shown];
  const enough = Math.min(2, longer.length);
  return shorter.length >= enough && shorter.length > 0 && shorter.every((word) => longer.includes(word));
}

function words(name: string): string[] {
  const parts = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return parts.filter((part) => !titles.has(part));
}
