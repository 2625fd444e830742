/** The services of the engine, each created once, in the order in which they need each other. */
import { baseUrlOf, type Config } from '../config/index.js';
import type { Egress, Inspector, WebhookClient } from '../egress/types.js';
import type { DocumentReader, Extractor } from '../extractor/types.js';
import type { Logger } from '../log.js';
import type { Provider } from '../providers/types.js';
import { createAccounts } from './access/accounts.js';
import { createKeys } from './access/api-keys.js';
import { createAuthenticator } from './access/authenticate.js';
import { createCallers } from './access/callers.js';
import { createReceivingAccounts } from './access/receiving-accounts.js';
import { createEnvelopes, progressOf } from './api/error-body.js';
import { AsyncRequests, type RequestEnd } from './async-requests/async-requests.js';
import { createRequestStatus } from './async-requests/request-status.js';
import { createRequestStore } from './async-requests/request-store.js';
import { createBatchParts } from './batches/index.js';
import { createItemPace } from './batches/item-pace.js';
import { createItemSlots } from './batches/item-slots.js';
import { createActivity } from './metering/activity.js';
import { createRecordLimits } from './metering/record-limits.js';
import { createReservations } from './metering/reservations.js';
import { createScreenshotQuota } from './metering/screenshot-quota.js';
import { payerUsageOf } from './metering/usage.js';
import { createVerificationQuota, type Payer } from './metering/verification-quota.js';
import { createAttempts } from './payment-requests/attempts.js';
import { createChanges } from './payment-requests/changes.js';
import { createConclude } from './payment-requests/conclude.js';
import { createDueList } from './payment-requests/due-list.js';
import { createDueRequests } from './payment-requests/due-requests.js';
import { createFigures } from './payment-requests/figures.js';
import { createPayerRequests } from './payment-requests/payer-requests.js';
import { createPaymentRequests } from './payment-requests/payment-requests.js';
import { createPaymentRequestStore } from './payment-requests/request-store.js';
import { createSandboxShop } from './payment-requests/sandbox-shop.js';
import { createExtractorAlerts } from './pictures/extractor-alerts.js';
import { createMonitoredExtractor } from './pictures/extractor-monitor.js';
import { createPictureCache } from './pictures/picture-cache.js';
import { createScreenshots } from './pictures/screenshot.js';
import { createAnswerRecorder } from './records/check-recorder.js';
import { createVerificationRecords } from './records/verification-records.js';
import { createBanks } from './shared/banks.js';
import { createTaskTracker } from './shared/task-tracker.js';
import { createPaymentBook } from './shops/ledger/payment-entries.js';
import { createSettings } from './shops/settings.js';
import { createEvents } from './store/events.js';
import { createFailureStreaks } from './store/failure-streaks.js';
import type { PinStore } from './store/pin-store.js';
import { createNotifier } from './store/pubsub.js';
import { ReceiptCopies } from './store/receipt-copies.js';
import { createReceiptStore, recordMsOf } from './store/receipt-store.js';
import { loadScripts } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import { type Health, unknownHealth } from './verification/bank-health.js';
import { createBankQueue } from './verification/bank-queue.js';
import { createFetchReceipt, type FetchReceipt } from './verification/fetch-receipt.js';
import { createIdempotency } from './verification/idempotency.js';
import { createLookup } from './verification/lookup.js';
import { createReceiptCache } from './verification/receipt-cache.js';
import { createReceiptService } from './verification/receipt-service.js';
import { createRecoverView } from './verification/reparse.js';
import { createSingleFlight } from './verification/single-flight.js';
import { createVerify } from './verification/verify.js';
import { createViewLimitedStore, spentMsOf } from './verification/view-limited.js';
import { createWaitingCalls } from './verification/waiting-limits.js';
import { createAccountEvents } from './webhooks/account-events.js';
import { createArrivals, createArrivalsTask } from './webhooks/arrivals.js';
import { createAttemptFigures } from './webhooks/attempt-figures.js';
import { createBackgroundTasks } from './webhooks/background-tasks.js';
import { createBankEvents } from './webhooks/bank-events.js';
import { createDeliveries, type Deliveries, type DeliveriesDeps } from './webhooks/deliveries.js';
import { createDeliveryStore } from './webhooks/delivery-store.js';
import { createDisabledEndpoints } from './webhooks/disabled-endpoints.js';
import { createEndpointStore } from './webhooks/endpoint-store.js';
import { createEventReaders } from './webhooks/event-readers.js';

/** Dependencies that the engine does not create itself. */
export interface EngineDeps {
  store: StoreConnection;
  providers: readonly Provider[];
  egress: Egress & Inspector;
  webhookClient: WebhookClient;
  /** The pins that the egress enforces. */
  pins: PinStore;
  documents: DocumentReader;
  extractor: Extractor;
  config: Config;
  /** Receives errors of background tasks. */
  log: Logger;
  health?: Health;
  now?: () => number;
}

export function createServices(deps: EngineDeps) {
  const basis = createBasis(deps);
  const metering = createMetering(basis);
  const lookups = createLookups(basis, metering);
  const outbox = createOutbox(basis);
  const calls = createCalls(basis, metering, lookups, outbox);
  const payments = createPayments(basis, metering, lookups, outbox, calls);
  const accounts = createAccountServices(basis, metering, outbox);
  const batches = createBatchParts({ ...basis, ...metering, ...lookups, ...outbox, ...calls });
  /** Tasks of every process for all accounts. */
  const background = [outbox.deliveries, payments.dueRequests, accounts.tasks];
  const parts = { ...basis, ...metering, ...lookups, ...outbox, ...calls, ...payments, ...accounts };
  const shop = { ...parts, requests: payments.paymentRecords, outbox: outbox.deliveryStore };
  return { ...parts, batches, background, sandboxShop: createSandboxShop(shop) };
}

type Basis = ReturnType<typeof createBasis>;
type Metering = ReturnType<typeof createMetering>;
type Lookups = ReturnType<typeof createLookups>;
type Outbox = ReturnType<typeof createOutbox>;
type Calls = ReturnType<typeof createCalls>;

/** Parts that the other services use: scripts, messages between processes, tracked tasks, callers. */
function createBasis({ health = unknownHealth(), now = Date.now, ...deps }: EngineDeps) {
  const { store, config, log, providers } = deps;
  const scripts = loadScripts(store.client);
  const recordMs = recordMsOf(config.RECEIPT_RETENTION_DAYS);
  const copies = new ReceiptCopies(config.RECEIPT_CACHE_MB * 2 ** 20);
  const liveRealm = config.BANKS;
  const authenticator = createAuthenticator({ store, scripts, liveRealm, recordMs, copies });
  const notifier = createNotifier(store, log);
  const running = createTaskTracker();
  return {
    ...deps,
    ...{ health, now, scripts, authenticator, notifier, recordMs, liveRealm, running },
    timeZone: config.TIME_ZONE,
    queueWaitMs: config.QUEUE_WAIT_SECONDS * 1000,
    /** Tracks work that has to end before the process does. */
    track: running.track,
    callers: createCallers({ store, scripts, authenticator, liveRealm }),
    banks: createBanks(providers),
    newCall: notifier.callId,
  };
}

/** Counts verifications, screenshot reads and activity; and the extractor, whose results are counted. */
function createMetering({ store, scripts, config, extractor, timeZone, running, now }: Basis) {
  const reservations = createReservations({ store, scripts, timeZone, closing: running.closing, now });
  const dailyBudget = config.OCR_DAILY_BUDGET;
  const events = createEvents(store, scripts, { now });
  const alerts = createExtractorAlerts(events, createFailureStreaks(store, now), dailyBudget);
  return {
    reservations,
    events,
    quota: createVerificationQuota(store, reservations),
    reads: createScreenshotQuota({
      reservations,
      dailyBudget,
      demoPercent: config.OCR_DEMO_PERCENT,
      onDailyUse: alerts.onDailyUse,
    }),
    reader: createMonitoredExtractor(extractor, alerts, now, running.givenUp),
    activity: createActivity({ store, timeZone, now }),
    allotments: createRecordLimits(scripts),
    waitingCalls: createWaitingCalls(store, scripts),
  };
}

/** Receipts, from the cache or from their bank. */
function createLookups(basis: Basis, { quota, reservations, allotments, waitingCalls }: Metering) {
  const { store, scripts, config, log, health, notifier, running, banks, now } = basis;
  const slotsOf = (key: string) => config.PROVIDER_CONCURRENCY[key] ?? config.PROVIDER_CONCURRENCY['*'] ?? 1;
  const receipts = createReceiptStore(store, scripts, config.RECEIPT_RETENTION_DAYS);
  const cache = createReceiptCache(receipts, scripts, log, basis.recordMs);
  const bankQueue = createBankQueue(scripts, notifier, running.closing);
  const viewLimited = createViewLimitedStore(receipts);
  const lookup = createLookup({
    ...{ egress: basis.egress, documents: basis.documents, bankQueue, viewLimited, health, slotsOf, now },
    receiptOf: cache.keyOf,
    stopping: running,
  });
  const spentMs = spentMsOf(config.ATTEMPT_TIMEOUT_SECONDS * 1000);
  const singleFlight = createSingleFlight(scripts, notifier, spentMs, running.closing);
  const untracked = createFetchReceipt({
    ...{ cache, health, quota, reservations, singleFlight, bankQueue, waitingCalls, lookup, now },
  });
  const fetchReceipt: FetchReceipt = (call) => running.track(untracked(call));
  const idempotency = createIdempotency(scripts, allotments);
  const pace = createItemPace();
  const service = createReceiptService({ cache, fetchReceipt, idempotency, banks, now });
  const getReceipt = pace.recording(service);
  const verifications = createVerificationRecords(basis);
  const parts = { cache, bankQueue, slotsOf, viewLimited, idempotency, pace };
  return { ...parts, getReceipt, verifications };
}

/** Events of accounts, on their way to webhook endpoints. */
function createOutbox({ store, scripts, webhookClient, newCall, config, log, now }: Basis) {
  const deliveryStore = createDeliveryStore(store, scripts, config.RECEIPT_RETENTION_DAYS);
  const figures = createAttemptFigures(now);
  const arrivals = createArrivals(store, now);
  const attempted: DeliveriesDeps['attempted'] = (account, outcome, error) => {
    figures.count(account, outcome);
    arrivals.record(account, outcome, error);
  };
  const parts = { store: deliveryStore, client: webhookClient, newClaim: newCall, attempted, log, now };
  const deliveries = createDeliveries(parts);
  return {
    deliveryStore,
    deliveries,
    arrivals,
    webhookFigures: figures.read,
    publish: publishRequestEnds(deliveries, baseUrlOf(config)),
  };
}

/** Accounts and keys, and the tasks that publish events about keys, caps and banks. */
function createAccountServices(basis: Basis, metering: Metering, { deliveries, arrivals }: Outbox) {
  const { store, scripts, config, newCall, log, now } = basis;
  const accounts = createAccounts(store, baseUrlOf(config), now);
  const keys = createKeys(store, accounts, now);
  const readers = createEventReaders(store);
  const endpoints = createEndpointStore(store);
  const disabled = createDisabledEndpoints({ store, scripts, endpoints });
  const parts = { ...basis, ...metering, deliveries, arrivals, keys, readers, endpoints, disabled };
  const usageOf = (payer: Payer) => payerUsageOf(parts, payer);
  const tasks = [
    createBankEvents(parts),
    createAccountEvents({ ...parts, usageOf }),
    createArrivalsTask(parts),
  ];
  return {
    accounts,
    keys,
    readers,
    disabled,
    tasks: createBackgroundTasks({ scripts, newClaim: newCall, log }, tasks),
  };
}

/** Publishes `verification.completed` with the body of the poll. */
function publishRequestEnds(deliveries: Pick<Deliveries, 'publish'>, baseUrl: string) {
  const envelopeOf = createEnvelopes(baseUrl);
  return async ({ id, account, at, state, webhookUrl: url }: RequestEnd) => {
    const data = progressOf(state, envelopeOf).text;
    await deliveries.publish({ account, type: 'verification.completed', subject: id, at, data, url });
  };
}

/** Calls with links and references, calls with pictures, and calls answered 202. */
function createCalls(basis: Basis, metering: Metering, lookups: Lookups, { publish }: Outbox) {
  const { store, scripts, notifier, running, extractor, now } = basis;
  const answered = createAnswerRecorder(metering.activity, basis.scripts, basis.log);
  const parts = { ...basis, ...metering, ...lookups, activity: answered };
  const records = createRequestStore(store, scripts, notifier.processId);
  const requestStatus = createRequestStatus(records, notifier, now);
  const recover = createRecoverView(parts);
  const requests = new AsyncRequests({
    ...parts,
    getReceipt: createItemSlots(parts),
    records,
    publish,
    recover,
  });
  return {
    answered,
    records,
    recover,
    requestStatus,
    requests,
    verify: createVerify({ ...parts, requests, requestStatus, closing: running.closing }),
    screenshots: createScreenshots({
      ...parts,
      requests,
      pictureCache: createPictureCache(store, extractor.mode),
    }),
  };
}

/** Payment requests, and receipts that are submitted for them. */
function createPayments(
  basis: Basis,
  metering: Metering,
  lookups: Lookups,
  { deliveryStore, deliveries }: Outbox,
  { screenshots: { verifyImage }, recover, answered: activity }: Calls,
) {
  const { store, scripts, notifier, banks, config, newCall } = basis;
  const requests = createPaymentRequestStore(store, scripts, createPaymentBook(basis, createSettings(basis)));
  const baseUrl = baseUrlOf(config);
  const outbox = { partOf: deliveryStore.partOf, wake: deliveries.wake.bind(deliveries) };
  const figures = createFigures();
  const changes = createChanges({ requests, outbox, notifier, figures, baseUrl, now: basis.now });
  const parts = {
    ...basis,
    ...metering,
    ...lookups,
    activity,
    requests,
    dueList: createDueList(scripts, store, basis.now),
    changes,
    figures,
    baseUrl,
  };
  const conclude = createConclude({ ...parts, client: store.client });
  const attempts = createAttempts({ ...parts, conclude, verifyImage, recover });
  const receiving = createReceivingAccounts({ store, scripts, banks });
  return {
    paymentRecords: requests,
    paymentFigures: figures.read,
    paymentRequests: createPaymentRequests({
      ...parts,
      attempts,
      receiving,
      admitMember: basis.callers.admitMember,
    }),
    payerRequests: createPayerRequests({ ...parts, attempts }),
    dueRequests: createDueRequests({ ...parts, attempts, newClaim: newCall }),
  };
}
