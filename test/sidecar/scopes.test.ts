/** A restricted key can do what its scopes say and nothing else, on every endpoint; without scopes a key can do everything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../../src/engine/api/operation.js';
import { telebirr } from '../engine/support.js';
import { openEnvironment } from './environment.js';

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  url: string;
  needed: readonly Scope[];
}

const deciding: readonly Scope[] = ['payment_requests'];
const paid: readonly Scope[] = ['payment_requests', 'read'];
const ended: readonly Scope[] = ['verify', 'images', 'payment_requests', 'read'];
const told: readonly Scope[] = ['webhooks'];

/** What each endpoint needs, written down apart from the service. MCP: test/sidecar/mcp.test.ts has its tools. */
const promised: Record<string, readonly Scope[]> = {
  'POST /api/verify': ['verify'],
  'GET /api/verify/{requestId}': ended,
  'GET /api/verify/{requestId}/events': ended,
  'POST /api/verify-image': ['images'],
  'POST /api/verify-batch': ['verify'],
  'GET /api/batches/{id}': ['verify', 'read'],
  'GET /api/batches/{id}/events': ['verify', 'read'],
  'POST /api/resolve': ['verify'],
  'GET /api/usage': ['read'],
  'GET /api/verifications': ['read'],
  'GET /api/receiving-accounts': paid,
  'POST /api/receiving-accounts': deciding,
  'DELETE /api/receiving-accounts/{id}': deciding,
  'POST /api/payment-requests': deciding,
  'GET /api/payment-requests': paid,
  'GET /api/payment-requests/{id}': paid,
  'GET /api/payment-requests/{id}/events': paid,
  'POST /api/payment-requests/{id}/receipts': deciding,
  'POST /api/payment-requests/{id}/accept': deciding,
  'POST /api/payment-requests/{id}/refuse': deciding,
  'POST /api/payment-requests/{id}/cancel': deciding,
  'GET /api/webhook-endpoints': told,
  'POST /api/webhook-endpoints': told,
  'GET /api/webhook-endpoints/{id}': told,
  'PATCH /api/webhook-endpoints/{id}': told,
  'DELETE /api/webhook-endpoints/{id}': told,
  'POST /api/webhook-endpoints/{id}/rotate-secret': told,
  'POST /api/webhook-endpoints/{id}/test': told,
  'GET /api/webhook-endpoints/{id}/deliveries': told,
  'POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/resend': told,
  'GET /api/webhook-secret': told,
  'POST /api/webhook-secret/rotate': told,
  'GET /api/events': ['webhooks', 'read'],
  'POST /mcp': scopes,
};

const environment = await openEnvironment();
const { paths } = JSON.parse((await environment.get('/openapi.json')).body) as {
  paths: Record<string, Record<string, { 'x-scopes'?: Scope[]; security?: object[] }>>;
};
const operations: Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { 'x-scopes': needed }]) => {
    if (needed === undefined) return [];
    const url = path.replace(/\{\w+\}/g, '0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a');
    return [{ method: method.toUpperCase() as Operation['method'], path, url, needed }];
  }),
);
/** Those that openapi.json protects with a key. */
const keyed = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { security = [] }]) => security.length > 0)
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);
afterAll(() => environment.close());

const mint = (own?: readonly Scope[]) => environment.mint({ rate: 1_000_000, scopes: own });

async function codeOf({ method, url }: Operation, key: string): Promise<string | null> {
  const headers = { 'x-api-key': key };
  const payload = method === 'GET' || method === 'DELETE' ? undefined : {};
  const { body } = await environment.app.inject({ method, url, headers, ...(payload && { payload }) });
  return (JSON.parse(body) as { error?: { code?: string } }).error?.code ?? null;
}

it('openapi.json says of every endpoint with a key which scopes it needs', () => {
  const said = operations.map(({ method, path, needed }) => [`${method} ${path}`, needed]);
  expect(Object.fromEntries(said)).toEqual(promised);
  expect(keyed.sort()).toEqual(Object.keys(promised).sort());
});

describe.each(scopes)('a key with the scope %s', (scope) => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await mint([scope]));
  });

  it.each(operations)('is let in by its scope alone: $method $url', async (operation) => {
    const code = await codeOf(operation, key);
    if (operation.needed.includes(scope)) expect(code).not.toBe('insufficient_scope');
    else expect(code).toBe('insufficient_scope');
  });
});

it('every endpoint that needs a key is open to a key without scopes of its own', async () => {
  const { key, scopes: own } = await mint();
  expect(own).toEqual(scopes);
  for (const operation of operations) expect(await codeOf(operation, key)).not.toBe('insufficient_scope');
});

it('a refused call is counted against the rate, and shows and counts no receipt', async () => {
  const { key: other, account } = await mint();
  const { key } = await environment.mint({ account, rate: 1, scopes: ['read'] });
  const reference = telebirr();
  expect((await environment.post(other, { reference })).json().history.times).toBe(1);
  const refused = await environment.post(key, { reference });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({
    ...{ ok: false, verdict: 'could_not_check' },
    error: { code: 'insufficient_scope', retry: 'never' },
  });
  expect(refused.json()).not.toHaveProperty('payment');
  expect(refused.headers['x-api-key-prefix']).toBe(key.slice(0, 14));
  expect((await environment.post(key, { reference })).json().error.code).toBe('rate_limited');
  expect((await environment.post(other, { reference })).json().history.times).toBe(2);
});

it('a key without any scope cannot be made', async () => {
  await expect(mint([])).rejects.toThrow(/at least one scope/);
});
