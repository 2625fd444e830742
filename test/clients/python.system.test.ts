/** The Python client: its own tests, with the whole service over HTTP. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Deresegn } from '@deresegn/client';
import { afterAll, beforeAll, describe, expect, it, type onTestFinished } from 'vitest';
import { pythonWith } from '../../scripts/lib/programs.mjs';
import { code } from '../extractor/pictures.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { freePort } from '../support/ports.js';
import { observe, repository } from '../support/processes.js';
import {
  endings,
  expectedOf,
  expectSales,
  expectWebhooks,
  lateSale,
  salesOf,
  sandboxOrder,
  saveAccounts,
} from './support.js';
import { bad, good, secret } from './webhook-samples.js';

const directory = join(repository, 'clients/python');

describe('the Python client', { tags: ['needs-python3'], concurrent: true }, () => {
  let environment: TestEnvironment;
  let url: string;
  /** Gives up soon on a bank that hangs. The other leaves a bank its time, on a busy machine too. */
  let hasty: TestEnvironment;
  beforeAll(async () => {
    // Room for all tests at once: none waits for a bank that another asks.
    environment = await openEnvironment({ PROVIDER_CONCURRENCY: '*=64' });
    hasty = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '1' });
    url = await listen(environment);
  });
  afterAll(async () => {
    await environment?.close();
    await hasty?.close();
  });

  const python = (args: readonly string[], given = '') => {
    const env = {
      PATH: process.env.PATH,
      PYTHONPATH: directory,
      PYTHONDONTWRITEBYTECODE: '1',
      DERESEGN_TEST: given,
    };
    return promisify(execFile)('python3', args, { cwd: directory, env });
  };
  const own = async (at = environment) => (await at.mint({ plan: 'enterprise', rate: 100_000 })).key;

  it('passes its tests', async () => {
    const settled = sandboxOrder('7P1Z');
    const key = await own();
    const { resolvedUrl } = (
      await environment.post(key, { reference: settled.reference }, '/api/resolve')
    ).json();
    const given = {
      ...{ url, key, newKey: await own(), pictureKey: await own(), readmeKey: await own() },
      ...{ hastyUrl: await listen(hasty), hastyKey: await own(hasty) },
      closedUrl: `http://127.0.0.1:${await freePort()}`,
      endings: endings.map((ending) => ({ ending, expected: expectedOf(ending), ...sandboxOrder(ending) })),
      ...{ settled, picture: (await code(resolvedUrl, 8)).toString('base64') },
      webhooks: { good: good(), bad: bad(), secret },
    };
    const { stderr } = await python(['-m', 'unittest', 'discover', '-s', 'tests'], JSON.stringify(given));
    expect(stderr).toMatch(/Ran (1[5-9]|[2-9]\d) tests[\s\S]*\nOK\n$/);
  });

  /** A shop of the examples, with the orders of `salesOf(start)`. */
  async function expectShop(
    [name, modules]: readonly [example: string, modules: string],
    start: string,
    end: typeof onTestFinished,
  ): Promise<void> {
    const { key, prefix } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    const client = new Deresegn({ url, key });
    const sales = { ...salesOf(start), late: lateSale(start) };
    await saveAccounts(client, Object.values(sales));
    const endpoint = { url: 'http://127.0.0.1:9/hooks/deresegn', events: ['*' as const] };
    const { id, secret } = await client.webhookEndpoints.create(endpoint);
    const orders = Object.entries(sales).map(
      ([order, { amount }]) => [order, { amount, paid: false, request_id: null }] as const,
    );
    const env = {
      ...{ PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1' },
      PYTHONPATH: `${directory}:${join(directory, 'examples')}`,
      ...{ DERESEGN_URL: url, DERESEGN_KEY: key, DERESEGN_WEBHOOK_SECRET: secret },
      ORDERS: JSON.stringify(Object.fromEntries(orders)),
    };
    const shop = observe(
      spawn(pythonWith(modules) ?? '', [join(repository, 'test/clients/shops.py'), name], { env }),
    );
    end(() => void shop.end('SIGKILL'));
    const at = `http://127.0.0.1:${(await shop.until(/\d+\n/)).trim()}`;
    await client.webhookEndpoints.update(id, { url: `${at}/hooks/deresegn` });
    // Django takes no form of another site; webhooks have no such token.
    const token = 'a'.repeat(32);
    const send = (path: string, body: string) => {
      const own = path.startsWith('/orders/') && { cookie: `csrftoken=${token}`, 'x-csrftoken': token };
      const headers = { 'content-type': 'application/json', ...own };
      return fetch(at + path, { method: 'POST', headers, body });
    };
    await expectSales(start, send);
    await expectWebhooks(start, send);
    await environment.engine.keys.revoke(prefix);
    expect((await send('/orders/gone/receipt', '{"text":"hello"}')).status).toBe(503);
  }

  it('has a shop with FastAPI that takes receipts and webhooks', { tags: ['needs-fastapi'] }, async ({
    onTestFinished: end,
  }) => {
    await expectShop(['fastapi_app', 'fastapi, uvicorn'], 'DKK2C', end);
  });

  it('has a shop with Django that takes receipts and webhooks', { tags: ['needs-django'] }, async ({
    onTestFinished: end,
  }) => {
    await expectShop(['django_views', 'django'], 'DKK3C', end);
  });

  it('has types that refuse what is misused', { tags: ['needs-mypy'] }, async ({ onTestFinished: end }) => {
    const cache = await mkdtemp(join(tmpdir(), 'deresegn-mypy-'));
    end(() => rm(cache, { recursive: true, force: true }));
    const checked = ['deresegn', join(repository, 'test/clients/python_types.py')];
    const args = ['--strict', '--cache-dir', cache, ...checked];
    const { stdout } = await promisify(execFile)('mypy', args, { cwd: directory }).catch((error) => error);
    expect(stdout).toMatch(/^Success: no issues found/);
  });
});
