/** Ids of receipts within an account, for its book and its payment requests. */
import { createHash } from 'node:crypto';
import type { Realm } from '../../egress/types.js';
import * as names from './key-names.js';

/** Id of a receipt: from the number that the bank prints, so that two links to one payment are one receipt. */
export function receiptId(realm: Realm, providerKey: string, reference: string): string {
  return digest(names.printed(realm, providerKey, reference));
}

/** 128 bits: identifies a receipt within an account; not secret. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}
