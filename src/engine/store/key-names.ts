/**
 * Names of all Redis keys (docs/architecture.md#redis-keys). The part in braces is the hash tag: keys that one script
 * touches together carry the same one. Lua files never spell a name except the ones derived from `account`,
 * `seen`, `verified`, `transfers`, `staff`, `receiving` and of webhooks below, which must stay in step with them.
 *
 * Hash tags: `{k:…}` API key, `{p:…}` prefix of a key, `{a:…}` account, `{l:…}` sign-in link, `{d:…}` address without a key,
 * `{r:…}` receipt, `{q:…}` queue of a bank, `{h:…}` health of a bank, `{j:…}` request answered 202, `{n:…}` records of a bot,
 * `{b:…}` person, `{g:…}` chat, `{i:…}` invitation, `{o:…}` shops a person has opened, `{s:…}` sandbox, `{t:…}` payment
 * request that a payer opens.
 */
import type { Realm } from '../../egress/types.js';

/** Record of an API key: hash, no time to live (a revoked key must stay known as revoked). */
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

/** What an address has used the demo for in the running hour, by its SHA-256: counter, expires at the hour's end. */
export const demoHour = (sha256: string, use: string) => `{d:${sha256}}:${use}`;

/** SHA-256 of the key that a prefix belongs to: string, lives as long as the key record. */
export const keyPrefix = (prefix: string) => `{p:${prefix}}`;

/** All accounts, scored by the time they were opened: sorted set, lives as long as they do. */
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

/** Places held under the cap by running calls: sorted set scored by lease end; expires a day after the window. */
export const held = (id: string, scope: string, window: string) => `{a:${id}}:v:${scope}:${window}:held`;

/** Screenshot reads counted in one month: hash as above, without `overage`; expires 400 days after it. */
export const reads = (id: string, scope: string, month: string) => `{a:${id}}:reads:${scope}:${month}`;

/** Reads held by running calls: sorted set scored by lease end; expires a day after the month. */
export const readsHeld = (id: string, scope: string, month: string) => `${reads(id, scope, month)}:held`;

/** Screenshot reads of the whole service in one day: hash `used`, expires 400 days after it. */
export const dailyReads = (day: string) => `{reads:${day}}`;

/** Those held by running calls: sorted set scored by lease end; expires a day after the day. */
export const dailyReadsHeld = (day: string) => `${dailyReads(day)}:held`;

/** Screenshot reads of the demo in one day: hash `used`, expires 400 days after it. */
export const demoReads = (day: string) => `${dailyReads(day)}:demo`;

/** Those held by running calls: sorted set scored by lease end; expires a day after the day. */
export const demoReadsHeld = (day: string) => `${demoReads(day)}:held`;

/**
 * Result of reading an account's picture, or several together, by SHA-256: string, expires after 30 days, an empty result
 * after an hour.
 */
export const knownPicture = (id: string, mode: string, sha256: string) =>
  `{a:${id}}:picture:${mode}:${sha256}`;

/** Failures in a row of a part of the extractor: hash `failures`, `since`; expires 90 days after the last. */
export const extractorFailures = (part: string) => `{extractor:${part}}:failures`;

/** Counted verifications of one month, as a stream; expires 400 days after the month. */
export const ledger = (id: string, month: string) => `{a:${id}}:ledger:${month}`;

/**
 * What an account was shown of one receipt: hash `times`, `firstAt`, `firstBy` or `firstMember`, and of the last promised
 * request `promise` and `promised`. No time to live, so that a receipt stays known as used.
 * @param printed realm, provider and the number the bank prints, so that two links to one receipt are one.
 */
export const seen = (id: string, printed: string) => `{a:${id}}:seen:${printed}`;

/**
 * An account's record of a receipt that it was shown: hash `at`, `payment`, `checks`; expires after RECEIPT_RETENTION_DAYS, at most
 * 400. It has no link, because a link opens the receipt. @param printed as above
 */
export const verifiedReceipt = (id: string, printed: string) => `{a:${id}}:verified:${printed}`;

/** Those records: sorted set PRINTED -> ms, no two alike; expires with the last. */
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

/** Webhook endpoints of an account: set, no time to live: the owner's choice. */
export const webhookEndpoints = (id: string) => `{a:${id}}:webhooks`;

/** A webhook endpoint: hash `url`, `events`, `secret` and more; no time to live: the owner's choice. */
export const webhookEndpoint = (id: string, endpoint: string) => `{a:${id}}:webhook:${endpoint}`;

/** What signs deliveries to the `webhookUrl` of calls: hash `secret`, `oldSecret`, `oldSecretUntil`; no time to live, as the account. */
export const callWebhookSecret = (id: string) => `{a:${id}}:webhook-secret`;

/** Deliveries to an endpoint that are not over: sorted set delivery -> ms when it is due, or its lease ends; expires with the last. */
export const pendingDeliveries = (id: string, endpoint: string) => `{a:${id}}:webhook:${endpoint}:pending`;

/** The last 100 deliveries to an endpoint: sorted set delivery -> ms of the event; expires with the last. */
export const deliveryLog = (id: string, endpoint: string) => `{a:${id}}:webhook:${endpoint}:log`;

/** One event on its way to one endpoint: hash `event`, `status`, `attempt`, …; expires 8 days after the event. */
export const delivery = (id: string, delivery: string) => `{a:${id}}:delivery:${delivery}`;

/** Events of an account: sorted set event -> ms, no two alike; expires 30 days after the last. */
export const accountEvents = (id: string) => `{a:${id}}:events`;

/** The body of an event as it is sent: string, expires after 30 days. */
export const accountEvent = (id: string, event: string) => `{a:${id}}:event:${event}`;

/** Webhook endpoints with deliveries: sorted set `ACCOUNT/ENDPOINT` -> ms when one is due, or the claim ends; leaves with the last. */
export const dueEndpoints = () => '{webhooks}';

/** Claims of those endpoints: hash `ACCOUNT/ENDPOINT` -> claim, as long. */
export const dueEndpointClaims = () => '{webhooks}:claims';

/** Accounts that have had an endpoint or read their events: sorted set, all of one score; lives as long as the accounts. */
export const eventReaders = () => '{webhooks}:readers';

/** Work that one process does for all accounts: sorted set task -> ms when it is due, or the claim ends. There are two for good. */
export const backgroundTasks = () => '{webhooks}:tasks';

/** Claims of those tasks: hash task -> claim, as long. */
export const backgroundTaskClaims = () => '{webhooks}:tasks:claims';

/** Progress of the tasks: hash of cursors, as long. */
export const backgroundTaskProgress = () => '{webhooks}:tasks:progress';

/** Endpoints that the service has disabled: sorted set `ACCOUNT/ENDPOINT` -> end of a lease, ms; leaves when the owners are told. */
export const disabledEndpoints = () => '{webhooks}:disabled';

/** Keys of an account whose revocation is not published as an event yet: sorted set prefix -> ms; expires a month after the last. */
export const revocations = (id: string) => `{a:${id}}:revocations`;

/** A payment request: hash `data`, `state`, `status`, `expiresAt` and more; expires 90 days after it could be paid. */
export const paymentRequest = (id: string, request: string) => `{a:${id}}:payment-request:${request}`;

/** The account of a payment request, for payers, who know only the id: string, written before the request; expires with it. */
export const paymentRequestAccount = (request: string) => `{t:${request}}`;

/** Receipts that payers of an address have handed in in the running hour, by its SHA-256: counter, expires at the hour's end. */
export const payerHour = (sha256: string) => `{d:${sha256}}:payments`;

/** Requests that an address has made in the shop of the sandbox in the running hour: counter, expires at the hour's end. */
export const shopHour = (sha256: string) => `{d:${sha256}}:shop`;

/** Requests that this shop has made today: counter, expires at the end of the day. */
export const shopDay = () => '{shop}:made';

/** Attempts to pay it: hash attempt -> JSON; expires with it. */
export const paymentAttempts = (id: string, request: string) =>
  `{a:${id}}:payment-request:${request}:attempts`;

/** Payment requests of an account: sorted set request -> ms, no two alike; expires 98 days after the last. */
export const paymentRequests = (id: string) => `{a:${id}}:payment-requests`;

/** Those with a status: sorted set as above; expires 98 days after the last change. */
export const paymentRequestsIn = (id: string, status: string) => `{a:${id}}:payment-requests:${status}`;

/** Those with an external id, by its SHA-256: sorted set as above; expires 98 days after the last. */
export const paymentRequestsOf = (id: string, sha256: string) => `{a:${id}}:payment-requests-of:${sha256}`;

/** Payment requests an account has made, by day: hash day since 1970 -> count; expires 98 days after the last. */
export const paymentRequestCounts = (id: string) => `{a:${id}}:payment-request-counts`;

/** Receipts that were handed in for payment requests: hash day since 1970 -> count, expires after 99 days. */
export const paymentAttemptCounts = (id: string) => `{a:${id}}:payment-attempt-counts`;

/** The payment request made with an Idempotency-Key, by its SHA-256: hash `request`, `body`; expires after 24 hours. */
export const paymentRequestKey = (id: string, sha256: string) => `{a:${id}}:payment-request-key:${sha256}`;

/** The payment request that a receipt paid, by the receipt's digest: string; expires after 400 days. */
export const paymentClaim = (id: string, row: string) => `{a:${id}}:paid:${row}`;

/** Accounts that a webhook has reached: sorted set account -> ms of the last; expires a day after the last. */
export const arrivedWebhooks = () => '{webhooks}:arrived';

/** Attempts to deliver that failed: sorted set `CAUSE ACCOUNT` -> ms of the last; expires a day after the last. */
export const failedWebhooks = () => '{webhooks}:failed';

/** Payment requests with work to do: sorted set `ACCOUNT/REQUEST` -> ms when it is due, or the claim ends; leaves when it is over. */
export const duePaymentRequests = () => '{payment-requests}';

/** Claims of those: hash `ACCOUNT/REQUEST` -> claim, as long. */
export const duePaymentRequestClaims = () => '{payment-requests}:claims';

/** Receipts handed in for payment requests whose bank has not answered: sorted set `ACCOUNT/REQUEST/ATTEMPT` -> since, ms; leaves with the answer. */
export const waitingPaymentChecks = () => '{payment-requests}:waiting';

/** Requests that reached a simulated bank: counter, expires a day after the last. */
export const sandboxHits = (provider: string, reference: string) => `{s:hits:${provider}:${reference}}`;

/** Those counters: sorted set counter -> ms of the last request; expires a day after the last. */
export const sandboxHitOrder = () => '{s:hits}';

/** Switched states of simulated banks: hash `provider` or `provider@egress` -> state. No time to live: operator's choice. */
export const sandboxStates = () => '{s:states}';

/** Slots of a bank: sorted set call -> lease end. Expires an hour after the last lookup, as do the six below. */
export const slots = (bank: string) => `{q:${bank}}:slots`;

/** Turns in a bank's queue, one for each call that waits: sorted set `GROUP ROUND` -> place. A group is `CLASS:OWNER`. */
export const turns = (bank: string) => `{q:${bank}}:turns`;

/** Waiting calls: sorted set call -> end of their lease, which they renew by polling. */
export const waiting = (bank: string) => `{q:${bank}}:waiting`;

/** The same calls in order of group and arrival: sorted set `GROUP ARRIVAL CALL`, all of one score. */
export const queued = (bank: string) => `{q:${bank}}:queued`;

/** The same calls: hash call -> `GROUP ARRIVAL`. */
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

/** Messages for the calls of one process. */
export const processChannel = (processId: string) => `deresegn:process:${processId}`;

/** Messages for every process. */
export const everybodyChannel = () => 'deresegn:everybody';

/**
 * A bank's answer to a view-limited link, if it is or may become a receipt: string; lives RECEIPT_RETENTION_DAYS, or without
 * end when that is 0.
 */
export const rawAnswer = (receiptName: string) => `${receiptName}:raw`;

/** The same before it is judged: string, as long; removed when it is judged. */
export const freshAnswer = (receiptName: string) => `${receiptName}:raw:fresh`;

/** Receipts of which there are raw answers, by the time they were fetched: sorted set, as long as there are. */
export const rawAnswers = () => '{raw}';

/**
 * Receipts whose raw answers, kept for an owner (`a:ID`, `d:SHA-256`), are not receipts yet: sorted set -> ms; expires 400 days
 * after the last.
 */
export const ownedAnswers = (owner: string) => `{${owner}}:answers`;

/** Pinned certificates: hash `host:port pin` -> when it was added. No time to live: the operator's choice. */
export const pins = () => '{pins}';

/** Events for administrators: stream of about the last 10,000. No time to live: readers keep cursors. */
export const events = () => '{events}';

/** Mark of a written event: string, expires when the same event may be written again. */
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

/** A request that was answered 202: hash; expires 7 days after its end. */
export const request = (id: string) => `{j:${id}}`;

/** Requests that are not over: sorted set request -> end of the lease of the process that works on it. They leave it at their end. */
export const unfinished = () => '{j}:unfinished';

/** Processes that work on them: hash request -> process. They leave it at their end. */
export const unfinishedOwners = () => '{j}:owners';

/** A batch, by its id: hash `account`, `items`, `work` and more; expires after 7 days. */
export const batch = (id: string) => `{j:${id}}:batch`;

/** Batches of an account that are not over: sorted set batch -> lease end; expires a day after the last. */
export const unfinishedBatches = (id: string) => `{a:${id}}:batches`;

/** The batch that was made with an Idempotency-Key, by its SHA-256: hash `since`, `batch`; expires after 24 hours. */
export const batchKey = (id: string, sha256: string) => `{a:${id}}:batch-key:${sha256}`;

/** Binding of an Idempotency-Key, by its SHA-256: hash, expires after 24 hours. */
export const idempotency = (id: string, realm: Realm, sha256: string) =>
  `{a:${id}}:idempotency:${realm}:${sha256}`;

/** Settings of an account as a shop: hash language, tolerance, maxAgeHours, closingTime, alerts. No time to live, as the account. */
export const shop = (id: string) => `{a:${id}}:shop`;

/**
 * Members of a shop: hash `p:PERSON` -> member, MEMBER -> JSON of the other data, `n:MEMBER` -> name. No time to live;
 * the names of former members stay, for the book, until the person deletes them.
 */
export const staff = (id: string) => `{a:${id}}:staff`;

/** Members of a shop who own it: set, as long as the shop. */
export const owners = (id: string) => `{a:${id}}:owners`;

/** Chats bound to a shop: set, as long as they are. */
export const groups = (id: string) => `{a:${id}}:groups`;

/** Accounts a shop receives money on: hash id -> JSON. No time to live: the owner's choice. */
export const receiving = (id: string) => `{a:${id}}:receiving`;

/** An invitation, by the SHA-256 of its token: hash; kept a week past its end, to say that it is over. */
export const invitation = (id: string, sha256: string) => `{a:${id}}:invitation:${sha256}`;

/** Invitations of a shop, by the SHA-256 of their tokens: sorted set -> ms of making; expires with the last. */
export const invitations = (id: string) => `{a:${id}}:invitations`;

/** The shop of an invitation: string, expires with it. */
export const invitationShop = (sha256: string) => `{i:${sha256}}`;

/** A receipt in a shop's book, by a digest: hash; expires 400 days after the day it was handed in or accepted. */
export const bookRow = (id: string, row: string) => `{a:${id}}:book:${row}`;

/** A receipt that could not be checked, by a digest: hash; expires 400 days after its day. */
export const unresolved = (id: string, row: string) => `{a:${id}}:unresolved:${row}`;

/** Entries of the book for a day: sorted set `b:ROW` or `u:ROW` -> ms; expires 400 days after it. */
export const bookDay = (id: string, date: string) => `{a:${id}}:day:${date}`;

/**
 * Cases of a day, for the owners: sorted set `KIND RECEIPT MEMBER MESSAGE` -> ms, the message as a print; expires 400
 * days after it.
 */
export const bookCases = (id: string, date: string) => `{a:${id}}:cases:${date}`;

/**
 * Shifts of a day: hash `MEMBER START` -> end, ms, empty while it runs, `MEMBER` -> start of the one that runs, `ends`; expires 400
 * days after it.
 */
export const shifts = (id: string, date: string) => `{a:${id}}:shifts:${date}`;

/** Search index of the lines of one month: sorted set of `KIND:WORD`, age and line, scores 0; expires 402 days after the month. */
export const bookIndex = (id: string, month: string) => `{a:${id}}:found:${month}`;

/**
 * How far back the book is indexed: string, its first indexed day, or `1` for all of it; as long as the shop. Books of earlier
 * versions are indexed when they are searched.
 */
export const bookIndexed = (id: string) => `{a:${id}}:indexed`;

/** Mark that a shop's owners were notified today: string, expires after two days. */
export const noticeSent = (id: string, kind: string, date: string) => `{a:${id}}:told:${kind}:${date}`;

/** A person: hash language, current. No time to live: until the person deletes it, as the two below. */
export const person = (who: string) => `{b:${who}}`;

/** Shops the person may be a member of: set. The shop's own list is what counts. */
export const personShops = (who: string) => `{b:${who}}:shops`;

/** Shops whose book still has the person's name: set `SHOP MEMBER`. */
export const personPast = (who: string) => `{b:${who}}:past`;

/** Shops a person has opened, by SHA-256: counter, ends with its window of 30 days. */
export const shopsOpened = (sha256: string) => `{o:${sha256}}`;

/**
 * The shop a chat is bound to: string. No time to live: the owner's choice. Of a group that became a supergroup `moved:CHAT`,
 * for 400 days.
 */
export const chatShop = (chat: string) => `{g:${chat}}`;

/** Due times of daily reports: sorted set shop -> ms; a shop without a closing time leaves it. */
export const closings = () => '{closings}';

/** Dates of the due daily reports: hash shop -> date, as long. */
export const closingDates = () => '{closings}:dates';

/**
 * Records of a bot by section: hash id -> JSON. No time to live: a record is removed when its work is done, or contains its
 * own expiry.
 */
export const notes = (bot: string, section: string) => `{n:${bot}}:notes:${section}`;

/** A temporary value of a bot: string, expires as the caller says. */
export const remembered = (bot: string, name: string) => `{n:${bot}}:remembered:${name}`;

/** Mark of something that a bot has claimed: string, expires when it can no longer arrive again. */
export const taken = (bot: string, name: string) => `{n:${bot}}:taken:${name}`;

/** The process that runs a bot: string, expires with its lease. */
export const lead = (bot: string) => `{n:${bot}}:lead`;
