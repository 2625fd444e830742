/** The only door to the engine: what bots, sidecar, pages and command line see of it. */
import { baseUrlOf, type Config } from '../config.js';
import type { Egress, Realm } from '../egress/types.js';
import type { DocumentReader } from '../extractor/types.js';
import { resolve } from '../providers/resolve.js';
import type { Provider } from '../providers/types.js';
import { createAccounts } from './accounts.js';
import { createGate, type Entry } from './auth.js';
import { createCache, type Kept } from './cache.js';
import { createFlights } from './flights.js';
import { type Health, unprobed } from './health.js';
import { createKeys } from './keys.js';
import { createLookUp } from './lookup.js';
import { createQueue } from './queue.js';
import { createQuota } from './quota.js';
import { statusReport } from './status.js';
import { createSandboxState } from './store/sandbox-state.js';
import { loadScripts } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import { watchStore } from './store/watch.js';
import type { Engine, ProviderInfo, Resolution, ResolveRequest } from './types.js';
import { usageOf } from './usage.js';
import { createVerify, unresolved } from './verify.js';

export { parseBirr } from './birr.js';
export * from './errors.js';
export { planNames, plans } from './plans.js';
export { createSandboxState } from './store/sandbox-state.js';
export * from './types.js';

/** Everything the engine does not make itself. */
export interface EngineDeps {
  store: StoreConnection;
  providers: readonly Provider[];
  egress: Egress;
  documents: DocumentReader;
  config: Config;
  health?: Health;
  now?: () => number;
}

export function createEngine(deps: EngineDeps): Engine {
  const { store, providers, config, health = unprobed(), now = Date.now } = deps;
  const baseUrl = baseUrlOf(config);
  const liveRealm: Realm = config.BANKS;
  const timeZone = config.TIME_ZONE;
  const queueWaitMs = config.QUEUE_WAIT_SECONDS * 1000;
  const concurrencyOf = (key: string) =>
    config.PROVIDER_CONCURRENCY[key] ?? config.PROVIDER_CONCURRENCY['*'] ?? 1;

  const scripts = loadScripts(store.client);
  const watch = watchStore(store);
  const gate = createGate(store, scripts, liveRealm);
  const cache = createCache(store, scripts, config.RECEIPT_RETENTION_DAYS);
  const quota = createQuota({ store, scripts, timeZone, now });
  const queue = createQueue();
  const lookUp = createLookUp({
    egress: deps.egress,
    documents: deps.documents,
    queue,
    concurrencyOf,
    queueWaitMs,
    now,
  });
  const flights = createFlights<Kept>();
  const accounts = createAccounts(store, baseUrl, now);
  const usage = { store, quota, timeZone, now };

  return {
    verify: createVerify({
      providers,
      gate,
      cache,
      health,
      quota,
      flights,
      lookUp,
      liveRealm,
      queueWaitMs,
      now,
    }),
    resolve: (request) => resolution(providers, request, now()),
    admit: async (key) => (await gate.enter(key, null)).entry,
    usage: async (key) => usageOf(usage, (await gate.enter(key, null)).entry),
    accountUsage: async (id) => usageOf(usage, wholeAccount((await accounts.get(id)).id)),
    status: () =>
      statusReport({
        store,
        watch,
        providers,
        health,
        queue,
        realm: liveRealm,
        host: new URL(baseUrl).host,
        extractor: config.EXTRACTOR,
        now,
      }),
    providers: () => providers.map(infoOf),
    ready: () => watch.up(),
    keys: createKeys(store, accounts, now),
    accounts,
    sandbox: createSandboxState(store),
    close: async () => watch.close(),
  };
}

/** What is needed and what is ambiguous is an answer here; only what no bank claims is a failure. */
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
      const { provider, reference, url } = resolved.target;
      return { ...nothing, providerKey: provider, reference, resolvedUrl: url };
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

/** An account as a whole, for the operator: no key, no rate. */
function wholeAccount(account: string): Entry {
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
