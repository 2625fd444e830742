/** Webhooks go to public https addresses alone, and no receiver can hold one up or make it follow. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { EgressError, type EgressErrorKind } from '../../src/egress/types.js';
import { createWebhookClient, type WebhookClientOptions } from '../../src/egress/webhook-client.js';
import { createAuthority, issue } from '../support/certificates.js';
import { freePort } from '../support/ports.js';
import { startServer, startTcpServer } from '../support/servers.js';
import { failureOf, secret } from './support.js';

const ca = await createAuthority();
const tls = await issue('shop.test', ca);

function clientOf(options: Partial<WebhookClientOptions> = {}) {
  const client = createWebhookClient({ allowLoopback: false, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Reaches the https server on loopback as if its address were public. */
const reaching = { resolve: async () => ['127.0.0.1'], exemptAddresses: ['127.0.0.1'], trustedCa: [ca.cert] };

async function server(...args: Parameters<typeof startServer>) {
  const started = await startServer(...args);
  onTestFinished(() => started.close());
  return started;
}

const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };
const send = (client: ReturnType<typeof clientOf>, url: string) =>
  client.post(url, { headers, body: '{"type":"x"}' });
const kindOf = async (sent: Promise<number>) => (await failureOf(sent)).kind;

describe('a webhook', () => {
  test('arrives over https with its headers and body, and the status comes back', async () => {
    let received = '';
    const { port, requests } = await server(
      (request, response) => {
        request.on('data', (chunk) => {
          received += String(chunk);
        });
        request.on('end', () => response.writeHead(202).end('thanks'));
      },
      { tls },
    );
    expect(await send(clientOf(reaching), `https://shop.test:${port}/hook?token=${secret}`)).toBe(202);
    expect(received).toBe('{"type":"x"}');
    expect(requests[0]).toMatchObject({ path: `/hook?token=${secret}`, headers });
  });

  test('follows no redirect: the receiver of another address would get it', async () => {
    const other = await server((_, response) => response.end());
    const { port } = await server((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end(),
    );
    expect(await send(clientOf({ allowLoopback: true }), `http://127.0.0.1:${port}/`)).toBe(307);
    expect(other.connections).toBe(0);
  });

  test('reads no endless answer: the connection is closed after 64 KiB', async () => {
    let written = 0;
    const { port, open } = await server((_, response) => {
      response.on('error', () => {});
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on('drain', more);
      more();
    });
    expect(await send(clientOf({ allowLoopback: true }), `http://127.0.0.1:${port}/`)).toBe(200);
    await expect.poll(() => open.size).toBe(0);
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  test('whose answer breaks off, or never ends, after a 2xx is delivered', async () => {
    const broken = await server((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const endless = await server((_, response) => void response.writeHead(200).write('half'));
    const client = clientOf({ allowLoopback: true, timeoutMs: 300 });
    expect(await send(client, `http://127.0.0.1:${broken.port}/`)).toBe(200);
    expect(await send(client, `http://127.0.0.1:${endless.port}/`)).toBe(200);
  });

  test('to a receiver that does not answer ends at the time limit', async () => {
    const silent = await server(() => {});
    const client = clientOf({ allowLoopback: true, timeoutMs: 200 });
    expect(await kindOf(send(client, `http://127.0.0.1:${silent.port}/${secret}`))).toBe('timeout');
  });

  test('is taken back when the caller aborts', async () => {
    const silent = await server(() => {});
    const controller = new AbortController();
    const sent = clientOf({ allowLoopback: true }).post(`http://127.0.0.1:${silent.port}/`, {
      ...{ headers, body: '', signal: controller.signal },
    });
    await expect.poll(() => silent.requests.length).toBe(1);
    controller.abort();
    expect(await kindOf(sent)).toBe('aborted');
  });

  test.each([
    ['a closed port', async () => `http://127.0.0.1:${await freePort()}/`],
    [
      'a server that hangs up',
      async () => {
        const tcp = await startTcpServer((socket) => socket.destroy());
        onTestFinished(() => tcp.close());
        return `http://127.0.0.1:${tcp.port}/`;
      },
    ],
  ])('to %s fails as unreachable', async (_what, url) => {
    expect(await kindOf(send(clientOf({ allowLoopback: true }), await url()))).toBe('unreachable');
  });
});

describe('a webhook is not sent', () => {
  test.each<[string, EgressErrorKind]>([
    ['http://shop.test/', 'forbidden'],
    ['ftp://shop.test/', 'forbidden'],
    ['not a url', 'forbidden'],
    ['https://user:pass@shop.test/', 'forbidden'],
    ['http://127.0.0.1:8080/', 'forbidden'],
    ['https://127.0.0.1/', 'private_address'],
    ['https://0x7f000001/', 'private_address'],
    ['https://10.1.2.3/', 'private_address'],
    ['https://169.254.169.254/latest/', 'private_address'],
    ['https://[::1]/', 'private_address'],
    ['https://[::ffff:10.0.0.1]/', 'private_address'],
    [`https://shop.test/${'x'.repeat(2_048)}`, 'forbidden'],
  ])('to %s, which is not even stored', async (url, kind) => {
    const client = clientOf();
    expect(() => client.assertAllowed(url)).toThrow(EgressError);
    expect(await kindOf(send(client, url))).toBe(kind);
  });

  test.each([['127.0.0.1'], ['10.0.0.1'], ['::1']])('to a name that resolves to %s', async (address) => {
    const { port, connections } = await server((_, response) => response.end(), { tls });
    const client = clientOf({ resolve: async () => [address], trustedCa: [ca.cert] });
    expect(await kindOf(send(client, `https://shop.test:${port}/`))).toBe('private_address');
    expect(connections).toBe(0);
  });

  test('to a name that turns private after its first lookup', async () => {
    const { port, requests } = await server((_, response) => response.end(), { tls });
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const client = clientOf({ ...reaching, resolve: async () => answers.shift() ?? [] });
    expect(await send(client, `https://shop.test:${port}/`)).toBe(200);
    expect(await kindOf(send(client, `https://shop.test:${port}/`))).toBe('private_address');
    expect(requests).toHaveLength(1);
  });

  test('to another name of loopback, in the sandbox neither', async () => {
    const client = clientOf({ allowLoopback: true });
    for (const url of ['http://localhost/', 'http://127.0.0.2/', 'http://[::1]/']) {
      expect(() => client.assertAllowed(url)).toThrow(EgressError);
    }
  });

  test('to a server whose certificate does not verify', async () => {
    const { port, requests } = await server((_, response) => response.end(), { tls });
    const client = clientOf({ ...reaching, trustedCa: [] });
    expect(await kindOf(send(client, `https://shop.test:${port}/`))).toBe('certificate');
    expect(requests).toHaveLength(0);
  });
});
