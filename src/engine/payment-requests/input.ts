/** Validates the input of a new payment request. */
import type { Banks } from '#engine/shared/banks.js';
import { parseBirr } from '#engine/shared/money.js';
import { cleanName, cleanNumber } from '#engine/shared/validation.js';
import { decimal } from '../../money.js';
import { invalidRequest } from '../api/errors.js';
import {
  type PaymentRequestInput,
  type Principal,
  type RequestReceiver,
  type SavedAccount,
  ShopError,
} from '../api/index.js';
import type { RequestData } from './record.js';

const minuteMs = 60_000;
const defaultMinutes = 60;
const minutesMax = 10_080;
/** A payment may be this much older than its request. */
const earlierMs = 30 * minuteMs;
/** The earliest `notBefore`: claims of transfers are stored for longer. */
const notBeforeMsMax = 365 * 86_400_000;
const receiversMax = 20;

interface ReadInput {
  data: RequestData;
  /** ms since 1970. */
  expiresAt: number;
}

/** @param saved receiving accounts of the account @throws Failure `invalid_request` */
export function readInput(
  input: PaymentRequestInput,
  payer: Principal,
  saved: readonly SavedAccount[],
  banks: Banks,
  now: number,
): ReadInput {
  const { description = null, externalId = null, returnUrl = null, metadata = {}, partial = false } = input;
  const minutes = input.expiresInMinutes ?? defaultMinutes;
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > minutesMax) {
    throw invalidRequest('expiresInMinutes', `must be a whole number of minutes, 1 to ${minutesMax}`);
  }
  const over = input.toleranceOver;
  const data: RequestData = {
    amount: birr(input.amount, 'amount', 1n),
    description,
    externalId,
    receivers: receiversOf(input, saved, banks),
    toleranceOver: over === undefined ? null : birr(over, 'toleranceOver', 0n),
    partial,
    notBefore: notBeforeOf(input.notBefore, payer, now),
    createdAt: new Date(now).toISOString(),
    returnUrl,
    metadata: { ...metadata },
    payer: storedPayer(payer),
  };
  if (returnUrl !== null) assertHttps(returnUrl);
  return { data, expiresAt: now + minutes * minuteMs };
}

/** The principal without its request rate, and without the name of a member, which the member may delete. */
function storedPayer(payer: Principal): Principal {
  const label = payer.member === undefined ? payer.label : '';
  return { ...payer, label, rate: { limit: 0, used: 0, resetsInSeconds: 0 } };
}

function birr(amount: number | string, path: string, min: bigint): string {
  const cents = parseBirr(amount);
  if (cents === null || cents < min) throw invalidRequest(path, 'must be an amount in birr, such as 500.00');
  return decimal(cents);
}

/** Simulated receipts are dated by their reference, so they may be of any age. */
function notBeforeOf(given: string | undefined, { realm }: Principal, now: number): string {
  const at = given === undefined ? now - earlierMs : Date.parse(given);
  const earliest = realm === 'live' ? now - notBeforeMsMax : 0;
  if (!(at >= earliest)) throw invalidRequest('notBefore', 'must be a time within the last 365 days');
  return new Date(at).toISOString();
}

function receiversOf(
  { receivers }: PaymentRequestInput,
  saved: readonly SavedAccount[],
  banks: Banks,
): RequestReceiver[] {
  if (receivers === undefined) {
    if (saved.length === 0) {
      throw invalidRequest('receivers', 'required: the account has saved no receiving accounts');
    }
    return saved.map(({ provider, number, holder }) => ({ provider, account: number, name: holder }));
  }
  if (receivers.length === 0 || receivers.length > receiversMax) {
    throw invalidRequest('receivers', `must be 1 to ${receiversMax} accounts`);
  }
  return receivers.map(({ provider, account, name }, index) => ({
    provider:
      banks.keyOf(provider) ?? cleaned(() => cleanName(provider, 'provider'), `receivers.${index}.provider`),
    account: cleaned(() => cleanNumber(account), `receivers.${index}.account`),
    name: name ? cleaned(() => cleanName(name, 'name'), `receivers.${index}.name`) : null,
  }));
}

function cleaned(clean: () => string, path: string): string {
  try {
    return clean();
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    throw invalidRequest(
      path,
      path.endsWith('account') ? 'must have 5 to 34 letters and digits' : 'has no visible characters',
    );
  }
}

function assertHttps(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '') return;
  throw invalidRequest('returnUrl', 'must be an https address');
}
