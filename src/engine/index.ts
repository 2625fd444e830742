/** The engine's public entry point for bots, sidecar, pages and command line. */
import { baseUrlOf } from '../config/index.js';
import { within } from '../deadline.js';
import { pageOf } from '../providers/pages.js';
import { findWritten, resolve } from '../providers/resolve.js';
import type { Provider } from '../providers/types.js';
import { createAccountOwner } from './access/account-owner.js';
import type { Authenticator, Principal } from './access/authenticate.js';
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
import { anyKey, type NeededScopes } from './api/operation.js';
import { createPolls } from './async-requests/request-status.js';
import { createBotStore } from './bots/bot-store.js';
import { createCertificatePins } from './health/certificate-pins.js';
import { statusReport } from './health/status.js';
import { createUptime } from './health/uptime.js';
import { createAdministration } from './metering/administration.js';
import { usageOf } from './metering/usage.js';
import { createServices, type EngineDeps } from './services.js';
import { createShops } from './shops/index.js';
import { createStorePing } from './store/connection/store-ping.js';
import { createSandboxState } from './store/sandbox-state.js';
import { createQueueStatsCache } from './verification/bank-queue.js';
import { reparse } from './verification/reparse.js';
import { toJson, toVerification, type VerifiedReceipt } from './verification/response.js';
import { unresolvedFailure } from './verification/verify.js';
import { createWebhooks } from './webhooks/webhooks.js';

export { addressGroup } from './access/callers.js';
export * from './api/errors.js';
export * from './api/index.js';
export { planNames, plans } from './api/plans.js';
export type { EngineDeps } from './services.js';
export { isBirr, parseBirr } from './shared/money.js';
export { createSecretCheck } from './shared/secrets.js';
export { periodAround } from './shops/calendar.js';
export { isUndone } from './shops/ledger/counts.js';
export { createSandboxState } from './store/sandbox-state.js';

/** How long `close` waits for running lookups when `stop` was not called before. */
const lookupsMsMax = 8_000;

export function createEngine(deps: EngineDeps): Engine {
  const services = createServices(deps);
  const { store, scripts, providers, config, health, notifier, running, authenticator, callers } = services;
  const {
    bankQueue,
    reads,
    requests,
    background,
    screenshots,
    verify,
    events,
    activity,
    accounts,
    keys,
    banks,
    timeZone,
    now,
  } = services;
  const baseUrl = baseUrlOf(config);
  const realm = config.BANKS;
  const ping = createStorePing(store);
  const queueStats = createQueueStatsCache(bankQueue);
  const following = health.follow(notifier, (realm, provider) => bankQueue.recheck(`${realm}:${provider}`));
  const contractUsage = ({ account, prefix, cap, reads }: KeyInfo) =>
    usageOf(services, { ...wholeAccount(account), scope: prefix, contract: { cap, reads } });
  const accountUsage = async (id: string) => usageOf(services, wholeAccount((await accounts.get(id)).id));
  const status = {
    ...{ store, ping, providers, health, queueStats, realm, now },
    extractor: services.reader.state,
  };

  async function stop(until: AbortSignal): Promise<void> {
    running.close();
    notifier.notifyAll();
    const stops = background.map((task) => task.stop());
    await Promise.allSettled([requests.handOver(), running.drained(until), ...stops]);
  }

  return {
    verify: (async (...call) => answerOf(await verify(...call), toVerification)) as Engine['verify'],
    verifyAsText: (...call) => verify(...call).then((result) => answerOf(result, textOf)),
    verifyImage: ((...call) => running.track(screenshots.verifyImage(...call))) as Engine['verifyImage'],
    read: screenshots.read,
    screenshotBudget: () => reads.today(),
    ...createPolls(services),
    startRecovery() {
      requests.startRecovery();
      for (const task of background) task.start();
    },
    onCompleted: (listener) => requests.onCompleted(listener),
    resolve: (request) => resolution(providers, request, now()),
    receiptsIn: (text) => findWritten(providers, text, new Date(now())).map(({ request }) => request),
    admit: async (key, needed = anyKey) => (await authenticator.authenticate(key, null, needed)).entry,
    usage: async (who) => usageOf(services, await readerOf(authenticator, who)),
    demoAllowance: (address) => callers.allowance({ kind: 'demo', address }),
    accountUsage,
    // Does not reveal the listening address.
    status: () => statusReport({ ...status, host: config.BASE_URL ? new URL(baseUrl).host : 'localhost' }),
    providers: () => providers.map(infoOf),
    ready: () => ping.up(),
    reparse: () => reparse(services),
    keys,
    accounts,
    sessions: createSessions(store, now),
    accountOwner: (account) =>
      createAccountOwner({ keys, accounts, usageOf: contractUsage, liveRealm: realm }, account),
    activity: { days: activity.days, recent: activity.recent },
    uptime: createUptime({ store, events, providers, health, realm, timeZone, now }),
    pins: createCertificatePins({
      pins: deps.pins,
      inspector: deps.egress,
      providers,
      configured: config.TLS_PINS,
    }),
    verifications: services.verifications,
    batches: services.batches,
    paymentRequests: services.paymentRequests,
    payerRequests: services.payerRequests,
    sandboxShop: services.sandboxShop,
    paymentFigures: services.paymentFigures,
    webhooks: createWebhooks(services),
    webhookFigures: services.webhookFigures,
    sandbox: createSandboxState(store),
    shops: createShops({ store, scripts, accounts, banks, timeZone, now }),
    admin: createAdministration({ events, accounts, usage: accountUsage }),
    botStore: (bot: BotName) => createBotStore({ store, scripts, notifier, now }, bot),
    stop,
    async close() {
      await within(lookupsMsMax, [], stop);
      requests.close();
      ping.close();
      following.stop();
      try {
        await activity.close();
      } finally {
        await notifier.close();
      }
    },
  };
}

const usageScopes: NeededScopes = ['read'];

/** The principal whose usage is read; a key is authenticated and counted. */
async function readerOf(authenticator: Authenticator, who: string | Principal): Promise<Principal> {
  return typeof who === 'string' ? (await authenticator.authenticate(who, null, usageScopes)).entry : who;
}

function answerOf<A>(result: VerifiedReceipt | Pending, write: (receipt: VerifiedReceipt) => A): A | Pending {
  return 'verdict' in result ? result : write(result);
}

function textOf(receipt: VerifiedReceipt): VerificationText {
  return {
    verdict: 'verified',
    text: toJson(receipt),
    providerKey: receipt.target.provider,
    cached: receipt.requestId === null,
  };
}

/** Missing details and ambiguous references are results here; only requests that match no bank fail. */
function resolution(providers: readonly Provider[], request: ResolveRequest, now: number): Resolution {
  const resolved = resolve(providers, request, new Date(now));
  const empty = {
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
      return { ...empty, providerKey: provider, reference, resolvedUrl: pageOf(resolved.target) };
    }
    case 'needs':
      return {
        ...empty,
        providerKey: resolved.provider,
        reference: resolved.reference,
        needs: resolved.needs,
      };
    case 'ambiguous':
      return { ...empty, reference: resolved.reference, candidates: resolved.candidates };
    default:
      throw unresolvedFailure(resolved);
  }
}

/** The principal of a whole account, for the operator: without a key and a rate. */
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
  const { key, name, sources, hosts, needs, viewLimited, support } = provider;
  const bareReference = support === 'supported' && needs.length === 0;
  return { key, name, sources, hosts, bareReference, needs, viewLimited, support };
}
