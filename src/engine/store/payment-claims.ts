/**
 * The claim of a transfer: a transfer pays one payment request of an account, whichever of its receipts is submitted
 * (docs/architecture.md#payment-requests), and the shop does not accept it again. Reads the data that the scripts compare.
 */
import { sameTransfers, transferOf } from '#engine/shared/transfers.js';
import type { Realm } from '../../egress/types.js';
import type { Payment } from '../../providers/types.js';
import * as names from './key-names.js';
import { receiptId } from './receipt-id.js';
import { orUnavailable } from './scripts.js';
import type { StoreConnection } from './types.js';

/** Two receipts of one transfer differ by two minutes at most. */
const nearSeconds = 120;
/** The same limit as in the script. */
const nearMax = 1_000;

export interface Claim {
  /** Id of the receipt. */
  receipt: string;
  /** Keys of its claim and of its line in the shop's book. */
  own: string;
  line: string;
  /** Key of the receipts of the same sum that the account was shown. */
  transfers: string;
  /** Keys of each other receipt that may show the same transfer. */
  alike: [claim: string, line: string][];
  /** Receipts with a time near it, and the range of seconds in which they are. */
  near: [lines: string, from: string, to: string];
}

/** @throws Failure `unavailable` */
export async function readClaim(
  client: StoreConnection['client'],
  account: string,
  realm: Realm,
  providerKey: string,
  payment: Payment,
): Promise<Claim> {
  const printed = names.printed(realm, providerKey, payment.reference);
  const receipt = receiptId(realm, providerKey, payment.reference);
  const [sum, second, traits] = transferOf(realm, payment)?.split(' ') ?? [];
  const [own, line] = keysOf(account, receipt);
  if (sum === undefined || second === undefined) {
    return { receipt, own, line, transfers: names.transfers(account, '-'), alike: [], near: ['', '', ''] };
  }
  const transfers = names.transfers(account, sum);
  const from = String(Number(second) - nearSeconds);
  const to = String(Number(second) + nearSeconds);
  const lines = await orUnavailable(client.zrangebyscore(transfers, from, to, 'LIMIT', 0, nearMax));
  const alike = sameTransfers(`${traits} ${printed}`, lines).map((other) => keysOf(account, idOf(other)));
  return { receipt, own, line, transfers, alike, near: [lines.join('\n'), from, to] };
}

function keysOf(account: string, receipt: string): [string, string] {
  return [names.paymentClaim(account, receipt), names.bookRow(account, receipt)];
}

/** @param printed `<realm>:<provider>:<reference>` */
function idOf(printed: string): string {
  const [realm = '', provider = '', ...reference] = printed.split(':');
  return receiptId(realm as Realm, provider, reference.join(':'));
}
