/** Clients that name a content type with every request are served where no body is expected, as PHP and many libraries are. */
import { afterAll, describe, expect, it } from 'vitest';
import { openEnvironment } from './environment.js';

const environment = await openEnvironment();
const { key } = await environment.mint({ rate: 1_000_000 });
const { paths } = JSON.parse((await environment.get('/openapi.json')).body) as {
  paths: Record<string, Record<string, { requestBody?: object; security?: object[] }>>;
};
afterAll(() => environment.close());

const withoutBody = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([method, { requestBody, security }]) => method !== 'get' && security && !requestBody)
    .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'none')] as const),
);

function send(method: string, url: string, type: string, payload = '') {
  const headers = { 'x-api-key': key, 'content-type': type, 'content-length': String(payload.length) };
  return environment.app.inject({ method: method as 'POST', url, headers, payload });
}

describe.each(['application/json', 'application/x-www-form-urlencoded'])('an empty body of %s', (type) => {
  it.each(withoutBody)('is no body of %s %s', async (method, url) => {
    const { statusCode } = await send(method, url, type);
    expect(statusCode).toBe(url.includes('/none') ? 404 : 200);
  });

  it('is refused where a body is expected', async () => {
    for (const url of ['/api/verify', '/api/payment-requests'])
      expect([400, 415]).toContain((await send('POST', url, type)).statusCode);
  });
});

it('a request is canceled by a client that sends an empty JSON body, and by one that sends an empty object', async () => {
  const receivers = [{ provider: 'cbe', account: '1000123456789' }];
  for (const payload of ['', '{}']) {
    const { id } = (await environment.post(key, { amount: 5, receivers }, '/api/payment-requests')).json();
    const answer = await send('POST', `/api/payment-requests/${id}/cancel`, 'application/json', payload);
    expect(answer.json()).toMatchObject({ ok: true, id, status: 'canceled' });
  }
});
