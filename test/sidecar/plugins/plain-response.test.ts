import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PlainResponse } from '../../../src/sidecar/plugins/plain-response.js';

interface Sent {
  headers: Record<string, string | number>;
  body: string;
}

/** Sends a body through a server and reads what arrives, byte by byte. */
async function received({ headers, body }: Sent, method = 'GET'): Promise<Buffer> {
  const server = createServer({ ServerResponse: PlainResponse }, (_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return await new Promise((resolve, reject) => {
    const sent = request({ port, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    sent.on('error', reject).end();
  });
}

const withLength = (body: string): Sent => ({
  headers: { 'content-length': String(Buffer.byteLength(body)) },
  body,
});

describe('a body arrives as the UTF-8 bytes of its text', () => {
  it.each([
    ['in ASCII', '{"amount":"22467.88"}'],
    ['in Ethiopic', '{"name":"አበበ ከበደ"}'],
    ['with letters of Latin-1', '{"name":"Zoë Ñuñez"}'],
    ['beyond 16 bits', '{"note":"🧾 paid"}'],
    ['with control characters', '\u0000\u007f\u0080'],
    ['when it is empty', ''],
    ['when it is larger than a write', `${'a'.repeat(300_000)}`],
    ['when only its last letter is not ASCII', `${'a'.repeat(70_000)}ß`],
  ])('%s', async (_name, body) => {
    expect((await received(withLength(body))).equals(Buffer.from(body))).toBe(true);
  });

  it('without a length', async () => {
    const body = 'ASCII, then ፍቅር';
    expect((await received({ headers: {}, body })).toString()).toBe(body);
  });

  it('with a length in the form of a number', async () => {
    const body = 'ü';
    expect((await received({ headers: { 'content-length': 2 }, body })).toString()).toBe(body);
  });

  it('and a response to HEAD has none', async () => {
    expect(await received(withLength('{"ok":true}'), 'HEAD')).toHaveLength(0);
  });
});
