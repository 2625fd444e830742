/** A new version comes in: two processes are restarted one after the other under load, and no caller notices. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintClient, openApplication } from '../engine/support.js';
import { builtService } from '../support/built.js';
import { freePort } from '../support/ports.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { type Balancer, startCaddy, startNginx, startTcpBalancer } from './rolling/balancers.js';
import { startTraffic } from './rolling/traffic.js';

/** Longer than any balancer here takes to notice, also on a machine with other work. */
const drainSeconds = 8;

const balancers = [
  { name: 'a TCP balancer that follows /readyz', start: startTcpBalancer, tags: [] },
  { name: 'nginx with docs/operations/nginx.conf', start: startNginx, tags: ['needs-nginx'] },
  { name: 'Caddy with docs/operations/Caddyfile', start: startCaddy, tags: ['needs-caddy'] },
];

let store: TestStore;

// The embedded store ends with its process, and is not meant for two.
describe('a rolling restart', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store?.close());

  it('a process that drains says at /readyz that it leaves, serves on, asks for new connections, and then ends', async () => {
    const port = await freePort();
    const service = await serving(port);
    const readiness = () => fetch(`http://127.0.0.1:${port}/readyz`);
    expect((await readiness()).status).toBe(200);
    const ended = service.end('SIGTERM');
    await expect.poll(async () => (await readiness()).status).toBe(503);
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    expect(await ended).toBe(0);
  });

  for (const { name, start, tags } of balancers)
    describe(`behind ${name}`, { tags }, () => {
      const services: TestProcess[] = [];
      let balancer: Balancer | undefined;
      afterAll(async () => {
        await balancer?.close();
        await Promise.all(services.map((service) => service.end('SIGTERM')));
      });

      it('fails no call: cached, uncached, slow, promised, watched; and counts each receipt once', async () => {
        const [ports, { key }] = [[await freePort(), await freePort()], await mint()];
        for (const port of ports) services.push(await serving(port));
        balancer = await start(ports);
        const traffic = await startTraffic({ url: balancer.url, key, keepAlive: !balancer.closesIdle });
        await sleep(2_000);
        for (const [index, port] of ports.entries()) {
          await balancer.leave?.(port);
          expect(await services[index]?.end('SIGTERM')).toBe(0);
          services[index] = await serving(port);
          await balancer.join?.(port);
          await sleep(2_000);
        }
        await traffic.stop();

        expect(traffic.failed).toEqual([]);
        for (const [kind, count] of Object.entries(traffic.good)) expect(count, kind).toBeGreaterThan(5);
        expect(await used(balancer.url, key)).toBe(traffic.fetched());
      }, 180_000);
    });
});

/** An empty store: what one traffic has made known is new to the next. */
async function mint() {
  await store.client.flushall();
  const application = await openApplication(store);
  const client = await mintClient(application, { plan: 'enterprise' });
  await application.close();
  return client;
}

async function serving(port: number): Promise<TestProcess> {
  const service = startProcess(builtService, [], {
    env: {
      REDIS_URL: store.url,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      PROVIDER_CONCURRENCY: '50',
      DRAIN_SECONDS: String(drainSeconds),
    },
  });
  await service.until(/serves at .*\n.*Banks/);
  return service;
}

async function used(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/usage`, { headers: { 'x-api-key': key } });
  return ((await answer.json()) as { verifications: { used: number } }).verifications.used;
}
