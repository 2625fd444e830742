/** Keys of the service: messages, health of the banks, events for administrators, bots, the sandbox. */
import type { Realm } from '../../../egress/types.js';

/** Failures in a row of a part of the extractor: hash `failures`, `since`; expires 90 days after the last. */
export const extractorFailures = (part: string) => `{extractor:${part}}:failures`;

/** Messages for the calls of one process. */
export const processChannel = (processId: string) => `deresegn:process:${processId}`;

/** Messages for every process. */
export const everybodyChannel = () => 'deresegn:everybody';

/** Pinned certificates: hash `host:port pin` -> when it was added. No time to live: the operator's choice. */
export const pins = () => '{pins}';

/** Events for administrators: stream of about the last 10,000. No time to live: readers keep cursors. */
export const events = () => '{events}';

/** Marks an event as written: string, expires when the same event may be written again. */
export const eventSent = (sha256: string) => `{events}:told:${sha256}`;

/**
 * Health of a bank: hash state, since, round, at, lastGood, blocked, rows. Expires 30 days after the last round.
 * The keys of reports, pending changes and unreadable pages begin with its name.
 */
export const health = (realm: Realm, provider: string) => `{h:${realm}:${provider}}`;

/**
 * Rounds of a bank by day: hash `DAY good|partly|bad` -> rounds, `DAY ms` -> time they cover; days are counted from
 * 1970. Expires a year after the last round; days older than 90 leave it.
 */
export const rounds = (realm: Realm, provider: string) => `${health(realm, provider)}:rounds`;

/**
 * Response times of a bank's probes: hash quarter of an hour since 1970 -> `answered totalMs maxMs failed`. Expires 25 hours
 * after the last probe; quarters older than that leave it.
 */
export const probeTimes = (realm: Realm, provider: string) => `${health(realm, provider)}:times`;

/** The last report of each egress of each process: hash reporter -> report. Expires after four rounds without a report. */
export const probeResults = (realm: Realm, provider: string) => `${health(realm, provider)}:reports`;

/** Changes that are not in the stream of events yet: list, expires a week after the last. */
export const pendingEvents = (realm: Realm, provider: string) => `${health(realm, provider)}:untold`;

/** Pages in a row that could not be read: counter, expires 90 days after the last. */
export const unreadable = (realm: Realm, provider: string) => `${health(realm, provider)}:unreadable`;

/** Requests that reached a simulated bank: counter, expires a day after the last. */
export const sandboxHits = (provider: string, reference: string) => `{s:hits:${provider}:${reference}}`;

/** Counters of simulated banks: sorted set counter -> ms of the last request; expires a day after the last. */
export const sandboxHitOrder = () => '{s:hits}';

/** Switched states of simulated banks: hash `provider` or `provider@egress` -> state. No time to live: operator's choice. */
export const sandboxStates = () => '{s:states}';

/**
 * Records of a bot by section: hash id -> JSON. No time to live: a record is removed when its work is done, or contains its
 * own expiry.
 */
export const notes = (bot: string, section: string) => `{n:${bot}}:notes:${section}`;

/** A temporary value of a bot: string, expires as the caller says. */
export const remembered = (bot: string, name: string) => `{n:${bot}}:remembered:${name}`;

/** Marks a name as claimed by a bot: string, expires when the same update can no longer arrive again. */
export const taken = (bot: string, name: string) => `{n:${bot}}:taken:${name}`;

/** The process that runs a bot: string, expires with its lease. */
export const lead = (bot: string) => `{n:${bot}}:lead`;
