import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { failureKinds } from '../../../src/engine/api/errors.js';
import { failure, verificationFailure } from '../../../src/sidecar/schemas/failures.js';
import { requestSchemas } from '../../../src/sidecar/schemas/requests.js';
import { goodKey, jsonHeaders, testApp } from '../support.js';

interface DocumentedResponse {
  description: string;
  content: {
    'application/json': {
      examples: Record<string, { value: { error?: { code?: string; reason?: string } | null } }>;
    };
  };
}

const app = testApp();
afterAll(() => app.close());

let readers = 0;
/** Each time by another reader: one alone may not read documents without a pause. */
const get = (url: string, headers: Record<string, string> = {}) => {
  readers += 1;
  return app.inject({ method: 'GET', url, headers, remoteAddress: `10.0.0.${readers}` });
};

const endpoints = [
  ['post', '/api/verify'],
  ['get', '/api/verify'],
  ['post', '/api/verify-image'],
  ['post', '/api/demo-verify'],
  ['post', '/api/demo-verify-image'],
  ['post', '/api/resolve'],
  ['get', '/api/usage'],
  ['get', '/api/providers'],
  ['get', '/api/status'],
  ['get', '/openapi.json'],
  ['get', '/llms.txt'],
  ['get', '/healthz'],
  ['get', '/readyz'],
  ['get', '/metrics'],
  ['get', '/sandbox'],
  ['get', '/sandbox/hits'],
] as const;

describe('openapi.json', () => {
  test('is a valid OpenAPI document', async () => {
    const document = (await get('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  test('describes every endpoint', async () => {
    const { paths } = (await get('/openapi.json')).json();
    for (const [method, path] of endpoints) expect(paths[path]?.[method], `${method} ${path}`).toBeDefined();
  });

  test('names every code and reason a verification can fail with', async () => {
    const { paths } = (await get('/openapi.json')).json();
    const elsewhere = ['not_found', 'method_not_allowed'];
    const ofPictures = [
      'image_cap_reached',
      'ocr_daily_cap_reached',
      'detection_failed',
      'ai_not_configured',
      'doubtful_reading',
    ];
    for (const { status, code, reason } of Object.values(failureKinds)) {
      if (code && elsewhere.includes(code)) continue;
      const name = `\`${code ?? reason}\``;
      expect(paths['/api/verify-image'].post.responses[status].description).toContain(name);
      if (ofPictures.includes(code ?? reason ?? '')) continue;
      expect(paths['/api/verify'].post.responses[status].description).toContain(name);
    }
  });

  test('describes pictures as JSON and as a form', async () => {
    const { paths } = (await get('/openapi.json')).json();
    for (const path of ['/api/verify-image', '/api/demo-verify-image']) {
      const { content } = paths[path].post.requestBody;
      expect(Object.keys(content['application/json'].schema.properties)).toEqual(
        expect.arrayContaining(['imageBase64', 'images', 'text', 'provider', 'account', 'phone', 'expect']),
      );
      const { files } = content['multipart/form-data'].schema.properties;
      expect(files).toMatchObject({ type: 'array', items: { type: 'string', format: 'binary' } });
    }
  });

  test('shows examples that the service takes and could answer', async () => {
    const document = (await get('/openapi.json')).json();
    for (const path of ['/api/verify', '/api/resolve']) {
      const { example } = document.paths[path].post.requestBody.content['application/json'];
      expect(example).toBeDefined();
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: jsonHeaders,
        payload: example,
      });
      expect(response.statusCode).toBe(200);
    }
  });

  test('shows an answer for every outcome of a verification', async () => {
    const { paths } = JSON.parse((await get('/openapi.json')).body);
    const operations = [
      paths['/api/verify'].post,
      paths['/api/verify-image'].post,
      paths['/api/verify/{requestId}'].get,
    ];
    for (const { responses } of operations) {
      for (const [status, { description, content }] of Object.entries<DocumentedResponse>(responses)) {
        const examples = Object.values(content['application/json'].examples).map(({ value }) => value);
        expect(examples.length).toBeGreaterThan(0);
        if (Number(status) < 300) continue;
        const documented = [...description.matchAll(/^\[`(\w+)`\]/gm)].map(([, name]) => name);
        expect(examples.map(({ error }) => error?.code ?? error?.reason)).toEqual(documented);
      }
    }
  });

  test('points only to schemas it holds', async () => {
    const text = (await get('/openapi.json')).body;
    const { components } = JSON.parse(text);
    const pointed = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(pointed)).toEqual(new Set(Object.keys(components.schemas)));
  });
});

describe('answers have the documented shape:', () => {
  test('a failed verification', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/verify',
      headers: jsonHeaders,
      payload: '{}',
    });
    expect(verificationFailure.safeParse(response.json()).error).toBeUndefined();
  });

  test.each(endpoints.filter(([method]) => method === 'get'))('%s %s', async (_method, path) => {
    const { paths, components } = (await get('/openapi.json')).json();
    const query = path === '/sandbox/hits' ? '?provider=telebirr&reference=DKK4A1B2C3' : '';
    const response = await get(path + query, { 'x-api-key': goodKey });
    expect(response.statusCode).toBe(200);
    const [[type, { schema }]] = Object.entries(paths[path].get.responses[200].content) as [
      [string, { schema: Schema }],
    ];
    expect(response.headers['content-type']).toContain(type);
    if (type === 'application/json') {
      const { required = [] } = schema.$ref ? components.schemas[schema.$ref.split('/').pop() ?? ''] : schema;
      expect(Object.keys(response.json())).toEqual(expect.arrayContaining(required));
    }
  });
});

interface Schema {
  $ref?: string;
  required?: string[];
}

test('llms.txt names every endpoint, every field of a request, every code, reason and bank, and the tools of assistants', async () => {
  const response = await get('/llms.txt');
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const [method, path] of endpoints)
    expect(response.body).toContain(`## ${method.toUpperCase()} ${path}\n`);
  const fields = Object.keys(requestSchemas(['telebirr'], () => true).verify.shape);
  for (const field of [...fields, 'expect', 'amount', 'idempotency-key', 'imageBase64', 'files'])
    expect(response.body).toContain(`\`${field}\``);
  for (const { code, reason } of Object.values(failureKinds))
    expect(response.body).toContain(`\`${code ?? reason}\``);
  expect(response.body).toContain('Needs: no key\n');
  expect(response.body).toMatch(/### ProviderKey\n.*\n"telebirr"/);
  const told = /## POST \/mcp\n.*/.exec(response.body)?.[0];
  for (const tool of ['verify_receipt', 'verify_screenshot', 'get_payment_request'])
    expect(told).toContain(`\`${tool}\``);
  for (const path of ['/docs/guide', '/docs/errors', 'POST /mcp']) expect(response.body).toContain(path);
});

describe('/docs', () => {
  test('loads everything from here and runs nothing written inside the page', async () => {
    const { body, headers } = await get('/docs');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/https?:|\*/);
    expect(policy).toContain("script-src 'self';");
    const loaded = [...body.matchAll(/src="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(loaded).toHaveLength(2);
    for (const path of loaded) {
      const { statusCode, headers } = await get(path);
      expect({ statusCode, cached: headers['cache-control'] }, path).toMatchObject({
        statusCode: 200,
        cached: expect.stringContaining('immutable'),
      });
    }
    expect(body).not.toMatch(/<script[^>]*>\s*\S+\s*<\/script>|<style|\son\w+=|\sstyle=/);
  });

  test('sends a browser that can unpack it a third of its script', async () => {
    const [, path = ''] = /src="(\/docs\/library[^"]+)"/.exec((await get('/docs')).body) ?? [];
    const plain = await get(path);
    const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  test('is linked from every error, and links to every error', async () => {
    const { paths } = (await get('/openapi.json')).json();
    expect(paths['/api/verify'].post.responses[429].description).toContain('](/docs/errors/rate_limited)');
    const page = await app.inject({ url: '/docs/errors/rate_limited', headers: { accept: 'text/html' } });
    expect(page.body).toContain('href="/docs"');
  });
});

test('the envelope of an unknown path has the documented shape', async () => {
  const response = await get('/api/nowhere');
  expect(failure.safeParse(response.json()).error).toBeUndefined();
});
