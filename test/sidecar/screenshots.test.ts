import { Validator } from '@seriousme/openapi-schema-validator';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Screenshots, ScreenshotsBusy } from '../../src/sandbox/types.js';
import { openEnvironment, type TestEnvironment } from './environment.js';
import { stubEngine, testApp } from './support.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openEnvironment({ BASE_URL: 'https://receipts.example' });
});
afterAll(() => environment.close());

const pngMark = Buffer.from('89504e470d0a1a0a', 'hex');
const telebirr = '/sandbox/screenshots/telebirr/DF7KS1A1B2.png';

async function picture(url: string): Promise<Buffer> {
  const response = await environment.get(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-length': String(response.rawPayload.byteLength),
  });
  expect(response.rawPayload.subarray(0, pngMark.length)).toEqual(pngMark);
  return response.rawPayload;
}

describe('a screenshot of a simulated receipt', () => {
  test('comes in three styles, each always as the same bytes', async () => {
    const styles = [telebirr, `${telebirr}?style=photo`, `${telebirr}?style=sms`];
    const pictures = [];
    for (const url of styles) pictures.push(await picture(url));
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(3);
    for (const [index, url] of styles.entries())
      expect(pictures[index]?.equals(await picture(url))).toBe(true);
  });

  test('has a preview for pages, of all styles, that a phone loads at once', async () => {
    for (const style of ['', '?style=photo', '?style=sms']) {
      const url = telebirr.replace('.png', `.webp${style}`);
      const response = await environment.get(url);
      expect(response.headers['content-type']).toBe('image/webp');
      expect(response.rawPayload.byteLength).toBeLessThan(40_000);
      const { format, width } = await sharp(response.rawPayload).metadata();
      expect({ format, width }).toEqual({ format: 'webp', width: 480 });
      expect((await environment.get(url)).rawPayload.equals(response.rawPayload)).toBe(true);
    }
  });

  test('is listed with every example, and each is there', async () => {
    const { examples } = (await environment.get('/sandbox')).json() as {
      examples: { outcome: string; screenshot: string }[];
    };
    expect(examples.every(({ screenshot }) => screenshot.startsWith('https://receipts.example/'))).toBe(true);
    const settled = examples.filter(({ outcome }) => outcome === 'SETTLED');
    for (const { screenshot } of settled) await picture(new URL(screenshot).pathname);
  });

  test.each([
    ['telebirr', 'DF7KS1A1B2'],
    ['cbe', 'FT26140CA1B2'],
    ['cbe', 'v2-hfHCxAAAAAAAAAAAA1B2'],
    ['boa', 'FT26196BA1B2'],
    ['awash', '-2KDL95XE85-00A1B2'],
    ['amhara', 'FT26250AA1B2'],
    ['wegagen', '150TBAW26262A1B21113DAAT'],
  ])('of %s, whose receipts bear a code, verifies without any AI: %s', async (provider, reference) => {
    const { key } = await environment.mint();
    const bytes = await picture(`/sandbox/screenshots/${provider}/${reference}.png`);
    const answer = await environment.post(
      key,
      { imageBase64: bytes.toString('base64') },
      '/api/verify-image',
    );
    expect(answer.json()).toMatchObject({
      verdict: 'verified',
      upstream: { result: { providerKey: provider, reference } },
    });
  });

  test('is linked from the page, in all styles', async () => {
    const { body } = await environment.app.inject({ url: '/sandbox', headers: { accept: 'text/html' } });
    for (const style of ['', '?style=photo', '?style=sms'])
      expect(body).toContain(`href="${telebirr}${style}"`);
  });

  test.each([
    '/sandbox/screenshots/nobody/DF7KS1A1B2.png',
    '/sandbox/screenshots/nobody/DF7KS1A1B2.webp',
    '/sandbox/screenshots/telebirr/nonsense.png',
    '/sandbox/screenshots/telebirr/..%2F..%2Fetc%2Fpasswd.png',
    '/sandbox/screenshots/berhan/99921032026000000.png',
    '/sandbox/screenshots/telebirr/DF7KS1A1B2.jpg',
    '/sandbox/screenshots/telebirr/DF7KS1A1B2',
  ])('is 404 in the envelope at %s', async (url) => {
    const response = await environment.get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  test('is refused in a style there is none of', async () => {
    const response = await environment.get(`${telebirr}?style=oil`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({ code: 'invalid_request', issues: [{ path: 'style' }] });
  });

  test('is described', async () => {
    const document = (await environment.get('/openapi.json')).json();
    const { get } = document.paths['/sandbox/screenshots/{provider}/{reference}.png'];
    expect(Object.keys(get.responses[200].content)).toEqual(['image/png']);
    expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['provider', 'reference', 'style']),
    );
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  test('is only read', async () => {
    const response = await environment.app.inject({ method: 'POST', url: telebirr });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toContain('GET');
  });
});

describe('where they are not to be had', () => {
  const apps: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });

  function started(draw: Screenshots['draw'], env: Record<string, string> = {}) {
    const example = { provider: 'telebirr', outcome: 'SETTLED', request: {}, screenshot: telebirr };
    const app = testApp(stubEngine(), { env, sandbox: { examples: () => [example], screenshots: { draw } } });
    apps.push(app);
    return app;
  }

  test('nothing is drawn or listed where real banks are asked', async () => {
    const app = started(async () => new Uint8Array(pngMark), { BANKS: 'live' });
    expect((await app.inject(telebirr)).statusCode).toBe(404);
    expect((await app.inject('/sandbox')).json().examples[0]).not.toHaveProperty('screenshot');
  });

  test('who comes when too many are waiting is asked to come again', async () => {
    const app = started(() => Promise.reject(new ScreenshotsBusy()));
    const response = await app.inject(telebirr);
    expect(response.statusCode).toBe(503);
    expect(response.json().error.code).toBe('unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('an error of the drawing itself tells nobody what it was', async () => {
    const app = started(() => Promise.reject(new Error('secret of the house')));
    const response = await app.inject(telebirr);
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('secret');
  });
});
