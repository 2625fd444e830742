/** Pages cost little on mobile data; what a visitor is signed in to see is not compressed, so that its size tells nothing. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

const get = (url: string, encoding = 'gzip, deflate, br') =>
  environment.app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': encoding } });

describe('what is sent', () => {
  it.each(['/', '/status', '/sandbox', '/docs/guide', '/openapi.json', '/llms.txt'])(
    '%s is compressed for those who can read it, and the same for others',
    async (path) => {
      const [small, plain] = [await get(path), await get(path, 'identity')];
      expect(small.headers).toMatchObject({ 'content-encoding': 'gzip' });
      expect(String(small.headers.vary)).toContain('accept-encoding');
      expect(plain.headers['content-encoding']).toBeUndefined();
      const text = gunzipSync(small.rawPayload).toString();
      expect(small.rawPayload.length).toBeLessThan(text.length / 2);
      // Tokens and request ids differ from one response to the next.
      expect(text.slice(0, 500)).toBe(plain.body.slice(0, 500));
    },
  );

  it.each(['/dashboard', '/sandbox/shop', '/api/status', '/readyz'])('%s is not compressed', async (path) => {
    const response = await get(path);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding']).toBeUndefined();
  });
});

it('a compressed form is not unpacked, so that a small request stays small', async () => {
  const response = await environment.app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
    payload: gzipSync(Buffer.alloc(5_000_000)),
  });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.statusCode).toBeLessThan(500);
});
