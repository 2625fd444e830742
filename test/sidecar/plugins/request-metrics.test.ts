import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/engine/api/errors.js';
import type { BankComponent, CompletedRequest, Engine } from '../../../src/engine/api/index.js';
import { createLog } from '../../../src/log.js';
import { goodKey, jsonHeaders, stubEngine, testApp, verified } from '../support.js';

const reference = 'DKK4A1B2C3';

function keptLines() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createLog('info', stream) };
}

/** Figures of one metric, by the labels as they are written. */
async function figures(app: FastifyInstance, metric: string): Promise<Record<string, number>> {
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  const lines = body.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\d+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels = '', figure]) => [labels, Number(figure)]));
}

const secrets = [goodKey, goodKey.slice(0, 14), reference, 'secret-path', 'Abebe', '2519****0001'];

test('one in a hundred good answers is logged, every failure of the service or a bank is, and neither tells secrets', async () => {
  const { lines, log } = keptLines();
  const fails = new Failure('bank_timeout', { providerKey: 'telebirr', reference });
  const outcomes: (() => Promise<typeof verified>)[] = [
    ...Array.from({ length: 200 }, () => async () => verified),
    async () => Promise.reject(fails),
    async () => Promise.reject(new Failure('not_settled', { providerKey: 'telebirr', reference })),
    async () => Promise.reject(new TypeError(`cannot read ${reference} of Abebe`)),
  ];
  const app = testApp(stubEngine({ verify: () => (outcomes.shift() ?? (async () => verified))() }), { log });
  const ask = () =>
    app.inject({ method: 'POST', url: '/api/verify', headers: jsonHeaders, payload: { reference } });
  for (let count = 0; count < 203; count += 1) await ask();
  await app.inject({ method: 'GET', url: `/secret-path/${reference}`, headers: jsonHeaders });
  await app.close();

  const entries = lines.map((line) => JSON.parse(line));
  const statuses = entries.filter(({ route }) => route === '/api/verify').map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 502)).toHaveLength(1);
  expect(statuses.filter((status) => status === 500)).toHaveLength(1);
  expect(entries.filter(({ level }) => level === 'error')).toMatchObject([{ err: { name: 'TypeError' } }]);
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
});

test('metrics count by route pattern, method, status, provider and outcome, and tell no secrets', async () => {
  const outcomes = [
    async () => ({ ...verified, cached: true }),
    async () => verified,
    async () => Promise.reject(new Failure('bank_timeout', { providerKey: 'telebirr', reference })),
    async () => Promise.reject(new Failure('unsupported_reference')),
  ];
  const app = testApp(stubEngine({ verify: () => (outcomes.shift() ?? (async () => verified))() }));
  for (let count = 0; count < 4; count += 1) {
    await app.inject({ method: 'POST', url: '/api/verify', headers: jsonHeaders, payload: { reference } });
  }
  await app.inject({ method: 'PUT', url: '/api/verify', headers: jsonHeaders });
  await app.inject({ method: 'GET', url: `/secret-path/${reference}` });
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  const again = await app.inject({ method: 'GET', url: '/metrics' });
  await app.close();

  for (const line of [
    'deresegn_http_requests_total{route="/api/verify",method="POST",status="200"} 2',
    'deresegn_http_requests_total{route="/api/verify",method="POST",status="400"} 2',
    'deresegn_http_requests_total{route="/api/verify",method="other",status="405"} 1',
    'deresegn_http_requests_total{route="none",method="GET",status="404"} 1',
    'deresegn_verifications_total{provider="telebirr",outcome="cached"} 1',
    'deresegn_verifications_total{provider="telebirr",outcome="verified"} 1',
    'deresegn_verifications_total{provider="telebirr",outcome="bank_timeout"} 1',
    'deresegn_verifications_total{provider="none",outcome="unsupported_reference"} 1',
  ]) {
    expect(body.split('\n')).toContain(line);
    expect(again.body.split('\n')).toContain(line);
  }
  expect(body).toContain('deresegn_http_request_duration_seconds_bucket{le="0.001",route="/api/verify"');
  for (const secret of secrets) expect(body).not.toContain(secret);
});

test('what becomes of a request that was answered 202 is counted when it is over', async () => {
  const pending = { verdict: 'pending', processingStatus: 'queued', requestId: 'r', position: 1 };
  let told: (conclusion: CompletedRequest) => void = () => undefined;
  const app = testApp(
    stubEngine({
      verify: (async () => pending) as unknown as Engine['verify'],
      onCompleted: (listener) => {
        told = listener;
      },
    }),
  );
  const payload = { reference, waitMs: 0 };
  const answer = await app.inject({ method: 'POST', url: '/api/verify', headers: jsonHeaders, payload });
  expect(answer.statusCode).toBe(202);
  const metric = 'deresegn_verifications_total';
  expect(await figures(app, metric)).toEqual({});
  told({ verdict: 'verified', providerKey: 'telebirr', cached: false });
  told({ verdict: 'failed', failure: new Failure('not_settled', { providerKey: 'telebirr', reference }) });
  expect(await figures(app, metric)).toEqual({
    'provider="telebirr",outcome="verified"': 1,
    'provider="telebirr",outcome="not_settled"': 1,
  });
  await app.close();
});

test('metrics say how each bank is and how long its line, and no figure where nothing is known', async () => {
  const bank = (providerKey: string, status: BankComponent['status'], waiting = 0) =>
    ({ group: 'upstream', providerKey, status, queue: { running: 1, waiting } }) as BankComponent;
  const engine = stubEngine();
  const components = [bank('telebirr', 'degraded', 7), bank('cbe', 'down'), bank('boa', 'unknown')];
  const app = testApp(stubEngine({ status: () => ({ ...engine.status(), components }) }));
  expect(await figures(app, 'deresegn_bank_up')).toEqual({ 'provider="telebirr"': 1, 'provider="cbe"': 0 });
  const states = await figures(app, 'deresegn_bank_state');
  expect(Object.keys(states).filter((labels) => states[labels] === 1)).toEqual([
    'provider="telebirr",state="degraded"',
    'provider="cbe",state="down"',
    'provider="boa",state="unknown"',
  ]);
  expect(await figures(app, 'deresegn_bank_lookups_running')).toMatchObject({ 'provider="cbe"': 1 });
  expect(await figures(app, 'deresegn_bank_calls_waiting')).toMatchObject({ 'provider="telebirr"': 7 });
  await app.close();
});

test('a crowd that asks for metrics costs as much as two, and everyone gets figures of after their request', async () => {
  const waiting: (() => void)[] = [];
  let collected = 0;
  const expose = () => ({
    contentType: 'text/plain; version=0.0.4; charset=utf-8' as const,
    metrics: async () => {
      const text = String(++collected);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return text;
    },
  });
  const app = testApp(stubEngine({}), { expose });
  const ask = () => app.inject({ method: 'GET', url: '/metrics' });
  const first = ask();
  await expect.poll(() => waiting.length).toBe(1);
  const crowd = Array.from({ length: 20 }, ask);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(collected).toBe(1);
  waiting.shift()?.();
  expect((await first).body).toBe('1');
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  for (const { body } of await Promise.all(crowd)) expect(body).toBe('2');
  const next = ask();
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  expect((await next).body).toBe('3');
  await app.close();
});
