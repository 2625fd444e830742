/** Processes of one service that play different roles: what one finds out, the others act on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtService } from '../support/built.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { openTestStore, type TestStore } from '../support/store.js';

let store: TestStore;
let services: TestProcess[];

beforeEach(async () => {
  store = await openTestStore();
  services = [];
});

afterEach(async () => {
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await store.close();
});

function run(env: Record<string, string>): TestProcess {
  const common = { PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'development', PROBE_INTERVAL_SECONDS: '1' };
  const service = startProcess(builtService, [], { env: { ...common, REDIS_URL: store.url, ...env } });
  services.push(service);
  return service;
}

interface Bank {
  providerKey?: string;
  status: string;
}

async function telebirr(url: string): Promise<string | undefined> {
  const report = (await (await fetch(`${url}/api/status`)).json()) as { components: Bank[] };
  return report.components.find(({ providerKey }) => providerKey === 'telebirr')?.status;
}

async function until(url: string, status: string): Promise<void> {
  while ((await telebirr(url)) !== status) await sleep(50);
}

async function serving(env: Record<string, string>): Promise<string> {
  const service = run(env);
  await service.until(/serves at .*\n.*Banks/);
  return /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
}

it('an API alone knows nothing of the banks until somebody else probes them', async () => {
  const url = await serving({ ROLES: 'api' });
  await sleep(1_500);
  expect(await telebirr(url)).toBe('unknown');

  const prober = run({ ROLES: 'prober' });
  await prober.until(/probes the banks/);
  await until(url, 'operational');
  await store.client.hset('{s:states}', 'telebirr', 'down');
  await until(url, 'down');
  expect(await prober.end('SIGTERM')).toBe(0);
  expect(prober.stderr()).toBe('');
  await until(url, 'unknown');
});

it('without ROLES every worker probes, and their verdict is one', async () => {
  const url = await serving({ WORKERS: '2', EGRESS: 'main=direct,second=local:127.0.0.2' });
  await until(url, 'operational');
  await store.client.hset('{s:states}', 'telebirr@second', 'blocked');
  await until(url, 'degraded');
  const reporters = await store.client.hkeys('{h:sandbox:telebirr}:reports');
  expect(reporters.map((reporter) => reporter.split(':')[1]).sort()).toEqual([
    'main',
    'main',
    'second',
    'second',
  ]);
});

it('a bot without its token is refused in plain words', async () => {
  const service = run({ ROLES: 'admin-bot' });
  expect(await service.end()).toBe(1);
  expect(service.stderr()).toMatch(/ADMIN_BOT_TOKEN: is needed for the role admin-bot/);
});
