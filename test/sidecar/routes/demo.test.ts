/** The demo without a key, over real HTTP. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageVerification, verification } from '../../../src/sidecar/schemas/responses.js';
import { ensureTimeInHour } from '../../support/clock-window.js';
import { openEnvironment, type TestEnvironment } from '../environment.js';

/** Believes a proxy on loopback about addresses. */
let environment: TestEnvironment;
/** Believes nobody, as a service is set up at first. */
let bare: TestEnvironment;
const bases = new Map<TestEnvironment, string>();

beforeAll(async () => {
  [environment, bare] = await Promise.all([openEnvironment({ TRUST_PROXY: '127.0.0.1' }), openEnvironment()]);
  for (const one of [environment, bare]) {
    await one.app.listen({ port: 0, host: '127.0.0.1' });
    bases.set(one, `http://127.0.0.1:${(one.app.server.address() as AddressInfo).port}`);
  }
});
afterAll(() => Promise.all([environment?.close(), bare?.close()]));

/** What is counted in one hour must be asked in one. */
beforeEach(ensureTimeInHour);

interface Answer {
  status: number;
  retryAfter: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the service answers
  body: any;
}

async function ask(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  at = environment,
): Promise<Answer> {
  const response = await fetch(bases.get(at) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, retryAfter, headers: response.headers, body: await response.json() };
}

const from = (address: string) => ({ 'x-forwarded-for': address });
const secondsLeft = () => 3_600 - (Math.floor(Date.now() / 1000) % 3_600);

let drawn = 0;
const reference = (outcome = '') => {
  drawn += 1;
  return `DKD${String(drawn).padStart(7 - outcome.length, '0')}${outcome}`;
};

async function picture(of = reference()): Promise<{ imageBase64: string }> {
  const { rawPayload } = await environment.get(`/sandbox/screenshots/telebirr/${of}.png`);
  return { imageBase64: rawPayload.toString('base64') };
}

describe('POST /api/demo-verify', () => {
  test('verifies without a key: no account, no history, never a 202', async () => {
    const answer = await ask(
      '/api/demo-verify',
      { reference: reference('SLOW'), waitMs: 0, expect: { amount: 1 } },
      from('192.0.2.1'),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ verdict: 'verified', livemode: false, checks: { ok: false } });
    expect(answer.body).not.toHaveProperty('history');
    expect(verification.safeParse(answer.body).error).toBeUndefined();
    expect(answer.headers.get('ratelimit')).toBeNull();
  });

  test('refuses expectations that are misspelled or compare nothing', async () => {
    for (const expected of [{}, { ammount: 5 }, { tolerance: 5 }]) {
      const body = { reference: reference(), expect: expected };
      const answer = await ask('/api/demo-verify', body, from('192.0.2.77'));
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'invalid_request' });
    }
  });

  test('ten times an hour, failed ones included; malformed ones do not count', async () => {
    const address = from('192.0.2.2');
    const none = await ask('/api/demo-verify', { reference: reference('GONE') }, address);
    expect(none).toMatchObject({
      status: 502,
      body: { verdict: 'not_verified', error: { reason: 'not_found' } },
    });
    expect((await ask('/api/demo-verify', { reference: 'hello' }, address)).status).toBe(400);
    const malformed = await ask('/api/demo-verify', { nothing: 1 }, address);
    expect(malformed).toMatchObject({ status: 400, body: { verdict: 'could_not_check' } });
    expect(malformed.body.error.code).toBe('invalid_request');
    const known = reference();
    // An address may have five calls waiting at a time.
    const rest: Answer[] = [];
    for (const some of [4, 4, 4]) {
      const answers = Array.from({ length: some }, () =>
        ask('/api/demo-verify', { reference: known }, address),
      );
      rest.push(...(await Promise.all(answers)));
    }
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(8);
    const refused = rest.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    for (const { body, retryAfter } of refused) {
      expect(body).toMatchObject({ ok: false, verdict: 'could_not_check', error: { code: 'rate_limited' } });
      expect(Math.abs(retryAfter - secondsLeft())).toBeLessThanOrEqual(5);
    }
    expect((await ask('/api/demo-verify', { reference: known }, from('192.0.2.3'))).status).toBe(200);
  });

  test('a forged X-Forwarded-For is another caller only behind a proxy that is trusted', async () => {
    const known = reference();
    const statuses = [];
    for (let nth = 0; nth < 11; nth += 1) {
      const { status } = await ask('/api/demo-verify', { reference: known }, from(`198.51.100.${nth}`), bare);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);

    // Behind the proxy only what the proxy itself has added counts: the rest came from the caller.
    const forged = [];
    for (let nth = 0; nth < 11; nth += 1) {
      const chain = from(`198.51.100.${nth}, 203.0.113.9`);
      forged.push((await ask('/api/demo-verify', { reference: known }, chain)).status);
    }
    expect(forged).toEqual(statuses);
  });

  test('all addresses of one IPv6 network are one caller', async () => {
    const known = reference();
    const statuses = [];
    for (let nth = 1; nth <= 11; nth += 1) {
      const { status } = await ask('/api/demo-verify', { reference: known }, from(`2001:db8:5:${nth}::1`));
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await ask('/api/demo-verify', { reference: known }, from('2001:db8:6::1'))).status).toBe(200);
  });

  test('with a good key counts against its rate as anything does', async () => {
    const { key } = await environment.mint();
    const body = { reference: reference() };
    const answer = await ask('/api/demo-verify', body, { ...from('192.0.2.4'), 'x-api-key': key });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).toMatch(/r=59/);
    expect((await environment.engine.usage(key)).verifications.used).toBe(0);
  });
});

describe('POST /api/demo-verify-image', () => {
  test('reads and verifies three times an hour, then takes no picture in', async () => {
    const address = from('192.0.2.10');
    const body = await picture();
    expect((await ask('/api/demo-verify-image', { images: [] }, address)).status).toBe(400);
    for (let nth = 0; nth < 3; nth += 1) {
      const answer = await ask('/api/demo-verify-image', body, address);
      expect(answer.status).toBe(200);
      expect(answer.body.upstream.result).not.toHaveProperty('history');
      expect(imageVerification.safeParse(answer.body).error).toBeUndefined();
    }
    const refused = await ask('/api/demo-verify-image', { nonsense: true }, address);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ verdict: 'could_not_check', error: { code: 'rate_limited' } });
    expect(Math.abs(refused.retryAfter - secondsLeft())).toBeLessThanOrEqual(5);
    expect((await ask('/api/demo-verify', { reference: reference() }, address)).status).toBe(200);
  });

  test('lets no more than three through however many come at once', async () => {
    const body = await picture();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('/api/demo-verify-image', body, from('192.0.2.11'))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test("is charged to the service's day and to nobody's month", async () => {
    const before = (await environment.engine.screenshotBudget()).used;
    await ask('/api/demo-verify-image', await picture(), from('192.0.2.12'));
    expect((await environment.engine.screenshotBudget()).used).toBe(before + 1);
  });

  test('takes one picture of full size and no more', async () => {
    const imageBase64 = 'A'.repeat(8 * 1024 * 1024);
    const answer = await ask('/api/demo-verify-image', { imageBase64 }, from('192.0.2.13'));
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
  });
});

describe('a page of another origin, in the browser of a visitor,', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

  test('spends nothing of what the demo has for the visitor or for everybody', async () => {
    const address = from('192.0.2.20');
    const before = (await environment.engine.screenshotBudget()).used;
    const form = new FormData();
    const { rawPayload } = await environment.get(`/sandbox/screenshots/telebirr/${reference()}.png`);
    form.append('picture', new Blob([new Uint8Array(rawPayload)]), 'receipt.png');
    // A form needs no preflight.
    const answers = await Promise.all([
      fetch(`${bases.get(environment)}/api/demo-verify-image`, {
        method: 'POST',
        headers: { ...address, ...foreign },
        body: form,
      }),
      fetch(`${bases.get(environment)}/api/demo-verify-image`, {
        method: 'POST',
        headers: { ...address, 'sec-fetch-site': 'same-site' },
        body: form,
      }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        verdict: 'could_not_check',
        error: { code: 'invalid_request', retry: 'never', issues: [{ code: 'foreign_page' }] },
      });
    }
    const text = await ask('/api/demo-verify', { reference: reference() }, { ...address, ...foreign });
    expect(text).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect((await environment.engine.screenshotBudget()).used).toBe(before);
    expect(await environment.engine.demoAllowance('192.0.2.20')).toMatchObject({
      verifications: { left: 10 },
      reads: { left: 3 },
    });
  });

  test('is told apart from our own pages, and from programs', async () => {
    const address = from('192.0.2.21');
    const own = { 'sec-fetch-site': 'same-origin', origin: new URL(bases.get(environment) ?? '').origin };
    for (const headers of [own, { origin: 'null' }, {}]) {
      const answer = await ask('/api/demo-verify', { reference: reference() }, { ...address, ...headers });
      expect(answer.status).toBe(200);
    }
  });
});
