/** Keys of accounts: API keys, rates, caps, sign-in and activity. */

/** Record of an API key: hash, no time to live, so that a revoked key stays recognisable. */
export const keyRecord = (sha256: string) => `{k:${sha256}}`;

/** Requests of a key in the running minute: counter, expires at the minute boundary. */
export const keyMinute = (sha256: string) => `{k:${sha256}}:minute`;

/** Requests of a member of an account in the running minute: counter, expires at the minute boundary. */
export const memberMinute = (id: string, member: string) => `{a:${id}}:member:${member}:minute`;

/** Calls of an account (`a:ID`) or a demo address (`d:SHA-256`) that wait: sorted set call -> lease end; expires a day after the last. */
export const waitingCalls = (owner: string) => `{${owner}}:waiting`;

/** Event streams that are open with a key: sorted set stream -> lease end; expires a day after the last. */
export const eventStreams = (prefix: string) => `{p:${prefix}}:streams`;

/** Requests of an account answered 202, by the day they were made on: hash day since 1970 -> count; expires 8 days after the last. */
export const requestCounts = (id: string) => `{a:${id}}:requests`;

/** Idempotency-Keys an account has used, by the hour: hash hour since 1970 -> count; expires 25 hours after the last. */
export const idempotencyCounts = (id: string) => `{a:${id}}:bindings`;

/** Demo calls of an address in the current hour, by its SHA-256: counter, expires at the hour's end. */
export const demoHour = (sha256: string, use: string) => `{d:${sha256}}:${use}`;

/** SHA-256 of the key that a prefix belongs to: string, lives as long as the key record. */
export const keyPrefix = (prefix: string) => `{p:${prefix}}`;

/** All accounts: sorted set account -> ms of its creation; no time to live. */
export const accountIndex = () => '{accounts}';

/** Record of an account: hash, no time to live. */
export const account = (id: string) => `{a:${id}}`;

/** Prefixes of an account's keys: set, no time to live. */
export const accountKeys = (id: string) => `{a:${id}}:keys`;

/**
 * Verifications counted in one window: hash `used`, `overage`, and `at80`, `told80`, `at100`, `told100` once that percentage of the cap
 * is used; expires 400 days after the window.
 */
export const verifications = (id: string, scope: string, window: string) => `{a:${id}}:v:${scope}:${window}`;

/** Verifications reserved by running calls: sorted set call -> lease end; expires a day after the window. */
export const held = (id: string, scope: string, window: string) => `{a:${id}}:v:${scope}:${window}:held`;

/** Screenshot reads counted in one month: hash like `verifications`, without `overage`; expires 400 days after it. */
export const reads = (id: string, scope: string, month: string) => `{a:${id}}:reads:${scope}:${month}`;

/** Reads reserved by running calls: sorted set call -> lease end; expires a day after the month. */
export const readsHeld = (id: string, scope: string, month: string) => `${reads(id, scope, month)}:held`;

/** Screenshot reads of the whole service in one day: hash `used`, expires 400 days after it. */
export const dailyReads = (day: string) => `{reads:${day}}`;

/** Reads of the day reserved by running calls: sorted set call -> lease end; expires a day after the day. */
export const dailyReadsHeld = (day: string) => `${dailyReads(day)}:held`;

/** Screenshot reads of the demo in one day: hash `used`, expires 400 days after it. */
export const demoReads = (day: string) => `${dailyReads(day)}:demo`;

/** Reads of the day reserved by running calls: sorted set call -> lease end; expires a day after the day. */
export const demoReadsHeld = (day: string) => `${demoReads(day)}:held`;

/** Counted verifications of one month, as a stream; expires 400 days after the month. */
export const ledger = (id: string, month: string) => `{a:${id}}:ledger:${month}`;

/** One-time sign-in token, by its SHA-256: string `account generation`, expires with the link. */
export const loginToken = (sha256: string) => `{l:${sha256}}`;

/** A session of the dashboard, by the SHA-256 of its token: hash account, generation, since; expires 30 days after it was used, 90 after the sign-in. */
export const session = (sha256: string) => `{session:${sha256}}`;

/** Sign-in tokens of an account that may still be used, by their SHA-256: sorted set -> ms of making; expires with the last. */
export const loginTokens = (id: string) => `{a:${id}}:sign-ins`;

/** Sessions of an account, by the SHA-256 of their tokens: sorted set -> ms of the sign-in; expires 90 days after the last. */
export const sessions = (id: string) => `{a:${id}}:sessions`;

/** Outcomes of an account's calls in one day: hash `provider outcome` -> count; expires 400 days after the last. */
export const activity = (id: string, date: string) => `{a:${id}}:activity:${date}`;

/** An account's last calls, newest first: list of JSON, no whole reference in it; expires 30 days after the last. */
export const recentCalls = (id: string) => `{a:${id}}:recent`;
