/** An engine written by hand, for promises of the sidecar alone: what it was asked is kept, what it says is set. */
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '../../src/config/index.js';
import { Failure } from '../../src/engine/api/errors.js';
import { verificationExample } from '../../src/engine/api/example.js';
import type {
  Caller,
  Engine,
  Principal,
  ProviderInfo,
  Resolution,
  StatusReport,
  SyncOptions,
  Usage,
  Verification,
  VerifyRequest,
} from '../../src/engine/api/index.js';
import { createFigures } from '../../src/engine/payment-requests/figures.js';
import { build, type SidecarDeps } from '../../src/sidecar/app.js';
import { createPages } from '../../src/web/index.js';
import { testLog } from '../support/log.js';

export const goodKey = `vk_test_${'a'.repeat(32)}`;
export const rateLimitedKey = `vk_test_${'b'.repeat(32)}`;
export const revokedKey = `vk_test_${'c'.repeat(32)}`;

export const verified = verificationExample as unknown as Verification;

interface StubEngine extends Engine {
  /** Times a key was counted, whichever way it came in. */
  admissions: number;
  calls: string[];
}

const admission: Principal = {
  account: 'acc_1',
  prefix: goodKey.slice(0, 14),
  mode: 'test',
  realm: 'sandbox',
  label: 'Till 1',
  scope: goodKey.slice(0, 14),
  contract: { cap: null, reads: null },
  rate: { limit: 60, used: 1, resetsInSeconds: 30 },
};

const telebirr: ProviderInfo = {
  key: 'telebirr',
  name: 'Telebirr',
  sources: ['telebirr-html'],
  hosts: ['transactioninfo.ethiotelecom.et'],
  bareReference: true,
  needs: [],
  viewLimited: false,
  support: 'supported',
};

const resolution: Resolution = {
  ok: true,
  providerKey: 'telebirr',
  reference: 'DKK4A1B2C3',
  resolvedUrl: 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3',
  needs: [],
  candidates: [],
};

const usage: Usage = {
  ok: true,
  account: 'acc_1',
  plan: 'free',
  mode: 'test',
  verifications: {
    used: 1,
    cap: 200,
    window: 'month',
    startsAt: '2026-11-01T00:00:00+03:00',
    endsAt: '2026-12-01T00:00:00+03:00',
    timeZone: 'Africa/Addis_Ababa',
    overage: { available: false, enabled: false, count: 0, priceEtb: null, amountEtb: 0 },
  },
  screenshots: { used: 0, cap: 200, endsAt: '2026-12-01T00:00:00+03:00' },
  rate: { limit: 60, used: 1, resetsAt: new Date(Date.now() + 30_000).toISOString() },
};

const status: StatusReport = {
  ok: true,
  status: 'operational',
  checkedAt: '2026-11-20T07:30:01.000Z',
  cached: true,
  store: 'redis',
  banks: 'sandbox',
  components: [],
};

export function stubEngine(overrides: Partial<Engine> = {}): StubEngine {
  const unused = () => Promise.reject(new Error('the sidecar has no business with this'));
  const enter = (key: string | undefined): Principal => {
    if (!key) throw new Failure('missing_key');
    if (key === revokedKey) throw new Failure('revoked_key');
    if (key !== goodKey && key !== rateLimitedKey) throw new Failure('invalid_key');
    engine.admissions += 1;
    if (key === rateLimitedKey) throw new Failure('rate_limited', { retryAfterSeconds: 17, rateLimit: 60 });
    return admission;
  };
  const engine: StubEngine = {
    admissions: 0,
    calls: [],
    verify: (async (request: VerifyRequest, caller: Caller, options?: SyncOptions) => {
      engine.calls.push('verify');
      const let_in = enter(caller.kind === 'key' ? caller.key : '');
      options?.onAdmission?.(let_in);
      if (overrides.verify) return overrides.verify(request, caller, options);
      return { ...verified, requestId: options?.requestId ?? null };
    }) as Engine['verify'],
    async verifyAsText(request, caller, options = {}) {
      const answer = await engine.verify(request, caller, options);
      if (answer.verdict === 'pending') return answer;
      const { verdict, providerKey, cached } = answer;
      return { verdict, text: JSON.stringify(answer), providerKey, cached };
    },
    verifyImage: overrides.verifyImage ?? unused,
    batches: overrides.batches ?? (unused as never),
    verifications: overrides.verifications ?? (unused as never),
    paymentRequests: overrides.paymentRequests ?? (unused as never),
    payerRequests: overrides.payerRequests ?? (unused as never),
    sandboxShop: overrides.sandboxShop ?? (unused as never),
    read: unused,
    screenshotBudget: unused,
    request: overrides.request ?? unused,
    events: overrides.events ?? unused,
    startRecovery: () => undefined,
    onCompleted: (told) => overrides.onCompleted?.(told),
    resolve: overrides.resolve ?? (() => resolution),
    receiptsIn: () => [],
    async admit(key) {
      engine.calls.push('admit');
      if (overrides.admit) return overrides.admit(key);
      return enter(key);
    },
    async usage(who) {
      engine.calls.push('usage');
      if (typeof who === 'string') enter(who);
      return usage;
    },
    demoAllowance: async () => ({ verifications: { left: 10, limit: 10 }, reads: { left: 3, limit: 3 } }),
    accountUsage: unused,
    status: overrides.status ?? (() => status),
    providers: () => [telebirr],
    ready: overrides.ready ?? (() => true),
    keys: { mint: unused, list: unused, get: unused, revoke: unused, set: unused },
    accounts: { list: unused, get: unused, set: unused, loginLink: unused },
    sessions: { opens: unused, redeem: unused, read: unused, end: unused, endAll: unused },
    accountOwner: () => {
      throw new Error('the sidecar has no business with this');
    },
    activity: { days: unused, recent: unused },
    uptime: { days: unused, times: unused, incidents: unused },
    reparse: unused,
    pins: { show: unused, add: unused, list: unused, remove: unused },
    get shops(): Engine['shops'] {
      throw new Error('the sidecar has no business with this');
    },
    admin: { events: unused, topAccounts: unused },
    get webhooks(): Engine['webhooks'] {
      if (overrides.webhooks) return overrides.webhooks;
      throw new Error('the sidecar has no business with this');
    },
    paymentFigures: createFigures().read,
    webhookFigures: () => ({
      attempts: { delivered: 0, failed: 0, gone: 0 },
      accounts: { delivering: 0, failing: 0 },
    }),
    botStore: () => {
      throw new Error('the sidecar has no business with this');
    },
    sandbox: { hit: unused, hits: async () => 3, state: unused, set: unused, list: unused },
    stop: unused,
    close: async () => undefined,
  };
  return engine;
}

type Env = Record<string, string>;

/** The application as `main` builds it, with the environment given and nothing of this machine's. */
export function testApp(
  engine: Engine = stubEngine(),
  { env = {}, ...deps }: Partial<Omit<SidecarDeps, 'engine' | 'config'>> & { env?: Env } = {},
): FastifyInstance {
  const parts = {
    engine,
    config: loadConfig({ NODE_ENV: 'test', ...env }, null),
    log: testLog(),
    sandbox: {
      examples: () => [{ provider: 'telebirr', outcome: 'settled', request: { reference: 'DKK4A1B2C3' } }],
    },
    ...deps,
  };
  return build({ ...parts, pages: createPages(parts) });
}

export const jsonHeaders = { 'content-type': 'application/json', 'x-api-key': goodKey };

/** A promise settled from outside. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
