/** Wires the rooms together, in the order in which they need each other. The tests use the same wiring. */
import type { Config } from './config.js';
import { createEgress } from './egress/index.js';
import type { CertificateChange } from './egress/types.js';
import { createEngine, createSandboxState, type Engine, type ResolveRequest } from './engine/index.js';
import { type OpenStoreOptions, openStore } from './engine/store/connect.js';
import { createEvents } from './engine/store/events.js';
import { openPinStore } from './engine/store/pins.js';
import { loadScripts } from './engine/store/scripts.js';
import type { StoreConnection } from './engine/store/types.js';
import { createDocumentReader } from './extractor/documents.js';
import type { Logger } from './log.js';
import { createProviders } from './providers/registry.js';
import { examples as sandboxExamples } from './sandbox/examples.js';
import { createSandbox } from './sandbox/index.js';

export { StoreError } from './engine/store/types.js';

export interface House {
  engine: Engine;
  /** A receipt of the simulated banks for each outcome, a settled one first. */
  examples(): Example[];
  store: StoreConnection;
  /** Ends everything, the store last; safe to call again. */
  close(): Promise<void>;
}

export interface Example {
  provider: string;
  outcome: string;
  request: ResolveRequest;
}

export interface AssembleOptions {
  log: Logger;
  /** What to do where there is no Redis; see `openStore`. */
  embedded?: OpenStoreOptions['embedded'];
  warn?: OpenStoreOptions['warn'];
}

/** @throws StoreError when there is no store to work with. */
export async function assemble(config: Config, { log, embedded, warn }: AssembleOptions): Promise<House> {
  const opened: (() => Promise<void>)[] = [];
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= closeInReverse(opened);
    return closed;
  };
  try {
    const store = await openStore({
      redisUrl: config.REDIS_URL,
      dataDir: config.DATA_DIR,
      production: config.NODE_ENV === 'production',
      log,
      embedded,
      warn,
    });
    opened.push(() => store.close());
    const pins = await openPinStore({ store, configured: config.TLS_PINS, log });
    opened.push(async () => pins.close());
    const siinqeeLinks = config.SIINQEE_LINK_HOSTS;
    const sandbox = await createSandbox({
      state: createSandboxState(store),
      routes: config.EGRESS,
      siinqeeLinks,
    });
    opened.push(() => sandbox.close());
    const egress = createEgress({
      routes: config.EGRESS,
      attemptTimeoutMs: config.ATTEMPT_TIMEOUT_SECONDS * 1000,
      pins: pins.current,
      onCertificateChange: toAdministrators(store, log),
      sandbox: () => sandbox.address(),
    });
    opened.push(() => egress.close());
    const documents = createDocumentReader();
    opened.push(() => documents.close());
    const providers = createProviders({
      cbeAppId: config.CBE_APP_ID,
      cbeAppVersion: config.CBE_APP_VERSION,
      siinqeeLinks,
    });
    const engine = createEngine({ store, providers, egress, pins, documents, config });
    opened.push(() => engine.close());
    return { engine, examples: () => examples(config), store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function examples({ SIINQEE_LINK_HOSTS }: Config): Example[] {
  const all = sandboxExamples(SIINQEE_LINK_HOSTS);
  return all.map(({ provider, outcome, body }) => ({ provider, outcome, request: body }));
}

/** A certificate that has changed is an event, once per key, and is never let pass. */
function toAdministrators(store: StoreConnection, log: Logger): (change: CertificateChange) => void {
  const events = createEvents(store, loadScripts(store.client));
  return (change) => {
    const [host, port] = change.host.split(':');
    const where = { component: 'egress', host, port: Number(port) };
    events.emit({ kind: 'certificate_changed', ...change }).then(
      (isNew) => {
        if (isNew) log.error(where, 'a pinned certificate has changed');
      },
      () => log.warn(where, 'a changed certificate could not be told'),
    );
  };
}

/** One part that cannot be closed must not keep the others, least of all the store, from closing. */
async function closeInReverse(parts: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closePart of parts.reverse()) {
    await closePart().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
