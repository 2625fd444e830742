/** The form of the demo without a browser: its limits, and what else may be posted there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageLanguages, wordsOf } from '../../src/web/i18n/index.js';
import { type Answer, openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { blank, severalReceipts } from '../sidecar/pictures.js';
import { ensureTimeInHour } from '../support/clock-window.js';
import { startTestRedis } from '../support/redis.js';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

interface Posting {
  fields?: Record<string, string>;
  picture?: { bytes: Uint8Array; name?: string } | undefined;
  address?: string;
  headers?: Record<string, string>;
  at?: TestEnvironment;
}

let people = 0;
const somebody = () => `192.0.2.${++people}`;

/** What a browser sends that has opened the page before. */
async function post({
  fields = {},
  picture,
  address = somebody(),
  headers = {},
  at = environment,
}: Posting): Promise<Answer> {
  const page = await open(at, address);
  const token = /name="csrf-token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return await send({
    fields: { 'csrf-token': token, ...fields },
    picture,
    address,
    headers: { cookie: cookieOf(page), ...headers },
    at,
  });
}

async function send({
  fields = {},
  picture,
  address = somebody(),
  headers = {},
  at = environment,
}: Posting): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (picture)
    form.append(
      'picture',
      new Blob([picture.bytes as Uint8Array<ArrayBuffer>]),
      picture.name ?? 'receipt.png',
    );
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return await at.app.inject({
    method: 'POST',
    url: '/',
    remoteAddress: address,
    headers: { accept: 'text/html', 'content-type': request.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

function open(at: TestEnvironment, address: string): Promise<Answer> {
  return at.app.inject({ method: 'GET', url: '/', remoteAddress: address, headers: { accept: 'text/html' } });
}

function cookieOf({ cookies }: Answer): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

const verdictOf = ({ body }: Answer) => /id="verdict"[^>]*>.*?<\/svg>([^<]+)</.exec(body)?.[1];

describe('the form of the demo', () => {
  it('gives each visitor a form token of their own, in every form of the page', async () => {
    const tokensOf = ({ body }: Answer) =>
      [...body.matchAll(/name="csrf-token" value="([^"]+)"/g)].map(([, token]) => token);
    const pages = await Promise.all([open(environment, somebody()), open(environment, somebody())]);
    const [mine, other] = pages.map((page) => new Set(tokensOf(page)));
    expect(mine?.size).toBe(1);
    expect(other?.size).toBe(1);
    expect(other).not.toEqual(mine);
    const [page] = pages;
    const foreign = {
      fields: { 'csrf-token': [...(other ?? [])][0] ?? '' },
      headers: { cookie: cookieOf(page) },
    };
    expect((await send(foreign)).statusCode).toBe(403);
  });

  it('says for a picture without a code, and for a HEIC file, what can be sent instead', async () => {
    const plain = await post({ picture: { bytes: await blank(7) } });
    expect(verdictOf(plain)).toBe('Could not check');
    expect(plain.body).toContain('Only QR codes and text in PDFs are read here');
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
    const other = await post({ picture: { bytes: heic, name: 'IMG_0001.HEIC' } });
    expect(verdictOf(other)).toBe('Could not check');
    expect(other.body).toMatch(/HEIC photo as a JPEG/);
  });

  it('says of a picture of two receipts which one was checked, also where the bank denies it, in each language', async () => {
    const { key } = await environment.mint();
    const endings = ['A1B2', 'A3B4', 'GONE'] as const;
    const told = async (language: (typeof pageLanguages)[number], ...references: string[]) => {
      const bytes = await severalReceipts(environment, key, references);
      const { body } = await post({ picture: { bytes }, headers: { 'accept-language': language } });
      const { oneOfSeveral } = wordsOf(language).landing.result;
      return endings.filter((end) => body.includes(oneOfSeveral(end)));
    };
    for (const language of pageLanguages) {
      expect(await told(language, 'DKK6A1A1B2', 'DKK6A2A3B4')).toHaveLength(1);
      expect(await told(language, 'DKK6A1A1B2')).toEqual([]);
    }
    expect(await told('en', 'DKK6A3GONE', 'DKK6A4GONE')).toEqual(['GONE']);
  });

  it('without its token, or with the token of somebody else, is 403 and asks no bank', async () => {
    const address = somebody();
    const fields = { text: 'DKK4A1B2C3' };
    const mine = await open(environment, address);
    const others =
      /name="csrf-token" value="([^"]+)"/.exec((await open(environment, somebody())).body)?.[1] ?? '';
    const forged = [
      send({ fields, address }),
      send({ fields, address, headers: { cookie: cookieOf(mine) } }),
      send({ fields: { ...fields, 'csrf-token': others }, address, headers: { cookie: cookieOf(mine) } }),
    ];
    for (const answer of await Promise.all(forged)) {
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['content-type']).toContain('text/html');
    }
    expect((await open(environment, address)).body).toContain('Left this hour: 10 receipts');
  });

  it('the eleventh of an hour is 429 and says when to retry; another address is not limited', async () => {
    await ensureTimeInHour();
    const address = somebody();
    const fields = { text: 'DKK4A1B2C3' };
    for (let nth = 1; nth <= 10; nth += 1) expect((await post({ fields, address })).statusCode).toBe(200);
    const refused = await post({ fields, address });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(verdictOf(refused)).toBe('Could not check');
    expect((await post({ fields })).statusCode).toBe(200);
  });

  it.each([
    ['changes nothing', undefined, 429],
    ['counts where TRUST_PROXY names its sender', '127.0.0.1', 200],
  ])('a forged X-Forwarded-For %s', async (_what, trusted, status) => {
    await ensureTimeInHour();
    const at = trusted ? await openEnvironment({ TRUST_PROXY: trusted }) : environment;
    const address = trusted ?? somebody();
    const fields = { text: 'DKK4A1B2C3' };
    const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });
    for (let nth = 1; nth <= 10; nth += 1) await post({ fields, address, at, headers: from(nth) });
    expect((await post({ fields, address, at, headers: from(99) })).statusCode).toBe(status);
    if (trusted) await at.close();
  });

  it('reads three pictures an hour; what came with them may be a text', async () => {
    await ensureTimeInHour();
    const address = somebody();
    const drawn = await environment.app.inject('/sandbox/screenshots/telebirr/DKK4A1B2C3.png');
    const picture = { bytes: drawn.rawPayload };
    for (let nth = 1; nth <= 3; nth += 1) {
      const answer = await post({ picture, fields: { text: 'from Abebe' }, address });
      expect(verdictOf(answer)).toBe('Verified');
    }
    expect((await post({ picture, address })).statusCode).toBe(429);
    expect(verdictOf(await post({ fields: { text: 'DKK4A1B2C3' }, address }))).toBe('Verified');
  });

  it('a picture over 5 MiB is 413, a file that is no picture is refused, and an empty file field is ignored', async () => {
    const large = await post({ picture: { bytes: new Uint8Array(5 * 1024 * 1024 + 1) } });
    expect(large.statusCode).toBe(413);
    const noPicture = await post({ picture: { bytes: Buffer.from('hello') } });
    expect([noPicture.statusCode, verdictOf(noPicture)]).toEqual([200, 'Could not check']);
    const empty = await post({
      picture: { bytes: new Uint8Array(0), name: '' },
      fields: { text: 'DKK4A1B2C3' },
    });
    expect(verdictOf(empty)).toBe('Verified');
  });

  it.each([
    ['an empty box', { text: '  ' }],
    ['a sentence', { text: 'the money is on its way' }],
    ['an unknown bank', { text: 'DKK4A1B2C3', provider: '../../etc' }],
    ['an amount that is none', { text: 'DKK4A1B2C3', amount: 'many' }],
    ['markup', { text: '"><script>alert(1)</script>' }],
  ])('%s could not be checked, and comes back as text', async (_what, fields) => {
    const answer = await post({ fields });
    expect([answer.statusCode, verdictOf(answer)]).toEqual([200, 'Could not check']);
    expect(answer.body).not.toContain('<script>alert');
  });

  it.each(['url', 'sms'])('takes what a customer sends: %s', async (kind) => {
    const url = 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3';
    const text =
      kind === 'url' ? url : `Dear Abebe, you have paid ETB 500.00. To download: ${url} Thank you.`;
    expect(verdictOf(await post({ fields: { text } }))).toBe('Verified');
  });

  it.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain', ''])(
    'a body that is no form (%s) is 403 without a token, and 415 with one',
    async (type) => {
      const page = await open(environment, somebody());
      const token = /name="csrf-token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
      const send = (headers: Record<string, string>) =>
        environment.app.inject({
          method: 'POST',
          url: '/',
          headers: { accept: 'text/html', ...(type && { 'content-type': type }), ...headers },
          payload: 'text=DKK4A1B2C3',
        });
      expect((await send({})).statusCode).toBe(403);
      expect((await send({ cookie: cookieOf(page), 'x-csrf-token': token })).statusCode).toBe(415);
    },
  );

  it('a malformed body is 400, a text too long is 413; never a 500', async () => {
    const { app } = environment;
    const cut = await app.inject({
      method: 'POST',
      url: '/',
      headers: { accept: 'text/html', 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\nDKK',
    });
    expect(cut.statusCode).toBe(400);
    expect((await post({ fields: { text: 'x'.repeat(5000) } })).statusCode).toBe(413);
  });

  it.each([
    ['text', { text: ' ' }],
    ['expect.amount', { text: 'DKK4A1B2C3', amount: 'five' }],
    ['provider', { text: 'DKK4A1B2C3', provider: 'nobody' }],
  ])('an invalid field is named, as its advice says: %s', async (path, fields) => {
    const answer = await post({ fields });
    expect(verdictOf(answer)).toBe('Could not check');
    expect(answer.body).toContain(`&quot;path&quot;: &quot;${path}&quot;`);
  });

  it('takes no method but GET, HEAD and POST', async () => {
    const answer = await environment.app.inject({ method: 'DELETE', url: '/' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('pages', () => {
  // Only a Redis of its own can be stopped from outside.
  it('are shown without a store; the demo says that it cannot work', {
    tags: ['needs-redis-server'],
  }, async () => {
    const redis = await startTestRedis();
    const at = await openEnvironment({}, redis);
    try {
      expect((await open(at, somebody())).body).toContain('Left this hour');
      await redis.signal('SIGKILL');
      const page = await open(at, somebody());
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('id="demo"');
      expect(page.body).not.toContain('Left this hour');
      const refused = await post({ fields: { text: 'DKK4A1B2C3' }, at });
      expect([refused.statusCode, verdictOf(refused)]).toEqual([503, 'Could not check']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await at.close();
    }
  });

  it('load their stylesheet and script under names that change with their content, with an immutable cache', async () => {
    const page = await open(environment, somebody());
    const paths = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths).toHaveLength(6);
    for (const path of paths) {
      const asset = await environment.app.inject(path);
      expect(asset.statusCode).toBe(200);
      expect(asset.headers['cache-control']).toContain('immutable');
    }
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle="|\son\w+="/);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['am', 'fr, am-ET;q=0.9, en;q=0.2', ''],
    ['en', 'fr', ''],
    ['en', 'am', '?lang=en'],
    ['am', 'en', '?lang=am'],
    ['en', '', '?lang=toString'],
  ])('are in %s for Accept-Language "%s" and lang "%s"', async (language, accepted, query) => {
    const headers = { accept: 'text/html', 'accept-language': accepted };
    const page = await environment.app.inject({ method: 'GET', url: `/${query}`, headers });
    expect(page.body).toContain(`<html lang="${language}">`);
  });
});
