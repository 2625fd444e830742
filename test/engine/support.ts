/** The engine with its simulated banks, once or more often on one store: each application stands for a process. */
import { type Application, buildApplication } from '../../src/app.js';
import { loadConfig } from '../../src/config/index.js';
import type { FailureName, MintRequest, Verification, VerifyRequest } from '../../src/engine/index.js';
import { createReceiptStore, type ReceiptStore, recordMsOf } from '../../src/engine/store/receipt-store.js';
import { loadScripts } from '../../src/engine/store/scripts.js';
import { createReceiptCache, type ReceiptCache } from '../../src/engine/verification/receipt-cache.js';
import type { Logger } from '../../src/log.js';
import { testLog } from '../support/log.js';
import type { TestStore } from '../support/store.js';

export async function openApplication(
  store: Pick<TestStore, 'url'>,
  env: Record<string, string> = {},
  log: Logger = testLog(),
): Promise<Application> {
  const config = loadConfig({ REDIS_URL: store.url, LOG_LEVEL: 'silent', ...env }, null);
  return await buildApplication(config, { log });
}

export function receiptsOf(store: Application['store'], retentionDays = 0): ReceiptStore {
  return createReceiptStore(store, loadScripts(store.client), retentionDays);
}

export function cacheOf(store: Application['store'], retentionDays = 0): ReceiptCache {
  return createReceiptCache(
    receiptsOf(store, retentionDays),
    loadScripts(store.client),
    testLog(),
    recordMsOf(retentionDays),
  );
}

export interface Client {
  key: string;
  prefix: string;
  account: string;
  verify(request: VerifyRequest, application?: Application, signal?: AbortSignal): Promise<Verification>;
  /** How a call fails; throws when it does not. */
  failure(request: VerifyRequest, application?: Application): Promise<FailureName>;
  used(): Promise<number>;
}

/** A key whose rate no test reaches. */
export async function mintClient(application: Application, request: MintRequest = {}): Promise<Client> {
  const { key, prefix, account } = await application.engine.keys.mint({
    mode: 'test',
    rate: 1_000_000,
    ...request,
  });
  const caller = { kind: 'key', key } as const;
  return {
    key,
    prefix,
    account,
    verify: (body, at = application, signal) => at.engine.verify(body, caller, signal ? { signal } : {}),
    async failure(body, at = application) {
      const outcome = await at.engine.verify(body, caller).catch((error: unknown) => error);
      if (outcome instanceof Error && 'failure' in outcome) return outcome.failure as FailureName;
      throw new Error(`expected a failure, got ${outcome instanceof Error ? outcome.stack : 'a receipt'}`);
    },
    used: async () => (await application.engine.usage(key)).verifications.used,
  };
}

let drawn = 0;

/** A well-formed telebirr reference that no other test of the process has used, with the outcome it ends in. */
export function telebirr(outcome = ''): string {
  drawn += 1;
  return `DKK${drawn
    .toString(36)
    .toUpperCase()
    .padStart(7 - outcome.length, '0')}${outcome}`;
}
