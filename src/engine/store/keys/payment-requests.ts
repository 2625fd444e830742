/** Keys of payment requests. */

/** A payment request: hash `data`, `state`, `status`, `expiresAt` and more; expires 90 days after it could be paid. */
export const paymentRequest = (id: string, request: string) => `{a:${id}}:payment-request:${request}`;

/** The account of a payment request, for payers, who know only the id: string, written before the request; expires with it. */
export const paymentRequestAccount = (request: string) => `{t:${request}}`;

/** Receipts that payers of an address have submitted in the current hour, by its SHA-256: counter, expires at the hour's end. */
export const payerHour = (sha256: string) => `{d:${sha256}}:payments`;

/** Requests that an address has made in the shop of the sandbox in the current hour: counter, expires at the hour's end. */
export const shopHour = (sha256: string) => `{d:${sha256}}:shop`;

/** Requests made in the shop of the sandbox today: counter, expires at the end of the day. */
export const shopDay = () => '{shop}:made';

/** Attempts to pay a payment request: hash attempt -> JSON; expires with it. */
export const paymentAttempts = (id: string, request: string) =>
  `{a:${id}}:payment-request:${request}:attempts`;

/** Payment requests of an account: sorted set request -> ms, no two alike; expires 98 days after the last. */
export const paymentRequests = (id: string) => `{a:${id}}:payment-requests`;

/** Payment requests with a status: sorted set like `paymentRequests`; expires 98 days after the last change. */
export const paymentRequestsIn = (id: string, status: string) => `{a:${id}}:payment-requests:${status}`;

/** Payment requests with an external id, by its SHA-256: sorted set like `paymentRequests`; expires 98 days after the last. */
export const paymentRequestsOf = (id: string, sha256: string) => `{a:${id}}:payment-requests-of:${sha256}`;

/** Payment requests an account has made, by day: hash day since 1970 -> count; expires 98 days after the last. */
export const paymentRequestCounts = (id: string) => `{a:${id}}:payment-request-counts`;

/** Receipts submitted for payment requests of an account: hash day since 1970 -> count, expires after 99 days. */
export const paymentAttemptCounts = (id: string) => `{a:${id}}:payment-attempt-counts`;

/** The payment request made with an Idempotency-Key, by its SHA-256: hash `request`, `body`; expires after 24 hours. */
export const paymentRequestKey = (id: string, sha256: string) => `{a:${id}}:payment-request-key:${sha256}`;

/** The payment request that a receipt paid, by the receipt's digest: string; expires after 400 days. */
export const paymentClaim = (id: string, row: string) => `{a:${id}}:paid:${row}`;

/** Payment requests with work to do: sorted set `ACCOUNT/REQUEST` -> ms when it is due or its claim ends; leaves when done. */
export const duePaymentRequests = () => '{payment-requests}';

/** Claims of payment requests with work to do: hash `ACCOUNT/REQUEST` -> claim, as long. */
export const duePaymentRequestClaims = () => '{payment-requests}:claims';

/** Submitted receipts whose bank has not answered: sorted set `ACCOUNT/REQUEST/ATTEMPT` -> since, ms; leaves with the answer. */
export const waitingPaymentChecks = () => '{payment-requests}:waiting';
