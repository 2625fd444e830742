/**
 * One transfer may have two numbers, telebirr's and the bank's, and so two receipts. Encodes the traits of a receipt, by which
 * `admit-request.lua` and `receipt-record-view.lua` find the other receipt (docs/api.md#history). Pure.
 */
import type { Realm } from '../../egress/types.js';
import type { Payment } from '../../providers/types.js';
import { endOfAccount, nameWords } from './receivers.js';
import { sha256 } from './secrets.js';

/** Too short to identify a person, long enough to distinguish payments of the same sum and minute. */
const digestLength = 4;

/** Maximum number of receipts reported. */
const shownMax = 10;

/**
 * `<realm>:<currency>:<amount> <second of 1970> <traits>`; traits are the end of the receiver's account, and digests of the
 * names of receiver and payer, `-` for one that is not printed.
 * @returns null for a receipt without a time of day or a receiver, which cannot be compared
 */
export function transferOf(realm: Realm, payment: Payment): string | null {
  const { amount, currency, paidAt, payer, receiver } = payment;
  const second = paidAt === null || /T00:00:00[+Z]/.test(paidAt) ? Number.NaN : Date.parse(paidAt) / 1000;
  const end = endOfAccount(receiver.account);
  const name = digestOf(receiver.name);
  if (!(second > 0) || (end ?? name) === null || !/^[A-Z]+$/.test(currency)) return null;
  const traits = [end, name, digestOf(payer.name)].map((trait) => trait ?? '-');
  return `${realm}:${currency}:${amount} ${Math.floor(second)} ${traits.join(',')}`;
}

function digestOf(name: string | null): string | null {
  const words = nameWords(name ?? '');
  return words.length === 0 ? null : sha256(words.join(' ')).slice(0, digestLength);
}

/** A receipt and its traits; a trait that is not printed is `-`. */
interface ReceiptTraits {
  end: string | undefined;
  name: string | undefined;
  payer: string | undefined;
  provider: string | undefined;
  reference: string;
  /** `<realm>:<provider>:<reference>` */
  printed: string;
}

/**
 * @param near `<traits> <realm>:<provider>:<reference>` of the receipt and of others with that sum and time
 * @returns numbers of receipts that may show the same transfer; undefined when there are none
 */
export function possiblySame(near: readonly string[]): string[] | undefined {
  if (near.length < 2) return undefined;
  const [own = '', ...others] = near;
  const same = agreeing(own, others);
  return same.length > 0 ? same.slice(0, shownMax).map(({ reference }) => reference) : undefined;
}

/**
 * @param own, others as above
 * @returns `<realm>:<provider>:<reference>` of the others that may show the same transfer as `own`, without `own` itself
 */
export function sameTransfers(own: string, others: readonly string[]): string[] {
  return agreeing(own, others)
    .map(({ printed }) => printed)
    .filter((printed) => printed !== parse(own).printed);
}

function agreeing(own: string, others: readonly string[]): ReceiptTraits[] {
  return others.map(parse).filter((other) => agree(parse(own), other));
}

/** At one bank, two numbers with different payers are two transfers. */
function agree(own: ReceiptTraits, other: ReceiptTraits): boolean {
  if (own.provider === other.provider && differ(own.payer, other.payer)) return false;
  if (isPrinted(own.end) && isPrinted(other.end)) return own.end === other.end;
  return isPrinted(own.name) && own.name === other.name;
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return isPrinted(a) && isPrinted(b) && a !== b;
}

function isPrinted(trait: string | undefined): boolean {
  return trait !== undefined && trait !== '-';
}

function parse(line: string): ReceiptTraits {
  const blank = line.indexOf(' ');
  const [end, name, payer] = line.slice(0, blank).split(',');
  const printed = line.slice(blank + 1);
  const [, provider, ...reference] = printed.split(':');
  return { end, name, payer, provider, reference: reference.join(':'), printed };
}
