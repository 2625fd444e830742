/** Pictures in the form of the demo: nobody who sends one slowly, or waits for a bank, keeps them from other visitors. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { ensureTimeInHour } from '../support/clock-window.js';

let environment: TestEnvironment;
let base: string;

beforeAll(async () => {
  environment = await openEnvironment({ TRUST_PROXY: '127.0.0.1', PROVIDER_CONCURRENCY: '50' });
  base = await listen(environment);
});
afterAll(() => environment.close());

const sending = new Set<ClientRequest>();
afterEach(() => {
  for (const one of sending) one.destroy();
  sending.clear();
});

let people = 0;
const somebody = () => `198.51.100.${++people}`;

const boundary = 'edge-of-a-part';
const tail = `\r\n--${boundary}--\r\n`;

async function drawn(reference: string): Promise<Buffer> {
  return (await environment.get(`/sandbox/screenshots/telebirr/${reference}.png`)).rawPayload;
}

/** Begins a form with a picture, as the browser at this address sends it; `end(tail)` is the rest of it. */
async function begin(address: string, picture: Buffer): Promise<ClientRequest> {
  const page = await fetch(base, { headers: { accept: 'text/html', 'x-forwarded-for': address } });
  const token = /name="csrf-token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  const head = `${part('csrf-token')}\r\n\r\n${token}\r\n${part('picture')}; filename="a.png"\r\n\r\n`;
  const sent = request(base, {
    method: 'POST',
    agent: false,
    headers: {
      accept: 'text/html',
      cookie: cookie.join('; '),
      'x-forwarded-for': address,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(head) + picture.byteLength + tail.length,
    },
  });
  sending.add(sent.on('error', () => undefined));
  sent.write(head);
  return sent;
}

/** Sends half of a picture, and no more. */
async function beginAndStop(address: string, picture: Buffer): Promise<ClientRequest> {
  const sent = await begin(address, picture);
  sent.write(picture.subarray(0, picture.byteLength / 2));
  return sent;
}

async function send(address: string, picture: Buffer): Promise<[status: number, verdict: string]> {
  const sent = await begin(address, picture);
  sent.write(picture);
  sent.end(tail);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(answer);
  return [answer.statusCode ?? 0, /id="verdict"[^>]*>.*?<\/svg>([^<]+)</.exec(body)?.[1] ?? ''];
}

/** How often the simulated bank was asked for it. */
const askedFor = (reference: string) => environment.engine.sandbox.hits('telebirr', reference);

it('twenty visitors who stop half-way do not block the pictures of others', async () => {
  const picture = await drawn('DKK9D00001');
  const stopped = await Promise.all(Array.from({ length: 20 }, () => beginAndStop(somebody(), picture)));
  expect(stopped).toHaveLength(20);
  expect(await send(somebody(), picture)).toEqual([200, 'Verified']);
});

it('pictures whose bank hangs occupy no memory: the same visitor has a third one read meanwhile', async () => {
  await ensureTimeInHour();
  const address = somebody();
  for (const reference of ['DKK9D1HANG', 'DKK9D2HANG']) {
    void send(address, await drawn(reference)).catch(() => undefined);
    await expect.poll(() => askedFor(reference)).toBeGreaterThan(0);
  }
  expect(await send(address, await drawn('DKK9D00003'))).toEqual([200, 'Verified']);
});

it('a visitor who disconnects half-way releases their turn: their next picture is read', async () => {
  await ensureTimeInHour();
  const address = somebody();
  const picture = await drawn('DKK9D00004');
  const stopped = [await beginAndStop(address, picture), await beginAndStop(address, picture)];
  const third = send(address, picture);
  for (const one of stopped) one.destroy();
  expect(await third).toEqual([200, 'Verified']);
});
