/** Builds the application: creates all packages in the order of their dependencies. Tests use it too. */
import { randomUUID } from 'node:crypto';
import { assembleExtractor } from './app-extractor.js';
import { type Config, ConfigError } from './config/index.js';
import { unlessAborted } from './deadline.js';
import { createEgress } from './egress/index.js';
import type { CertificateChange } from './egress/types.js';
import { createWebhookClient } from './egress/webhook-client.js';
import { createHealthMonitor } from './engine/health/monitor.js';
import { createProber, type Prober, probeTiming } from './engine/health/probe.js';
import { createEngine, createSandboxState, type Engine } from './engine/index.js';
import type { OpenStoreOptions } from './engine/store/connection/connect.js';
import { createEvents } from './engine/store/events.js';
import { openPinStore } from './engine/store/pin-store.js';
import { createHealthStore } from './engine/store/probe-results.js';
import { loadScripts } from './engine/store/scripts.js';
import type { StoreConnection } from './engine/store/types.js';
import { createCallTally } from './extractor/ai/token-usage.js';
import { createDocumentReader } from './extractor/pdf/documents.js';
import type { AiCall, AiFigures, Extractor } from './extractor/types.js';
import type { SandboxExample } from './http/pages.js';
import type { Logger } from './log.js';
import { openConfiguredStore } from './open-store.js';
import { tallied } from './providers/parsing/tally.js';
import { createProviders } from './providers/registry.js';
import type { Provider } from './providers/types.js';
import { examples as sandboxExamples } from './sandbox/examples.js';
import { createSandbox } from './sandbox/index.js';
import { receiptsOf } from './sandbox/payments.js';
import type { Screenshots } from './sandbox/types.js';
import type { StopBudget } from './server/shutdown-budget.js';

export { StoreError } from './engine/store/types.js';

export interface Application {
  engine: Engine;
  /** Probes the banks after its start, in processes with the role `prober`; stopped by `close`. */
  prober: Prober;
  /** A receipt of the simulated banks for each outcome; settled ones first. */
  examples(): SandboxExample[];
  /** Telebirr receipts of one amount, one for each outcome. The same seed gives the same receipts. */
  paying: typeof receiptsOf;
  /** Renders screenshots of receipts of the simulated banks. */
  screenshots: Pick<Screenshots, 'draw'>;
  store: StoreConnection;
  /** Metrics of the calls to the AI model in this process. */
  aiFigures: AiFigures;
  /** Connections to banks whose TLS handshake was never finished, by egress address. */
  deadHandshakes: ReadonlyMap<string, number>;
  /** Unreadable answers of banks, by `<provider> <because>`. */
  unreadable: ReadonlyMap<string, number>;
  /** Starts the decoder processes before the first picture arrives. */
  warm(): void;
  /**
   * Closes all parts, the store last; safe to call again. If a part fails or takes longer than the budget, the others are
   * closed all the same.
   * @throws the first error
   */
  close(budget?: StopBudget): Promise<void>;
}

interface BuildOptions {
  log: Logger;
  /** What to do when there is no Redis; see `openStore`. */
  embedded?: OpenStoreOptions['embedded'];
  warn?: OpenStoreOptions['warn'];
  /** Replaces the configured extractor. Closed by `close`. */
  extractor?: Extractor;
}

/** @throws StoreError when the store cannot be opened; ConfigError when the configuration names something unknown */
export async function buildApplication(
  config: Config,
  { log, embedded, warn, extractor: extractorOverride }: BuildOptions,
): Promise<Application> {
  const opened: Part[] = [];
  let store: StoreConnection | undefined;
  let closed: Promise<void> | undefined;
  const close = (budget?: StopBudget) => {
    closed ??= closeAll(opened, store, log, budget);
    return closed;
  };
  try {
    store = await openConfiguredStore(config, { log, embedded, warn });
    const pins = await openPinStore({ store, configured: config.TLS_PINS, log });
    opened.push(['pins', async () => pins.close()]);
    const siinqeeLinks = config.SIINQEE_LINK_HOSTS;
    const sandbox = await createSandbox({
      state: createSandboxState(store),
      routes: config.EGRESS,
      siinqeeLinks,
    });
    opened.push(['sandbox', () => sandbox.close()]);
    const { port } = sandbox.address();
    log.debug({ component: 'sandbox', port }, 'the simulated banks listen on loopback');
    const { providers, unreadable } = tallied(
      createProviders({
        cbeAppId: config.CBE_APP_ID,
        cbeAppVersion: config.CBE_APP_VERSION,
        siinqeeLinks,
      }),
    );
    const egress = createEgress({
      routes: config.EGRESS,
      attemptTimeoutMs: config.ATTEMPT_TIMEOUT_SECONDS * 1000,
      pins: pins.current,
      onCertificateChange: emitCertificateChanges(store, log),
      onUnverified: logUnverifiedCertificates(log),
      policies: policiesOf(providers),
      sandbox: () => sandbox.address(),
    });
    opened.push(['egress', () => egress.close()]);
    const webhookClient = createWebhookClient({ allowLoopback: config.BANKS === 'sandbox' });
    opened.push(['webhook client', () => webhookClient.close()]);
    const documents = createDocumentReader();
    opened.push(['documents', () => documents.close()]);
    assertKnownProviders(config, providers);
    const aiCalls = createCallTally(config.OPENAI_MODEL, config.OPENAI_PRICES);
    const onCall = (call: AiCall) => {
      aiCalls.add(call);
      logFailedCall(log, call);
    };
    const extractor = extractorOverride ?? (await assembleExtractor(config, providers, onCall));
    opened.push(['extractor', () => extractor.close()]);
    const monitor = await watchBanks(config, store, providers, log);
    const engine = createEngine({
      store,
      providers,
      egress,
      webhookClient,
      pins,
      documents,
      extractor,
      config,
      log,
      health: monitor.health,
    });
    opened.push(['engine', () => engine.close()]);
    const prober = createProber({ ...monitor.parts, egress, documents });
    opened.push(['prober', () => prober.stop()]);
    return {
      engine,
      prober,
      examples: () => examples(config),
      paying: receiptsOf,
      screenshots: sandbox.screenshots,
      store,
      aiFigures: aiCalls.figures,
      deadHandshakes: egress.deadHandshakes,
      unreadable,
      warm: () => extractor.warm?.(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Connection policies of banks that have their own, by origin. */
function policiesOf(providers: readonly Provider[]) {
  return Object.fromEntries(
    providers.flatMap(({ connect, origins }) => (connect ? origins.map((origin) => [origin, connect]) : [])),
  );
}

/** Checks the names in PROVIDER_CONCURRENCY: the limit of a mistyped bank would have no effect. @throws ConfigError */
function assertKnownProviders({ PROVIDER_CONCURRENCY }: Config, providers: readonly Provider[]): void {
  const keys = providers.map(({ key }) => key);
  if (Object.keys(PROVIDER_CONCURRENCY).every((name) => name === '*' || keys.includes(name))) return;
  throw new ConfigError([`PROVIDER_CONCURRENCY: unknown bank; known banks: ${keys.join(', ')}`]);
}

/** Creates the health monitor of the banks, which every process has, and the dependencies of the prober. */
async function watchBanks(
  config: Config,
  store: StoreConnection,
  providers: readonly Provider[],
  log: Logger,
) {
  const realm = config.BANKS;
  const intervalMs = config.PROBE_INTERVAL_SECONDS * 1000;
  const timing = probeTiming(intervalMs, config.ATTEMPT_TIMEOUT_SECONDS * 1000);
  const scripts = loadScripts(store.client);
  const parts = {
    store: createHealthStore({ store, scripts, realm, timing, timeZone: config.TIME_ZONE }),
    process: randomUUID(),
    providers,
    realm,
    timing,
    log,
  };
  const health = await createHealthMonitor({ ...parts, intervalMs, events: createEvents(store, scripts) });
  return { parts, health };
}

function examples({ SIINQEE_LINK_HOSTS }: Config): SandboxExample[] {
  const all = sandboxExamples(SIINQEE_LINK_HOSTS);
  return all.map(({ provider, outcome, reference, body }) => ({
    provider,
    outcome,
    request: body,
    screenshot: `/sandbox/screenshots/${provider}/${encodeURIComponent(reference)}.png`,
  }));
}

/** Emits an event when a certificate has changed, once per key. The egress refuses the connection in any case. */
function emitCertificateChanges(store: StoreConnection, log: Logger): (change: CertificateChange) => void {
  const events = createEvents(store, loadScripts(store.client));
  return (change) => {
    const [host, port] = change.host.split(':');
    const where = { component: 'egress', host, port: Number(port) };
    events.emit({ kind: 'certificate_changed', ...change }).then(
      (isNew) => {
        if (isNew) log.error(where, 'a pinned certificate has changed');
      },
      () => log.warn(where, 'the event of a changed certificate could not be stored'),
    );
  };
}

/** Logs hosts whose certificate does not verify, at most once an hour: their banks cannot be asked until an operator pins them. */
export function logUnverifiedCertificates(log: Logger): (host: string) => void {
  const quietUntil = new Map<string, number>();
  return (where) => {
    if (Date.now() < (quietUntil.get(where) ?? 0)) return;
    quietUntil.set(where, Date.now() + 3_600_000);
    const [host, port] = where.split(':');
    log.error(
      { component: 'egress', host, port: Number(port) },
      'the certificate of a bank does not verify, nothing is sent to it: check it (pins show) and pin it (pins add)',
    );
  };
}

/** Logs failed calls with their status: a rejected API key, for example, shows nowhere else. */
function logFailedCall(log: Logger, { outcome, status, ms }: AiCall): void {
  if (outcome === 'answered' || outcome === 'abandoned') return;
  log.warn({ component: 'extractor', outcome, status, ms }, 'the AI model gave no answer');
}

type Part = readonly [name: string, close: () => Promise<void>];

/** Closes the parts in reverse order, then the store. @throws the first error, after all parts were closed */
async function closeAll(
  parts: readonly Part[],
  store: StoreConnection | undefined,
  log: Logger,
  budget?: StopBudget,
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (component: string, work: Promise<void>) => {
    await work.catch((error: unknown) => {
      log.error({ component, err: error }, 'a part could not be closed in order');
      failures.push(error);
    });
  };
  for (const [name, close] of parts.toReversed()) {
    await attempt(name, budget ? unlessAborted(budget.parts, close()) : close());
  }
  if (store) await attempt('store', store.close(budget?.leftMs()));
  if (failures.length > 0) throw failures[0];
}
