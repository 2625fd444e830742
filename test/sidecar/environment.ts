/** The whole application behind the sidecar: a real store, the real engine, the simulated banks. */
import type { FastifyInstance } from 'fastify';
import { type Application, buildApplication } from '../../src/app.js';
import { type Config, loadConfig } from '../../src/config/index.js';
import type { KeyInfo, MintRequest } from '../../src/engine/api/index.js';
import type { Logger } from '../../src/log.js';
import { build } from '../../src/sidecar/app.js';
import { createPages } from '../../src/web/index.js';
import { testLog } from '../support/log.js';
import { openTestStore } from '../support/store.js';

export interface TestEnvironment {
  app: FastifyInstance;
  engine: Application['engine'];
  store: Application['store'];
  mint(request?: MintRequest): Promise<KeyInfo & { key: string }>;
  /** POST /api/verify and the like, as JSON. */
  post(key: string, body: object, url?: string): Promise<Answer>;
  get(url: string, key?: string): Promise<Answer>;
  close(): Promise<void>;
}

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

interface Server {
  url: string;
  close(): Promise<void>;
}

/** @param server where its store is; one of its own when absent. Closed with the application. */
export async function openEnvironment(
  env: Record<string, string> = {},
  server?: Server,
  log: Logger = testLog(),
): Promise<TestEnvironment> {
  const store = server ?? (await openTestStore());
  const config: Config = loadConfig({ NODE_ENV: 'test', REDIS_URL: store.url, ...env }, null);
  const application = await buildApplication(config, { log });
  const parts = {
    engine: application.engine,
    config,
    log,
    sandbox: application,
    aiFigures: application.aiFigures,
  };
  const app = build({ ...parts, pages: createPages(parts) });
  return {
    app,
    engine: application.engine,
    store: application.store,
    mint: (request = {}) => application.engine.keys.mint({ mode: 'test', ...request }),
    post: (key, body, url = '/api/verify') =>
      app.inject({ method: 'POST', url, headers: { 'x-api-key': key }, payload: body }),
    get: (url, key) =>
      app.inject({ method: 'GET', url, headers: key === undefined ? {} : { 'x-api-key': key } }),
    async close() {
      await app.close();
      await application.close();
      await store.close();
    },
  };
}

let addresses = 0;

/** Of somebody else: what is limited by address is not what these tests are about. */
export function otherAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
