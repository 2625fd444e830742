/** Keys of receipts: what accounts were shown, stored receipts, pictures, queues and single flights. */
import type { Realm } from '../../../egress/types.js';

/**
 * Result of reading an account's picture, or several together, by SHA-256: string, expires after 30 days, an empty result
 * after an hour.
 */
export const knownPicture = (id: string, mode: string, sha256: string) =>
  `{a:${id}}:picture:${mode}:${sha256}`;

/**
 * History of a receipt in an account: hash `times`, `firstAt`, `firstBy` or `firstMember`, for the last request answered 202
 * `promise` and `promised`, and what spares a cached call other lookups: `alone` (no receipts alike), `recordedUntil` (s). No time
 * to live, so that a used receipt is always recognised.
 * @param printed realm, provider and the number the bank prints, so that two links to one receipt are one.
 */
export const seen = (id: string, printed: string) => `{a:${id}}:seen:${printed}`;

/**
 * An account's record of a receipt that it was shown: hash `at`, `payment`, `checks`; expires after RECEIPT_RETENTION_DAYS, at most
 * 400. It has no link, because a link opens the receipt. @param printed as in `seen`
 */
export const verifiedReceipt = (id: string, printed: string) => `{a:${id}}:verified:${printed}`;

/** Records of receipts that an account was shown: sorted set PRINTED -> ms, no two alike; expires with the last. */
export const verifiedReceipts = (id: string, realm: Realm) => `{a:${id}}:verified-receipts:${realm}`;

/**
 * Receipts an account was shown of one sum: sorted set `TRAITS PRINTED` -> second it was paid; expires 400 days after the last
 * new one. @param sum realm, currency and amount
 */
export const transfers = (id: string, sum: string) => `{a:${id}}:transfers:${sum}`;

/** The part of `seen` that belongs to the receipt. */
export const printed = (realm: Realm, provider: string, reference: string) =>
  `${realm}:${provider}:${reference}`;

/**
 * A settled receipt: hash `body`, `printed`, `transfer`; expires after RECEIPT_RETENTION_DAYS, or never when that is 0.
 * The qualifier (account digits) is part of the name: without it a reference alone would open the receipt.
 */
export const receipt = (realm: Realm, provider: string, reference: string, qualifier: string) =>
  `{r:${realm}:${provider}:${reference}${qualifier && `:${qualifier}`}}`;

/** Text of a settled receipt in its stored form: string, expires with the receipt. */
export const storedText = (receiptName: string) => `${receiptName}:text`;

/** Slots of a bank: sorted set call -> lease end. Expires an hour after the last lookup, like the six keys below. */
export const slots = (bank: string) => `{q:${bank}}:slots`;

/** Turns in a bank's queue, one for each call that waits: sorted set `GROUP ROUND` -> place. A group is `CLASS:OWNER`. */
export const turns = (bank: string) => `{q:${bank}}:turns`;

/** Waiting calls: sorted set call -> end of their lease, which they renew by polling. */
export const waiting = (bank: string) => `{q:${bank}}:waiting`;

/** Waiting calls in order of group and arrival: sorted set `GROUP ARRIVAL CALL`, all of one score. */
export const queued = (bank: string) => `{q:${bank}}:queued`;

/** Places of waiting calls: hash call -> `GROUP ARRIVAL`. */
export const places = (bank: string) => `{q:${bank}}:places`;

/** Groups that have had a turn in the round that is served, or have one later: sorted set GROUP -> place of the last. */
export const lastTurns = (bank: string) => `{q:${bank}}:last-turns`;

/** The last arrival in a bank's queue, turns ever given, rounds served: hash ms, nth, turn, 0, 1, 2. */
export const arrivals = (bank: string) => `{q:${bank}}:arrivals`;

/** The leader of the single flight of a receipt: string, expires with its lease. */
export const flight = (receiptName: string) => `${receiptName}:flight`;

/** Outcome of a single flight: string, expires soon after all its followers have polled. */
export const landed = (receiptName: string, call: string) => `${receiptName}:landed:${call}`;

/** The failure that blocks fetching a view-limited receipt: string, expires with the cooldown. */
export const coolDown = (receiptName: string) => `${receiptName}:cool`;

/**
 * A bank's answer to a view-limited link, if it is or may become a receipt: string; lives RECEIPT_RETENTION_DAYS, or without
 * end when that is 0.
 */
export const rawAnswer = (receiptName: string) => `${receiptName}:raw`;

/** A bank's answer to a view-limited link before it is judged: string, as long; removed when it is judged. */
export const freshAnswer = (receiptName: string) => `${receiptName}:raw:fresh`;

/** Receipts with raw answers: sorted set receipt -> ms when the answer was fetched; leaves with the answer. */
export const rawAnswers = () => '{raw}';

/**
 * Receipts whose raw answers are stored for an owner (`a:ID`, `d:SHA-256`) and are not settled: sorted set -> ms; expires 400
 * days after the last.
 */
export const ownedAnswers = (owner: string) => `{${owner}}:answers`;

/** Binding of an Idempotency-Key, by its SHA-256: hash, expires after 24 hours. */
export const idempotency = (id: string, realm: Realm, sha256: string) =>
  `{a:${id}}:idempotency:${realm}:${sha256}`;
