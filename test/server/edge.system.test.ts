/** What the proxies of docs/operations let through, keep out and write down: tried with the programs themselves. */
import { readdir, stat } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { freePort } from '../support/ports.js';
import { type Balancer, startCaddy, startNginx } from './rolling/balancers.js';

const mebibyte = 1024 * 1024;

const proxies = [
  { name: 'nginx with docs/operations/nginx.conf', start: startNginx, tags: ['needs-nginx'] },
  { name: 'Caddy with docs/operations/Caddyfile', start: startCaddy, tags: ['needs-caddy'] },
];

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

async function ask(
  { url }: Balancer,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  return await new Promise((resolve, reject) => {
    const asking = request(
      url + path,
      { method, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

/** A request with this much announced, of which nothing comes, and what it is answered. */
async function announce({ url }: Balancer, path: string, bytes: number, headers = ''): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${bytes}\r\n${headers}\r\n`);
  socket.setEncoding('utf8').on('error', () => undefined);
  for await (const chunk of socket) {
    socket.destroy();
    return String(chunk);
  }
  return '';
}

/** A picture of this size, with the form of the page of payers. */
async function handIn(proxy: Balancer, path: string, bytes: number): Promise<Answer> {
  const page = await ask(proxy, path, { headers: { accept: 'text/html' } });
  const cookie = (page.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
  const token = /name="csrf-token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const field = (more: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name=${more}\r\n\r\n${value}\r\n`;
  const body = `${field('"csrf-token"', token)}${field('"picture"; filename="a.png"', 'x'.repeat(bytes))}--x--\r\n`;
  const headers = { accept: 'text/html', cookie, 'content-type': 'multipart/form-data; boundary=x' };
  return await ask(proxy, path, { method: 'POST', headers, body });
}

const typeOfJson = { 'content-type': 'application/json' };
const json = (answer: Answer) => JSON.parse(answer.body) as { ok: boolean; error: { code: string } };

describe.each(proxies)('$name', ({ start, tags }) => {
  // Tags are read when the tests are collected.
  describe('in front of the service', { tags }, () => {
    let environment: TestEnvironment;
    let proxy: Balancer;
    let gone: Balancer;
    let port: number;

    beforeAll(async () => {
      environment = await openEnvironment({ TRUST_PROXY: '127.0.0.1' });
      port = await freePort();
      await environment.app.listen({ port, host: '127.0.0.1' });
      proxy = await start([port, await freePort()]);
    });
    afterAll(async () => {
      await gone?.close();
      await proxy?.close();
      await environment?.close();
    });

    it('takes nothing large where no pictures are sent, and says so as the service would', async () => {
      const body = 'x'.repeat(mebibyte);
      for (const path of ['/no/such/place', '/api/verify', '/api/usage', '/dashboard/login']) {
        // The service refuses some of these by their head, and its answer may pass Caddy before Caddy has read beyond its limit.
        let answer: Awaited<ReturnType<typeof ask>> | null = null;
        for (let tries = 0; tries < 5 && answer?.status !== 413; tries += 1) {
          // Who is still sending may lose the answer with the connection.
          answer = (await ask(proxy, path, { method: 'POST', body }).catch(() => null)) ?? answer;
        }
        if (answer === null) continue;
        expect(answer.status, path).toBe(413);
        expect(answer.headers['content-type']).toMatch(/^application\/json/);
        expect(json(answer).error.code).toBe('payload_too_large');
      }
    });

    it('takes pictures at the places that are for them', async () => {
      const { key } = await environment.mint();
      const body = JSON.stringify({ imageBase64: 'A'.repeat(6 * mebibyte) });
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const receivers = [{ provider: 'telebirr', account: '0972835438' }];
      const wanted = { method: 'POST', headers, body: JSON.stringify({ amount: 5, receivers }) };
      const { id } = JSON.parse((await ask(proxy, '/api/payment-requests', wanted)).body) as { id: string };
      for (const path of ['/api/verify-image', `/api/payment-requests/${id}/receipts`]) {
        const keyed = await ask(proxy, path, { method: 'POST', headers, body });
        expect([keyed.status, json(keyed).error.code], path).not.toEqual([413, 'payload_too_large']);
        expect(keyed.headers['x-request-id']).toBeDefined();
      }
      expect((await handIn(proxy, `/pay/${id}`, 4 * mebibyte)).status).toBe(200);
      const items = Array.from({ length: 100 }, (_, nth) => ({ id: `${nth}`, text: 'x'.repeat(4_000) }));
      const batch = { method: 'POST', headers, body: JSON.stringify({ items }) };
      expect(batch.body.length).toBeGreaterThan(400_000);
      expect((await ask(proxy, '/api/verify-batch', batch)).status).toBe(202);
      const bearer = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
      };
      const params = { imageBase64: 'A'.repeat(6 * mebibyte) };
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params });
      const told = await ask(proxy, '/mcp', { method: 'POST', headers: bearer, body: message });
      expect(told.status).toBe(200);
    });

    it('lets the updates of a busy bot through, all from one address of Telegram', async () => {
      const update = { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(500_000) }) };
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => ask(proxy, '/telegram/cashier', { ...update, headers: typeOfJson })),
      );
      // No bot runs here, whose route would read a megabyte: the service refuses by the head, and a proxy that is still sending
      // then may answer for it. But for size or rate, nothing is refused.
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 413 || status === 429)).toEqual([]);
      expect(answers.find(({ status }) => status === 404)?.headers['x-request-id']).toBeDefined();
    });

    it('keeps the tokens of sign-in links out of its logs, also when the service is away', async () => {
      const token = 'SIGNINTOKEN'.padEnd(43, 'x');
      await ask(proxy, `/dashboard/login?token=${token}`, { headers: { accept: 'text/html' } });
      gone = await startWithoutService(start);
      const refused = await ask(gone, `/dashboard/login?token=${token}`);
      expect(refused.status).toBe(503);
      await expect.poll(async () => (await proxy.logs?.()) ?? '').toContain('/dashboard/login');
      await expect.poll(async () => (await gone.logs?.()) ?? '').toContain('/dashboard/login');
      expect(await proxy.logs?.()).not.toContain(token);
      expect(await gone.logs?.()).not.toContain(token);
    });

    it('says 503 in JSON with Retry-After while the service is away, never 502 or 504', async () => {
      const answer = await ask(gone, '/api/usage');
      expect(answer.status).toBe(503);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(json(answer)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    });

    it('passes the address of the caller on, and nothing that the caller says of himself', async () => {
      const seen: IncomingHttpHeaders[] = [];
      // The proxy itself asks too, whether the service is well.
      environment.app.server.on('request', ({ url, headers }) => {
        if (url === '/healthz?by=caller') seen.push(headers);
      });
      await ask(proxy, '/healthz?by=caller', {
        headers: {
          'x-forwarded-for': '198.51.100.1',
          'x-forwarded-host': 'evil.example',
          'x-real-ip': '198.51.100.2',
          forwarded: 'for=198.51.100.3;host=evil.example',
        },
      });
      expect(seen.map((headers) => headers['x-forwarded-for'])).toEqual(['127.0.0.1']);
      // A client that accepts no gzip gets none, and the proxy has nothing to unpack.
      expect(seen[0]).not.toHaveProperty('accept-encoding');
      expect(JSON.stringify(seen)).not.toMatch(/evil\.example|198\.51\.100/);
    });

    it.each(['/metrics', '/metrics?x=1', '/%6detrics', '//metrics', '/./metrics', '/x/../metrics'])(
      'shows no figures to the world: %s',
      async (path) => {
        const answer = await ask(proxy, path);
        expect(answer.status).toBe(404);
        expect(answer.body).not.toContain('process_cpu');
        expect(json(answer).error.code).toBe('not_found');
      },
    );

    it('lets what the service answers through as it is', async () => {
      const answer = await ask(proxy, '/api/nowhere');
      expect(answer.status).toBe(404);
      expect(answer.headers['x-request-id']).toBeDefined();
      const page = await ask(proxy, '/', { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
    });
  });
});

/** Neither process is there. */
async function startWithoutService(start: typeof startNginx): Promise<Balancer> {
  return await start([await freePort(), await freePort()]);
}

describe('nginx, which takes bodies before anybody is asked', { tags: ['needs-nginx'] }, () => {
  let proxy: Balancer;
  beforeAll(async () => {
    proxy = await startWithoutService(startNginx);
  });
  afterAll(() => proxy?.close());

  it('writes no large body of a stranger to its disk', async () => {
    const directory = proxy.directory ?? '';
    const answers = await Promise.all(
      ['/no/such/place', '/api/verify-image', '/api/verify', '/docs', '/api/verify-batch', '/mcp'].map(
        (path) => announce(proxy, path, 30 * mebibyte),
      ),
    );
    expect(answers.map((answer) => answer.split(' ')[1])).toEqual(['413', '401', '413', '413', '413', '401']);
    expect(await announce(proxy, '/api/verify-image', 40 * mebibyte, 'x-api-key: x\r\n')).toContain(' 413 ');
    const held = await readdir(join(directory, 'client_body'), { recursive: true });
    const sizes = await Promise.all(
      held.map(async (name) => (await stat(join(directory, 'client_body', name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mebibyte);
  });

  it('limits how often one address asks for pages, in JSON with Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask(proxy, '/status')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(20);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0] && json(refused[0]).error.code).toBe('rate_limited');
  });

  it('serves no other name', async () => {
    const other = ask(proxy, '/', { headers: { host: 'other.example' } });
    await expect(other).rejects.toThrow();
  });
});
