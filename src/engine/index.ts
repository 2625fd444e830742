/** The engine's public entry point for bots, sidecar, pages and command line. */
import { baseUrlOf, type Config } from '../config/index.js';
import { within } from '../deadline.js';
import type { Egress, Inspector, Realm } from '../egress/types.js';
import type { DocumentReader, Extractor } from '../extractor/types.js';
import type { Logger } from '../log.js';
import { pageOf } from '../providers/pages.js';
import { findWritten, resolve } from '../providers/resolve.js';
import type { Provider } from '../providers/types.js';
import { createAccountOwner } from './access/account-owner.js';
import { createAccounts } from './access/accounts.js';
import { createKeys } from './access/api-keys.js';
import { createAuthenticator, type Principal } from './access/authenticate.js';
import { createCallers } from './access/callers.js';
import { createOwnAccounts } from './access/expected-receivers.js';
import { createSessions } from './access/sessions.js';
import type { BotName } from './api/bots.js';
import type {
  Engine,
  KeyInfo,
  Pending,
  ProviderInfo,
  Resolution,
  ResolveRequest,
  VerificationText,
} from './api/index.js';
import { createAsyncRequests } from './async-requests/async-requests.js';
import { createPolls, createRequestStatus } from './async-requests/request-status.js';
import { createRequestStore } from './async-requests/request-store.js';
import { createBotStore } from './bots/bot-store.js';
import { createCertificatePins } from './health/certificate-pins.js';
import { statusReport } from './health/status.js';
import { createUptime } from './health/uptime.js';
import { createActivity } from './metering/activity.js';
import { createAdministration } from './metering/administration.js';
import { createRecordLimits } from './metering/record-limits.js';
import { createReservations } from './metering/reservations.js';
import { createScreenshotQuota } from './metering/screenshot-quota.js';
import { usageOf } from './metering/usage.js';
import { createVerificationQuota } from './metering/verification-quota.js';
import { createExtractorAlerts } from './pictures/extractor-alerts.js';
import { createMonitoredExtractor } from './pictures/extractor-monitor.js';
import { createPictureCache } from './pictures/picture-cache.js';
import { createScreenshots } from './pictures/screenshot.js';
import { createBanks } from './shared/banks.js';
import { createTaskTracker } from './shared/task-tracker.js';
import { createShops } from './shops/index.js';
import { createStorePing } from './store/connection/store-ping.js';
import { createEvents } from './store/events.js';
import { createFailureStreaks } from './store/failure-streaks.js';
import type { PinStore } from './store/pin-store.js';
import { createNotifier } from './store/pubsub.js';
import { createReceiptStore } from './store/receipt-store.js';
import { createSandboxState } from './store/sandbox-state.js';
import { loadScripts } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import { type Health, unknownHealth } from './verification/bank-health.js';
import { createBankQueue } from './verification/bank-queue.js';
import { createFetchReceipt } from './verification/fetch-receipt.js';
import { createIdempotency } from './verification/idempotency.js';
import { createLookup } from './verification/lookup.js';
import { createQueueStatsCache } from './verification/queue-stats.js';
import { createReceiptCache } from './verification/receipt-cache.js';
import { createReceiptService } from './verification/receipt-service.js';
import { createReadKeptResponse, reparse } from './verification/reparse.js';
import { toJson, toVerification, type VerifiedReceipt } from './verification/response.js';
import { createSingleFlight } from './verification/single-flight.js';
import { createVerify, unresolved } from './verification/verify.js';
import { createViewLimitedStore, spentMsOf } from './verification/view-limited.js';
import { createWaitingCalls } from './verification/waiting-limits.js';

export { addressGroup } from './access/callers.js';
export * from './api/errors.js';
export * from './api/index.js';
export { planNames, plans } from './api/plans.js';
export { isBirr, parseBirr } from './shared/money.js';
export { createSecretCheck } from './shared/secrets.js';
export { periodAround } from './shops/calendar.js';
export { createSandboxState } from './store/sandbox-state.js';

/** Dependencies that the engine does not create itself. */
export interface EngineDeps {
  store: StoreConnection;
  providers: readonly Provider[];
  egress: Egress & Inspector;
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

/** How long `close` waits for running lookups when `stop` was not called before. */
const lookupsMsMax = 8_000;

export function createEngine(deps: EngineDeps): Engine {
  const {
    store,
    providers,
    egress,
    documents,
    extractor,
    config,
    log,
    health = unknownHealth(),
    now = Date.now,
  } = deps;
  const baseUrl = baseUrlOf(config);
  const liveRealm: Realm = config.BANKS;
  const timeZone = config.TIME_ZONE;
  const queueWaitMs = config.QUEUE_WAIT_SECONDS * 1000;
  const slotsOf = (key: string) => config.PROVIDER_CONCURRENCY[key] ?? config.PROVIDER_CONCURRENCY['*'] ?? 1;

  const scripts = loadScripts(store.client);
  const notifier = createNotifier(store, log);
  const running = createTaskTracker();
  const { closing } = running;
  const watch = createStorePing(store);
  const authenticator = createAuthenticator(store, scripts, liveRealm);
  const callers = createCallers({ store, scripts, authenticator, liveRealm });
  const receipts = createReceiptStore(store, scripts, config.RECEIPT_RETENTION_DAYS);
  const cache = createReceiptCache(receipts, scripts, log);
  const reservations = createReservations({ store, scripts, timeZone, closing, now });
  const quota = createVerificationQuota({ store, reservations });
  const dailyBudget = config.OCR_DAILY_BUDGET;
  const events = createEvents(store, scripts, { now });
  const readEvents = createExtractorAlerts(events, createFailureStreaks(store, now), dailyBudget);
  const onDailyUse = readEvents.onDailyUse;
  const reads = createScreenshotQuota({
    reservations,
    dailyBudget,
    demoPercent: config.OCR_DEMO_PERCENT,
    onDailyUse,
  });
  const reader = createMonitoredExtractor(extractor, readEvents, now, running.givenUp);
  const bankQueue = createBankQueue(scripts, notifier, closing);
  const queueStats = createQueueStatsCache(bankQueue);
  const views = createViewLimitedStore(receipts);
  const receiptOf = cache.keyOf;
  const lookUp = createLookup({
    egress,
    documents,
    bankQueue,
    views,
    health,
    receiptOf,
    slotsOf,
    stopping: running,
    now,
  });
  const activity = createActivity({ store, timeZone, now });
  const spentMs = spentMsOf(config.ATTEMPT_TIMEOUT_SECONDS * 1000);
  const singleFlight = createSingleFlight(scripts, notifier, { spentMs, closing });
  const waitingCalls = createWaitingCalls(store, scripts);
  const obtain = running.track(
    createFetchReceipt({
      cache,
      health,
      quota,
      reservations,
      singleFlight,
      bankQueue,
      waitingCalls,
      lookUp,
      now,
    }),
  );
  const following = health.follow(notifier, (realm, provider) => bankQueue.recheck(`${realm}:${provider}`));
  const newCall = notifier.callId;
  const allotments = createRecordLimits(scripts);
  const idempotency = createIdempotency(scripts, allotments);
  const banks = createBanks(providers);
  const ownAccounts = createOwnAccounts(banks);
  const show = createReceiptService({ cache, obtain, idempotency, ownAccounts, banks, now });
  const records = createRequestStore(store, scripts, notifier.processId);
  const states = createRequestStatus(records, notifier, now);
  const requests = createAsyncRequests({
    records,
    notifier,
    show,
    recover: createReadKeptResponse({ providers, documents, cache, views }),
    idempotency,
    allotments,
    activity,
    providers,
    newCall,
    track: running.track((work: Promise<void>) => work),
    log,
  });
  const verify = createVerify({
    providers,
    authenticator,
    callers,
    cache,
    show,
    idempotency,
    requests,
    states,
    waitingCalls,
    ownAccounts,
    banks,
    activity,
    newCall,
    liveRealm,
    queueWaitMs,
    closing,
    now,
  });
  const screenshots = createScreenshots({
    providers,
    reader,
    callers,
    quota,
    reads,
    known: createPictureCache(store, extractor.mode),
    show,
    idempotency,
    activity,
    newCall,
    liveRealm,
    queueWaitMs,
    now,
  });
  const verifyImage = running.track((call: Parameters<Engine['verifyImage']>) =>
    screenshots.verifyImage(...call),
  );
  const accounts = createAccounts(store, baseUrl, now);
  const usage = { quota, reads, timeZone, now };
  const keys = createKeys(store, accounts, now);
  const contractUsage = ({ account, prefix, cap, reads }: KeyInfo) =>
    usageOf(usage, { ...wholeAccount(account), scope: prefix, contract: { cap, reads } });
  const accountUsage = async (id: string) => usageOf(usage, wholeAccount((await accounts.get(id)).id));
  const status = {
    store,
    watch,
    providers,
    health,
    queueStats,
    realm: liveRealm,
    extractor: reader.state,
    now,
  };

  async function stop(until: AbortSignal): Promise<void> {
    running.close();
    notifier.notifyAll();
    await Promise.allSettled([requests.handOver(), running.drained(until)]);
  }

  return {
    verify: (async (...call) => answerOf(await verify(...call), toVerification)) as Engine['verify'],
    verifyAsText: (...call) => verify(...call).then((shown) => answerOf(shown, textOf)),
    verifyImage: (...call) => verifyImage(call),
    read: screenshots.read,
    screenshotBudget: () => reads.today(),
    ...createPolls({ waitingCalls, authenticator, states }),
    startRecovery: () => requests.startRecovery(),
    onCompleted: (told) => requests.onCompleted(told),
    resolve: (request) => resolution(providers, request, now()),
    receiptsIn: (text) => findWritten(providers, text, new Date(now())).map(({ request }) => request),
    admit: async (key) => (await authenticator.authenticate(key, null)).entry,
    usage: async (key) => usageOf(usage, (await authenticator.authenticate(key, null)).entry),
    demoAllowance: (address) => callers.allowance({ kind: 'demo', address }),
    accountUsage,
    // Does not reveal the address it listens at.
    status: () => statusReport({ ...status, host: config.BASE_URL ? new URL(baseUrl).host : 'localhost' }),
    providers: () => providers.map(infoOf),
    ready: () => watch.up(),
    reparse: () => reparse({ providers, documents, cache, views }),
    keys,
    accounts,
    sessions: createSessions(store, now),
    accountOwner: (account) => createAccountOwner({ keys, accounts, usageOf: contractUsage }, account),
    activity: { days: activity.days, recent: activity.recent },
    uptime: createUptime({ store, events, providers, health, realm: liveRealm, timeZone, now }),
    pins: createCertificatePins({
      pins: deps.pins,
      inspector: egress,
      providers,
      configured: config.TLS_PINS,
    }),
    sandbox: createSandboxState(store),
    shops: createShops({ store, scripts, book: accounts, banks, timeZone, now }),
    admin: createAdministration({ events, accounts, usage: accountUsage }),
    botStore: (bot: BotName) => createBotStore({ store, scripts, notifier, now }, bot),
    stop,
    async close() {
      await within(lookupsMsMax, [], stop);
      requests.close();
      watch.close();
      following.stop();
      try {
        await activity.close();
      } finally {
        await notifier.close();
      }
    },
  };
}

function answerOf<A>(shown: VerifiedReceipt | Pending, write: (shown: VerifiedReceipt) => A): A | Pending {
  return 'verdict' in shown ? shown : write(shown);
}

function textOf(shown: VerifiedReceipt): VerificationText {
  return {
    verdict: 'verified',
    text: toJson(shown),
    providerKey: shown.target.provider,
    cached: shown.requestId === null,
  };
}

/** Missing details and ambiguous references are results here; only requests that match no bank fail. */
function resolution(providers: readonly Provider[], request: ResolveRequest, now: number): Resolution {
  const resolved = resolve(providers, request, new Date(now));
  const nothing = {
    ok: true,
    providerKey: null,
    reference: null,
    resolvedUrl: null,
    needs: [],
    candidates: [],
  } as const;
  switch (resolved.kind) {
    case 'target': {
      const { provider, reference } = resolved.target;
      return { ...nothing, providerKey: provider, reference, resolvedUrl: pageOf(resolved.target) };
    }
    case 'needs':
      return {
        ...nothing,
        providerKey: resolved.provider,
        reference: resolved.reference,
        needs: resolved.needs,
      };
    case 'ambiguous':
      return { ...nothing, reference: resolved.reference, candidates: resolved.candidates };
    default:
      throw unresolved(resolved);
  }
}

/** A whole account, for the operator: no key, no rate. */
function wholeAccount(account: string): Principal {
  return {
    account,
    prefix: '',
    mode: 'live',
    realm: 'live',
    label: '',
    scope: 'all',
    contract: { cap: null, reads: null },
    rate: { limit: 0, used: 0, resetsInSeconds: 0 },
  };
}

function infoOf(provider: Provider): ProviderInfo {
  const { key, name, sources, hosts, bareReference, needs, viewLimited, support } = provider;
  return { key, name, sources, hosts, bareReference, needs, viewLimited, support };
}
