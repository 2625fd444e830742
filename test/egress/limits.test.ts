import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/ports.js';
import { startServer, startTcpServer, type TestServer } from '../support/servers.js';
import { at, egressOf, eventually, failureOf, get, kindOf, secret, settled } from './support.js';

async function bank(handler: RequestListener): Promise<TestServer> {
  const server = await startServer(handler);
  onTestFinished(() => server.close());
  return server;
}

async function tcpBank(onSocket: Parameters<typeof startTcpServer>[0]): Promise<TestServer> {
  const server = await startTcpServer(onSocket);
  onTestFinished(() => server.close());
  return server;
}

const quickBrotli = (data: Buffer) =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

const zeros = Buffer.alloc(64 * 1024);

describe('an answer', () => {
  test('arrives whole, with lower-case headers, in memory that can be handed to a worker', async () => {
    const { port } = await bank((_, response) => {
      response.setHeader('X-Bank', ['a', 'b']);
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('no such receipt');
    });
    const answer = await get(egressOf({ sandbox: at(port) }));
    expect(answer).toMatchObject({ status: 404, egress: 'main' });
    expect(answer.headers).toMatchObject({ 'x-bank': 'a, b', 'content-type': 'text/html' });
    expect(Buffer.from(answer.body).toString()).toBe('no such receipt');
    expect(answer.body.buffer.byteLength).toBe(answer.body.byteLength);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'compressed with %s arrives decoded, and its headers no longer say otherwise',
    async (name, compress) => {
      const { port } = await bank((_, response) =>
        response.writeHead(200, { 'content-encoding': name }).end(compress('a receipt')),
      );
      const answer = await get(egressOf({ sandbox: at(port) }));
      expect(Buffer.from(answer.body).toString()).toBe('a receipt');
      expect(answer.headers).not.toHaveProperty('content-encoding');
    },
  );

  test('in an encoding that was not asked for is refused', async () => {
    const { port } = await bank((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('?'),
    );
    expect(await kindOf(get(egressOf({ sandbox: at(port) })))).toBe('unreachable');
  });

  test('that is not the gzip it claims to be is a broken answer', async () => {
    const { port } = await bank((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(`not gzip ${secret}`),
    );
    expect(await kindOf(get(egressOf({ sandbox: at(port) })))).toBe('unreachable');
  });
});

describe('a request', () => {
  test('looks like a browser, and headers of the provider win', async () => {
    const server = await bank((_, response) => response.end('ok'));
    const egress = egressOf({ sandbox: at(server.port) });
    await get(egress);
    expect(server.requests[0]?.headers['user-agent']).toMatch(/^Mozilla\/5\.0 /);
    const origins = ['https://bank.test:100'];
    const headers = { 'User-Agent': 'Own', Accept: 'application/pdf', Host: 'evil.test' };
    const request = { method: 'GET', url: 'https://bank.test:100/a?b=c', headers, origins } as const;
    await egress.fetch(request, { realm: 'sandbox', attempt: 0 });
    expect(server.requests[1]?.path).toBe('/a?b=c');
    expect(server.requests[1]?.headers).toMatchObject({
      'user-agent': 'Own',
      accept: 'application/pdf',
      host: 'bank.test:100',
    });
  });

  test('uses the open connection of the one before it', async () => {
    const server = await bank((_, response) => response.end('ok'));
    const egress = egressOf({ sandbox: at(server.port) });
    await get(egress);
    await settled();
    await get(egress);
    expect(server.requests).toHaveLength(2);
    expect(server.connections).toBe(1);
  });

  test('that must not be lost with an open connection gets one of its own, which ends with the answer', async () => {
    // A bank that closes a connection just when it is used again.
    const server = await tcpBank((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    const egress = egressOf({ sandbox: at(server.port) });
    for (const fresh of [false, true, true]) {
      expect((await get(egress, { fresh })).status).toBe(200);
      await settled();
    }
    await eventually(() => server.open.size === 1);
    expect(server.connections).toBe(3);
    expect(await kindOf(get(egress))).toBe('unreachable');
  });

  test('among many at once is answered, and Node has nothing to warn of', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => warnings.push(warning);
    process.on('warning', listener);
    onTestFinished(() => void process.off('warning', listener));
    const server = await bank((_, response) => void setTimeout(() => response.end('ok'), 20));
    const egress = egressOf({ sandbox: at(server.port) });
    await Promise.all(Array.from({ length: 100 }, () => get(egress)));
    await settled();
    expect(server.requests).toHaveLength(100);
    expect(warnings).toEqual([]);
  });

  test('with a header no server could read is refused, not thrown about', async () => {
    const server = await bank((_, response) => response.end('ok'));
    const origins = ['https://bank.test'];
    const request = {
      method: 'GET',
      url: 'https://bank.test/',
      headers: { a: `${secret}\r\nb: c` },
      origins,
    } as const;
    const egress = egressOf({ sandbox: at(server.port) });
    expect(await kindOf(egress.fetch(request, { realm: 'sandbox', attempt: 0 }))).toBe('forbidden');
    expect(server.requests).toHaveLength(0);
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 304, 307, 308])('with status %i is reported and not followed', async (status) => {
    const elsewhere = await bank((_, response) => response.end('followed'));
    const server = await bank((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    );
    const error = await failureOf(get(egressOf({ sandbox: at(server.port) })));
    expect(error).toMatchObject({ kind: 'redirect', detail: { status, host: 'bank.test', egress: 'main' } });
    expect(elsewhere.connections).toBe(0);
  });
});

describe('too much', () => {
  test('an endless body is cut off and its connection closed', async () => {
    const server = await bank((_, response) => {
      const pump = () => {
        while (response.write(zeros));
      };
      response.on('drain', pump);
      pump();
    });
    expect(await kindOf(get(egressOf({ sandbox: at(server.port), maxBytes: 1_000_000 })))).toBe('oversize');
    await eventually(() => server.open.size === 0);
  });

  test('a body of exactly the limit is read, one byte more is not', async () => {
    const { port } = await bank((request, response) =>
      response.end(Buffer.alloc(Number(request.url?.slice(1)))),
    );
    const egress = egressOf({ sandbox: at(port) });
    const limit = 5 * 1024 * 1024;
    expect((await get(egress, { path: `/${limit}` })).body).toHaveLength(limit);
    expect(await kindOf(get(egress, { path: `/${limit + 1}` }))).toBe('oversize');
  });

  test('an announced length over the limit is refused before the body is read', async () => {
    const server = await bank((_, response) =>
      response.writeHead(200, { 'content-length': 6_000_000 }).flushHeaders(),
    );
    expect(await kindOf(get(egressOf({ sandbox: at(server.port) })))).toBe('oversize');
    await eventually(() => server.open.size === 0);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', quickBrotli],
  ])('a %s bomb is stopped at the limit of what comes out of it', async (name, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000));
    const { port } = await bank((_, response) =>
      response.writeHead(200, { 'content-encoding': name }).end(bomb),
    );
    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(await kindOf(get(egressOf({ sandbox: at(port) })))).toBe('oversize');
  });

  test('compressed bytes that never become anything are stopped at the limit too', async () => {
    const nothing = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')));
    const { port } = await bank((_, response) => {
      const pump = () => {
        while (response.write(nothing));
      };
      response.writeHead(200, { 'content-encoding': 'gzip' }).on('drain', pump);
      pump();
    });
    expect(await kindOf(get(egressOf({ sandbox: at(port), maxBytes: 200_000 })))).toBe('oversize');
  });
});

describe('too slow', () => {
  test('a bank that accepts and never answers is a timeout', async () => {
    const server = await bank(() => {});
    expect(await kindOf(get(egressOf({ sandbox: at(server.port), attemptTimeoutMs: 100 })))).toBe('timeout');
    await eventually(() => server.open.size === 0);
  });

  test('a body that trickles does not stretch the attempt', async () => {
    const server = await bank((_, response) => {
      const trickle = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(trickle));
    });
    const fetched = get(egressOf({ sandbox: at(server.port), attemptTimeoutMs: 200 }));
    expect(await kindOf(fetched)).toBe('timeout');
    await eventually(() => server.open.size === 0);
  });

  test('a connection that is not made in time is a timeout before the attempt is over', async () => {
    const proxy = await tcpBank(() => {});
    const routes = [{ name: 'stuck', kind: 'socks5', url: `socks5://127.0.0.1:${proxy.port}` }] as const;
    const egress = egressOf({ routes, sandbox: at(1), connectTimeoutMs: 100, attemptTimeoutMs: 60_000 });
    expect(await kindOf(get(egress))).toBe('timeout');
    await eventually(() => proxy.open.size === 0);
  });
});

describe('a broken connection', () => {
  test('that is refused is unreachable, and names the egress and the host', async () => {
    const error = await failureOf(get(egressOf({ sandbox: at(await freePort()) })));
    expect(error).toMatchObject({ kind: 'unreachable', detail: { egress: 'main', host: 'bank.test' } });
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('that is reset before the headers is unreachable and asked for once only', async () => {
    const server = await bank((request) => request.socket.resetAndDestroy());
    expect(await kindOf(get(egressOf({ sandbox: at(server.port) })))).toBe('unreachable');
    expect(server.requests).toHaveLength(1);
  });

  test('that is reset in the middle of a body is unreachable, never half a receipt', async () => {
    const server = await bank((request, response) => {
      response.write(zeros, () => request.socket.resetAndDestroy());
    });
    expect(await kindOf(get(egressOf({ sandbox: at(server.port) })))).toBe('unreachable');
  });

  test('that ends before the announced length is unreachable', async () => {
    const server = await bank((request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => request.socket.end());
    });
    expect(await kindOf(get(egressOf({ sandbox: at(server.port) })))).toBe('unreachable');
  });

  test('that does not speak HTTP is unreachable, and what it said is not repeated', async () => {
    const server = await tcpBank((socket) => socket.end(`220 ${secret} ESMTP\r\n`));
    expect(await kindOf(get(egressOf({ sandbox: at(server.port) })))).toBe('unreachable');
  });

  test('to simulated banks that are not there is unreachable', async () => {
    expect(await kindOf(get(egressOf({ sandbox: null })))).toBe('unreachable');
  });
});

describe('a caller who leaves', () => {
  test('before the start sends nothing', async () => {
    const server = await bank((_, response) => response.end('ok'));
    const fetched = get(egressOf({ sandbox: at(server.port) }), { signal: AbortSignal.abort() });
    expect(await kindOf(fetched)).toBe('aborted');
    expect(server.connections).toBe(0);
  });

  test('while the bank thinks ends the request and its connection', async () => {
    const leaving = new AbortController();
    const server = await bank(() => leaving.abort());
    const fetched = get(egressOf({ sandbox: at(server.port) }), { signal: leaving.signal });
    expect(await kindOf(fetched)).toBe('aborted');
    await eventually(() => server.open.size === 0);
  });

  test('in the middle of a body ends the request and its connection', async () => {
    const leaving = new AbortController();
    const server = await bank((_, response) => response.write(zeros, () => leaving.abort()));
    const fetched = get(egressOf({ sandbox: at(server.port) }), { signal: leaving.signal });
    expect(await kindOf(fetched)).toBe('aborted');
    await eventually(() => server.open.size === 0);
  });

  test('while the connection is made is told at once, and the request is never sent', async () => {
    const leaving = new AbortController();
    const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    let held: Socket | undefined;
    let received = '';
    const proxy = await tcpBank((socket) => {
      socket.on('data', (chunk) => {
        received += chunk;
        if (held) for (const waiting of [held, socket]) waiting.write(ok);
        else leaving.abort();
        held ??= socket;
      });
    });
    const routes = [{ name: 'slow', kind: 'http', url: `http://127.0.0.1:${proxy.port}` }] as const;
    const patient = { connectTimeoutMs: 600_000, attemptTimeoutMs: 600_000 };
    const egress = egressOf({ routes, sandbox: at(1), ...patient });
    expect(await kindOf(get(egress, { signal: leaving.signal }))).toBe('aborted');
    expect((await get(egress, { path: '/second' })).status).toBe(200);
    expect(received).toContain('GET /second');
    expect(received).not.toContain(secret);
  });
});

describe('closing', () => {
  test('ends what is running, frees every connection and refuses what comes later', async () => {
    const server = await bank((request, response) => {
      if (request.url === '/fast') response.setHeader('keep-alive', 'timeout=600').end('ok');
    });
    const egress = egressOf({ sandbox: at(server.port) });
    const running = kindOf(get(egress));
    await get(egress, { path: '/fast' });
    await eventually(() => server.requests.length === 2);
    await egress.close();
    expect(await running).toBe('aborted');
    await eventually(() => server.open.size === 0);
    expect(await kindOf(get(egress))).toBe('aborted');
  });

  test.each(['http', 'https', 'socks5'])(
    'frees a connection that is still being made by %s',
    async (scheme) => {
      const proxy = await tcpBank(() => {});
      const kind = scheme === 'socks5' ? 'socks5' : 'http';
      const routes = [{ name: 'stuck', kind, url: `${scheme}://127.0.0.1:${proxy.port}` }] as const;
      const egress = egressOf({
        routes,
        sandbox: at(1),
        connectTimeoutMs: 600_000,
        attemptTimeoutMs: 600_000,
      });
      const running = kindOf(get(egress));
      await eventually(() => proxy.open.size === 1);
      await egress.close();
      expect(await running).toBe('aborted');
      await eventually(() => proxy.open.size === 0);
    },
  );
});
