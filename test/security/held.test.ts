/** Ways in that were tried and are closed: spellings of a key, of a path, and of where a request ends. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { ensureTimeInMinute } from '../support/clock-window.js';

let environment: TestEnvironment;
let port: number;
let key: string;

beforeAll(async () => {
  environment = await openEnvironment();
  await environment.app.listen({ port: 0, host: '127.0.0.1' });
  port = (environment.app.server.address() as AddressInfo).port;
  ({ key } = await environment.mint({ rate: 100_000 }));
});
afterAll(() => environment.close());

/** All that comes back on a connection of its own, as one text; every request asks for the end of it. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = once(socket, 'close').catch(() => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  const patience = setTimeout(() => socket.destroy(), 2_000);
  await closed;
  clearTimeout(patience);
  return Buffer.concat(chunks).toString('latin1');
}

const statusesOf = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, code]) => Number(code));
/** The last letter in the other case; digits may stand behind it. */
const swapped = (text: string) =>
  text.replace(/[a-zA-Z](?=[^a-zA-Z]*$)/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
const wide = (text: string) => `${text.slice(0, -1)}\xef\xbc\x81`;

describe('a key that is not spelled as it was made opens nothing:', () => {
  const header = (value: string) => `x-api-key: ${value}`;
  const spellings: [string, (key: string) => string][] = [
    ['in capitals', (good) => header(good.toUpperCase())],
    ['with one letter in the other case', (good) => header(swapped(good))],
    ['its prefix alone', (good) => header(good.slice(0, 14))],
    ['one letter less', (good) => header(good.slice(0, -1))],
    ['one letter more', (good) => header(`${good}a`)],
    ['with a dot behind it', (good) => header(`${good}.`)],
    ['with a no-break space behind it', (good) => header(`${good}\xa0`)],
    ['with a NUL in it', (good) => header(`${good}\0`)],
    ['with a letter of another alphabet', (good) => header(wide(good))],
    ['in quotes', (good) => header(`"${good}"`)],
    ['escaped', (good) => header(good.replace('_', '%5f'))],
    ['twice in one header', (good) => header(`${good}, ${good}`)],
    ['in two headers', (good) => `${header(good)}\r\n${header(good)}`],
    ['beside another one', (good) => `${header('vk_test_x')}\r\n${header(good)}`],
    ['on a folded line', (good) => `x-api-key:\r\n ${good}`],
    ['behind a space before the colon', (good) => `x-api-key : ${good}`],
    ['under a name with underscores', (good) => `x_api_key: ${good}`],
    ['as a bearer token', (good) => `authorization: Bearer ${good}`],
    ['as a cookie', (good) => `cookie: x-api-key=${good}`],
    ['of 20 KB', (good) => header(good.padEnd(20_000, 'x'))],
  ];

  it.each(spellings)('%s', async (_what, spelled) => {
    const answer = await exchange(
      `GET /api/usage HTTP/1.1\r\nHost: a\r\n${spelled(key)}\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 401, 413]).toContain(statusesOf(answer)[0]);
    expect(statusesOf(answer)).toHaveLength(1);
    expect(answer).not.toContain(key);
  });

  it.each(['?x-api-key=', '?api_key=', '?key='])('in the address: %s', async (query) => {
    expect((await environment.get(`/api/usage${query}${key}`)).statusCode).toBe(401);
  });

  it('and as it was made it does', async () => {
    const answer = await exchange(
      `GET /api/usage HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(answer)).toEqual([200]);
  });
});

it.each([
  ['HEAD', '/api/usage'],
  ['OPTIONS', '/api/verify'],
  ['PROPFIND', '/api/verify'],
  ['DELETE', '/api/verify'],
  ['GET', '/api/verify/'],
  ['GET', '/api//verify'],
  ['GET', '/%61pi/verify'],
  ['GET', '/api/verify;x'],
  ['GET', '/api/verify?a#b'],
  ['GET', '/api/nowhere'],
  ['GET', '/api/%2575'],
  ['GET', 'http://elsewhere.example/api/verify'],
])('%s %s with a key is counted once, whatever it is answered', async (method, path) => {
  await ensureTimeInMinute();
  const { key: own } = await environment.mint({ rate: 1_000 });
  const answer = await exchange(
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${own}\r\nConnection: close\r\n\r\n`,
  );
  expect(statusesOf(answer)).toHaveLength(1);
  const { rate } = (await environment.get('/api/usage', own)).json();
  // This look counts too.
  expect(rate.used).toBe(2);
});

describe('where a request ends is one thing to everybody: nothing behind it is taken for another one:', () => {
  const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: a\r\n\r\n';
  const length = (value: string | number) => `Content-Length: ${value}`;
  const chunked = 'Transfer-Encoding: chunked';
  const tricks: [string, string[], string][] = [
    ['a length and chunks', [length(4), chunked], `0\r\n\r\n${hidden}`],
    ['chunks and a length', [chunked, length(6)], `0\r\n\r\n${hidden}`],
    ['two lengths', [length(0), length(hidden.length)], hidden],
    ['lengths in a list', [length(`0, ${hidden.length}`)], hidden],
    ['a length with a sign', [length('+0')], hidden],
    ['a negative length', [length('-1')], hidden],
    ['a length in hexadecimal', [length('0x0')], hidden],
    ['a length with a blank in it', [length('0 0')], hidden],
    ['chunks under two names', [chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${hidden}`],
    ['chunks misspelled', ['Transfer-Encoding: xchunked', length(0)], hidden],
    ['chunks behind a tab', ['Transfer-Encoding:\tchunked', length(3)], `0\r\n\r\n${hidden}`],
    ['chunks behind a space before the colon', ['Transfer-Encoding : chunked', length(0)], hidden],
    ['chunks on a folded line', ['Transfer-Encoding:\r\n chunked', length(0)], hidden],
    ['a chunk size with a sign', [chunked], `+0\r\n\r\n${hidden}`],
    ['a chunk size in hexadecimal notation', [chunked], `0x0\r\n\r\n${hidden}`],
    ['a chunk that ends in a bare line feed', [chunked], `0\n\n${hidden}`],
    ['a chunk size that overflows', [chunked], `10000000000000000\r\n${hidden}`],
  ];

  it.each(tricks)('%s', async (_what, headers, body) => {
    const answer = await exchange(
      ['POST /api/verify HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers, '', body].join(
        '\r\n',
      ),
    );
    const statuses = statusesOf(answer);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 401, 413, 501]).toContain(status);
  });

  it.each([
    ['refused for its key', '/api/verify', 401],
    ['of a method that is not taken', '/api/usage', 405],
    ['to nowhere', '/nowhere', 404],
  ])('the body of a request %s is not taken for the next request', async (_what, path, status) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json`;
    const body = hidden.replace('/api/hidden', '/healthz');
    const next = 'GET /api/last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answer = await exchange(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}${next}`);
    const [first, ...rest] = statusesOf(answer);
    expect([status, 400]).toContain(first);
    // The connection may have ended with the first answer; what else comes is for the request behind the body.
    for (const other of rest) expect(other).toBe(404);
    expect(rest.length).toBeLessThanOrEqual(1);
  });
});
