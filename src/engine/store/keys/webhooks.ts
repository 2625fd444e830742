/** Keys of webhooks and of the events of accounts. */

/** Webhook endpoints of an account: set, no time to live: the owner's choice. */
export const webhookEndpoints = (id: string) => `{a:${id}}:webhooks`;

/** A webhook endpoint: hash `url`, `events`, `secret` and more; no time to live: the owner's choice. */
export const webhookEndpoint = (id: string, endpoint: string) => `{a:${id}}:webhook:${endpoint}`;

/** Secret of deliveries to the `webhookUrl` of calls: hash `secret`, `oldSecret`, `oldSecretUntil`; no time to live, like the account. */
export const callWebhookSecret = (id: string) => `{a:${id}}:webhook-secret`;

/** Pending deliveries to an endpoint: sorted set delivery -> ms when it is due or its lease ends; expires with the last. */
export const pendingDeliveries = (id: string, endpoint: string) => `{a:${id}}:webhook:${endpoint}:pending`;

/** The last 100 deliveries to an endpoint: sorted set delivery -> ms of the event; expires with the last. */
export const deliveryLog = (id: string, endpoint: string) => `{a:${id}}:webhook:${endpoint}:log`;

/** One event on its way to one endpoint: hash `event`, `status`, `attempt`, …; expires 8 days after the event. */
export const delivery = (id: string, delivery: string) => `{a:${id}}:delivery:${delivery}`;

/** Events of an account: sorted set event -> ms, no two alike; expires 30 days after the last. */
export const accountEvents = (id: string) => `{a:${id}}:events`;

/** The body of an event as it is sent: string, expires after 30 days. */
export const accountEvent = (id: string, event: string) => `{a:${id}}:event:${event}`;

/** Webhook endpoints with deliveries: sorted set `ACCOUNT/ENDPOINT` -> ms when one is due or the claim ends; leaves with the last. */
export const dueEndpoints = () => '{webhooks}';

/** Claims of those endpoints: hash `ACCOUNT/ENDPOINT` -> claim, as long. */
export const dueEndpointClaims = () => '{webhooks}:claims';

/** Accounts that have had an endpoint or read their events: sorted set, all of one score; lives as long as the accounts. */
export const eventReaders = () => '{webhooks}:readers';

/** Background tasks: sorted set task -> ms when it is due or its claim ends; no time to live. */
export const backgroundTasks = () => '{webhooks}:tasks';

/** Claims of background tasks: hash task -> claim, as long. */
export const backgroundTaskClaims = () => '{webhooks}:tasks:claims';

/** Cursors of background tasks: hash, as long. */
export const backgroundTaskProgress = () => '{webhooks}:tasks:progress';

/** Endpoints that the service has disabled: sorted set `ACCOUNT/ENDPOINT` -> end of a lease, ms; leaves when the owners are notified. */
export const disabledEndpoints = () => '{webhooks}:disabled';

/** Keys of an account whose revocation is not published as an event yet: sorted set prefix -> ms; expires a month after the last. */
export const revocations = (id: string) => `{a:${id}}:revocations`;

/** Accounts that a webhook has reached: sorted set account -> ms of the last; expires a day after the last. */
export const arrivedWebhooks = () => '{webhooks}:arrived';

/** Attempts to deliver that failed: sorted set `CAUSE ACCOUNT` -> ms of the last; expires a day after the last. */
export const failedWebhooks = () => '{webhooks}:failed';
