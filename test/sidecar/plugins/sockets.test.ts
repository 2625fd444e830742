/** Promises that only a real connection can show. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallerGone } from '../../../src/engine/api/errors.js';
import type { CallOptions, Engine } from '../../../src/engine/api/index.js';
import type { SidecarDeps } from '../../../src/sidecar/app.js';
import { deferred, goodKey, stubEngine, testApp, verified } from '../support.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listening(
  engine: Engine = stubEngine(),
  deps: Partial<SidecarDeps> = {},
  prepare: (app: ReturnType<typeof testApp>) => unknown = () => undefined,
) {
  const app = testApp(engine, deps);
  prepare(app);
  closers.push(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return { app, port: address.port };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  closers.push(async () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** All that comes back until the other side closes. */
async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

async function exchange(
  port: number,
  bytes: string,
): Promise<{ status: number; head: string; body: string }> {
  const socket = await opened(port);
  const answer = received(socket);
  socket.write(bytes);
  const text = await answer;
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body };
}

const notHttp: [what: string, bytes: string][] = [
  ['bytes of another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['a method that does not exist', 'FETCH /api/verify HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a version that does not exist', 'GET /api/verify HTTP/9.9\r\nHost: a\r\n\r\n'],
  ['a header without a colon', 'GET /api/verify HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
  ['two lengths', 'POST /api/verify HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  ['a broken chunk', 'POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
];

test('a HEAD request that is refused before its end gets no body, which its client would take for another response', async () => {
  const { port } = await listening();
  const { status, head, body } = await exchange(
    port,
    `HEAD /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  expect([status, body]).toEqual([413, '']);
  expect(head).toMatch(/\r\nconnection: close/i);
});

describe('what is not HTTP is answered in the envelope, and the connection closed:', () => {
  test.each(notHttp)('%s', async (_what, bytes) => {
    const { port } = await listening();
    const { status, head, body } = await exchange(port, bytes);
    expect(status).toBe(400);
    expect(head).toMatch(/\r\nconnection: close/i);
    expect(head).toMatch(/\r\nx-request-id: [\da-f-]{36}/);
    expect(head).toMatch(/\r\ncontent-type: application\/json/);
    const answer = JSON.parse(body);
    expect(answer).toMatchObject({
      ok: false,
      verdict: 'could_not_check',
      error: { code: 'invalid_request' },
    });
  });

  test('headers beyond all measure', async () => {
    const { port } = await listening();
    const { status, body } = await exchange(
      port,
      `GET /api/verify HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(status).toBe(413);
    expect(JSON.parse(body).error.code).toBe('payload_too_large');
  });

  test('a request with two Host headers, of which a proxy may have gone by the other', async () => {
    const { port } = await listening();
    for (const second of ['b', 'a']) {
      const bytes = `GET /healthz HTTP/1.1\r\nHost: a\r\nhOsT: ${second}\r\nConnection: close\r\n\r\n`;
      const { status, body } = await exchange(port, bytes);
      expect(status).toBe(400);
      expect(JSON.parse(body).ok).toBe(false);
    }
  });

  test('a request without a Host header', async () => {
    const { port } = await listening();
    const { status, body } = await exchange(port, 'GET /api/verify HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      verdict: 'could_not_check',
      error: { code: 'invalid_request' },
    });
  });

  test('an expectation nobody knows is no reason to answer without a body', async () => {
    const { port } = await listening();
    const bytes = 'GET /api/verify HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    const { status, body } = await exchange(port, bytes);
    expect(status).toBe(200);
    expect(JSON.parse(body).ok).toBe(true);
  });
});

test('requests sent at once on one connection are answered whole and in order, also behind one that waits for a bank', async () => {
  const waits = deferred<void>();
  const engine = stubEngine();
  const verifyAsText = engine.verifyAsText.bind(engine);
  engine.verifyAsText = async (...args) => {
    await waits.promise;
    return await verifyAsText(...args);
  };
  const { port } = await listening(engine);
  const socket = await opened(port);
  const answers = received(socket);
  const body = JSON.stringify({ reference: 'DKK4A1B2C3' });
  const get = 'GET /api/verify HTTP/1.1\r\nHost: a\r\n';
  socket.write(
    `${head(body.length)}${body}${get}\r\n${get.replace('GET', 'HEAD')}\r\n${get}Connection: close\r\n\r\n`,
  );
  setTimeout(() => waits.resolve(), 100);
  const bodies: unknown[] = [];
  for (let rest = await answers; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const length = bodies.length === 2 ? 0 : Number(/content-length: (\d+)/i.exec(rest.slice(0, end))?.[1]);
    expect(rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    bodies.push(length === 0 ? null : JSON.parse(rest.slice(end, end + length)));
    rest = rest.slice(end + length);
  }
  const hello = { ok: true, ts: expect.any(String) };
  expect(bodies).toEqual([expect.objectContaining({ verdict: 'verified' }), hello, null, hello]);
});

const head = (length: number) =>
  `POST /api/verify HTTP/1.1\r\nHost: a\r\nx-api-key: ${goodKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('bodies', () => {
  test('of 65 KiB are answered 413 while they are still being sent', async () => {
    const engine = stubEngine();
    const { port } = await listening(engine);
    const length = 65 * 1024;
    const { status, body } = await exchange(port, head(length) + ' '.repeat(length));
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({
      verdict: 'could_not_check',
      error: { code: 'payload_too_large' },
    });
    expect(engine.admissions).toBe(1);
  });

  test('of 65 KiB that do not say so beforehand, too', async () => {
    const { port } = await listening();
    const chunk = `${(65 * 1024).toString(16)}\r\n${' '.repeat(65 * 1024)}\r\n0\r\n\r\n`;
    const chunked = head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    expect((await exchange(port, chunked + chunk)).status).toBe(413);
  });

  test.each([
    ['/api/verify', 413],
    ['/no/such', 404],
  ])('of 36 MiB to %s are not read, and their sender can still read the answer', async (path, status) => {
    const { port } = await listening();
    const length = 36 * 1024 * 1024;
    const socket = await opened(port);
    const reset = vi.fn();
    socket.on('error', reset);
    const answer = once(socket, 'data');
    socket.pause();
    socket.write(head(length).replace('/api/verify', path));
    socket.write(Buffer.alloc(length));
    // The answer is there, and its sender is still writing.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reset).not.toHaveBeenCalled();
    socket.resume();
    const [text] = await answer;
    expect(String(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n`));
  });
});

describe('a client that sends too slowly loses its connection:', () => {
  const timeouts = { headersMs: 150, requestMs: 300, checkMs: 50 };

  test('headers that never end', async () => {
    const { port } = await listening(stubEngine(), { timeouts });
    const { status, body } = await exchange(port, 'GET /api/verify HTTP/1.1\r\nHost: a\r\n');
    expect(status).toBe(400);
    expect(JSON.parse(body).error.issues).toContainEqual(expect.objectContaining({ code: 'timeout' }));
  });

  test('nothing at all: no answer, which a browser would take for that of its next request', async () => {
    const { port } = await listening(stubEngine(), { timeouts });
    expect(await received(await opened(port))).toBe('');
  });

  test('a body that never ends', async () => {
    const engine = stubEngine();
    const { port } = await listening(engine, { timeouts });
    const { status } = await exchange(port, `${head(100)}{"reference":`);
    expect(status).toBe(400);
    expect(engine.calls).not.toContain('verify');
  });

  test('not a request that was there in time while the service stood still: it may be sent again', async () => {
    const { port } = await listening(stubEngine(), { timeouts });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    // The service has accepted the connection, and has read nothing.
    await new Promise((resolve) => setImmediate(resolve));
    const answer = once(socket, 'data');
    socket.write('GET /api/status HTTP/1.1\r\nHost: a\r\n\r\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    const text = String((await answer)[0]);
    expect(text).toMatch(/^HTTP\/1.1 503 /);
    expect(text).toContain('\r\nretry-after: 1\r\n');
  });
});

describe('a client that leaves', () => {
  /** An engine that waits until it is told to stop. */
  function waiting() {
    const heard = deferred<CallOptions>();
    const stopped = deferred<void>();
    const engine = stubEngine({
      verify: async (_request, _caller, options) => {
        options?.signal?.addEventListener('abort', () => stopped.resolve());
        heard.resolve(options ?? {});
        await stopped.promise;
        return verified;
      },
    });
    return { engine, heard: heard.promise, stopped: stopped.promise };
  }

  test('is noticed while the engine works for it', async () => {
    const { engine, heard, stopped } = waiting();
    const { port } = await listening(engine);
    const socket = await opened(port);
    socket.write(`${head(26)}{"reference":"DKK4A1B2C3"}`);
    const { signal } = await heard;
    expect(signal?.aborted).toBe(false);
    socket.destroy();
    await stopped;
    expect(signal?.aborted).toBe(true);
  });

  test('while it waits for a bank is a client that left, and no outcome of a bank', async () => {
    const waits = deferred<void>();
    const left = deferred<void>();
    const engine = stubEngine({
      verify: async (_request, _caller, options) => {
        options?.signal?.addEventListener('abort', () => left.resolve());
        waits.resolve();
        await left.promise;
        throw new CallerGone();
      },
    });
    const { app, port } = await listening(engine);
    const socket = await opened(port);
    socket.write(`${head(26)}{"reference":"DKK4A1B2C3"}`);
    await waits.promise;
    socket.destroy();
    const metrics = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body;
    await expect.poll(metrics).toContain('route="/api/verify",method="POST",status="499"');
    expect(await metrics()).not.toContain('deresegn_verifications_total{');
  });

  test('is not seen in one that waits for its answer', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const engine = stubEngine({
      verify: async (_request, _caller, options) => {
        signals.push(options?.signal);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return verified;
      },
    });
    const { port } = await listening(engine);
    const request = `${head(26)}{"reference":"DKK4A1B2C3"}`.replace('\r\n', '\r\nConnection: close\r\n');
    expect((await exchange(port, request)).status).toBe(200);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  });
});

test('a connection kept open is refused in the envelope once the service closes', async () => {
  const release = deferred<void>();
  const engine = stubEngine({
    async verify() {
      await release.promise;
      return verified;
    },
  });
  const { app, port } = await listening(engine);
  const [busy, idle] = [await opened(port), await opened(port)];
  const [busyAnswer, idleAnswer] = [received(busy), received(idle)];
  busy.write(`${head(26)}{"reference":"DKK4A1B2C3"}`);
  idle.write('GET /api/verify HTTP/1.1\r\n');
  await expect.poll(() => engine.calls).toContain('verify');
  const closed = app.close();
  idle.write('Host: a\r\n\r\n');
  expect(await idleAnswer).toMatch(
    /^HTTP\/1.1 503 .*retry-after: 1.*"verdict":"could_not_check".*"unavailable"/s,
  );
  release.resolve();
  expect(await busyAnswer).toMatch(/^HTTP\/1.1 200 /);
  await closed;
});

describe('requests that are sent before earlier ones are answered', () => {
  const request = 'GET /api/verify HTTP/1.1\r\nHost: a\r\n\r\n';

  test('are answered in order where they are a few', async () => {
    const { port } = await listening();
    const answers = await exchange(
      port,
      request.repeat(15) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    expect(answers.status).toBe(200);
  });

  test('end their connection where they are more than anybody needs, and nobody else waits', async () => {
    const waiting = deferred<never>();
    const engine = stubEngine({ verify: () => waiting.promise });
    const { port } = await listening(engine);
    const socket = await opened(port);
    // What is still on its way then may end it with a reset.
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    const body = '{"reference":"DKK4A1B2C3"}';
    const head = `POST /api/verify HTTP/1.1\r\nHost: a\r\nx-api-key: ${goodKey}\r\ncontent-type: application/json`;
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`.repeat(1_000));
    await closed;
    const other = await exchange(port, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(other.status).toBe(200);
    // Nothing is done for those behind: no key is looked up, no answer made.
    expect(engine.admissions).toBeLessThanOrEqual(16);
  });

  test('get no page once their connection has ended', async () => {
    let made = 0;
    const { port } = await listening(stubEngine(), {}, (app) =>
      app.addHook('onSend', async () => {
        made += 1;
      }),
    );
    const socket = await opened(port);
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write('GET /llms.txt HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000));
    await closed;
    await exchange(port, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    // The first one began before there were too many; the other is of the second connection.
    expect(made).toBeLessThanOrEqual(2);
  });
});
