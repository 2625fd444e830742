/**
 * Webhooks of 100 endpoints with 100 events each, which wait in the store when the service starts. Measures until the events of
 * 99 endpoints have arrived while the other one accepts connections and never answers. Baseline: the same with 100 that answer.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApplication } from '../src/app.js';
import { loadConfig } from '../src/config/index.js';
import { loadScripts } from '../src/engine/store/scripts.js';
import { createDeliveryStore, type EndpointRef } from '../src/engine/webhooks/delivery-store.js';
import { createLog } from '../src/log.js';
import {
  type BenchEnvironment,
  serviceEnvironment,
  startRedis,
  startService,
  withEnvironment,
} from './environment.js';
import { effort } from './quick-mode.js';
import { figure, type Row } from './table.js';

const endpoints = effort(100, 10);
const eventsEach = effort(100, 10);
/** How much longer the others may take because of the dead one. */
const allowanceSeconds = 10;
const timeoutMs = 300_000;

/** @returns one row */
export async function deliveries(): Promise<Row[]> {
  const alive = await withEnvironment((environment) => deliver(environment, 0));
  const withHanging = await withEnvironment((environment) => deliver(environment, 1));
  return [
    {
      id: 'webhooks.dead-endpoint',
      name: `webhooks, ${(endpoints * eventsEach).toLocaleString('en')} deliveries to ${endpoints} endpoints, one of which never answers, until the others have all of theirs`,
      figures: [figure(withHanging, 's')],
      baseline: [figure(alive, 's', 'all answer')],
      budget: `< baseline + ${allowanceSeconds} s`,
      holds: withHanging < alive + allowanceSeconds,
      rounds: { alive: [alive], beside: [withHanging] },
    },
  ];
}

/** @returns seconds from the first delivery until every event of the endpoints that answer has arrived */
async function deliver(environment: BenchEnvironment, dead: number): Promise<number> {
  const receiver = await startReceiver(environment);
  const redisUrl = `unix://${await startRedis(environment)}`;
  await publishAll(environment, redisUrl, (nth) => `${receiver.url}/${nth < dead ? 'dead' : nth}`);
  await startService(environment, redisUrl);
  const wanted = (endpoints - dead) * eventsEach;
  const giveUpAt = Date.now() + timeoutMs;
  while (receiver.arrived.size < wanted) {
    if (Date.now() > giveUpAt) throw new Error(`${receiver.arrived.size} of ${wanted} deliveries arrived.`);
    await sleep(10);
  }
  return (receiver.lastAt() - receiver.firstAt()) / 1_000;
}

/** Stores the events and makes the endpoints due. No process delivers yet. */
async function publishAll(
  environment: BenchEnvironment,
  redisUrl: string,
  urlOf: (nth: number) => string,
): Promise<void> {
  const config = loadConfig({ ...serviceEnvironment(environment, redisUrl), LOG_LEVEL: 'silent' }, null);
  const { engine, store, close } = await buildApplication(config, { log: createLog('silent') });
  try {
    const outbox = createDeliveryStore(store, loadScripts(store.client));
    for (let nth = 0; nth < endpoints; nth += 1) {
      const account = `bench${nth}`;
      await engine.webhooks.create(account, { url: urlOf(nth), events: ['*'] });
      const refs: EndpointRef[] = [];
      for (let event = 0; event < eventsEach; event += 1) {
        const subject = `${nth}.${event}`;
        const data = JSON.stringify({ id: subject });
        refs.push(
          ...(await outbox.publish({
            account,
            type: 'verification.completed',
            subject,
            at: Date.now(),
            data,
          })),
        );
      }
      for (const ref of refs.slice(0, 1)) await outbox.wake(ref);
    }
  } finally {
    await close();
  }
}

/** Answers requests at once, but never those to `/dead`. */
async function startReceiver({ cleanups }: BenchEnvironment) {
  const arrived = new Set<string>();
  const times: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/dead') return;
    arrived.add(String(request.headers['webhook-id']) + request.url);
    times.push(performance.now());
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, arrived, firstAt: () => times[0] ?? 0, lastAt: () => times.at(-1) ?? 0 };
}
