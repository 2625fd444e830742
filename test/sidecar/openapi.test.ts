/** openapi.json is accepted by the linters of the field, and two generators make clients that catch mistakes when they compile. */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository } from '../support/processes.js';
import { openEnvironment } from './environment.js';

const execute = promisify(execFile);
let text: string;
/** Inside the repository, so that the generated code finds its packages. */
const directory = join(repository, 'node_modules/.cache', `openapi-${process.pid}`);

beforeAll(async () => {
  const environment = await openEnvironment();
  text = (await environment.get('/openapi.json')).body;
  await environment.close();
  await mkdir(directory, { recursive: true });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('openapi.json', () => {
  test('has nothing that Redocly warns about', async () => {
    const rules = {
      // Liveness and readiness take no input; the metrics token is an operator's choice.
      'operation-4xx-response': 'off',
      'no-unused-components': 'off',
      // Else members would have to be listed again in each of "exactly one of".
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('has nothing that Spectral warns about', async () => {
    const linter = new spectral.Spectral();
    // Who runs the service is not known here.
    const ruleset = { extends: [rulesets.oas], rules: { 'info-contact': 'off' } };
    linter.setRuleset(ruleset as RulesetDefinition);
    const problems = await linter.run(text);
    expect(problems.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
  });

  test('names banks, layouts, codes and reasons', () => {
    const { schemas } = JSON.parse(text).components;
    expect(schemas.ProviderKey.enum).toEqual(expect.arrayContaining(['telebirr', 'cbe', 'siinqee']));
    expect(schemas.ReceiptSource.enum).toEqual(expect.arrayContaining(['telebirr-html', 'cbe-pdf']));
    expect(schemas.ErrorCode.enum).toEqual(expect.arrayContaining(['invalid_key', 'quota_exceeded']));
    expect(schemas.ErrorReason.enum).toEqual(expect.arrayContaining(['not_found', 'doubtful_reading']));
  });

  test('documents the headers of responses to a key, and when to wait', () => {
    const { responses } = JSON.parse(text).paths['/api/verify'].post;
    const names = ['x-request-id', 'x-api-key-prefix', 'RateLimit-Policy', 'RateLimit'];
    expect(Object.keys(responses[200].headers)).toEqual(names);
    expect(Object.keys(responses[429].headers)).toEqual([...names, 'Retry-After']);
  });
});

/** Mistakes are marked: a mark without an error does not compile. */
const forOpenapiFetch = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const api = createClient<paths>({ baseUrl: 'https://shop.example', headers: { 'x-api-key': 'vk_test_x' } });

export async function mayShip(reference: string): Promise<boolean> {
  const expectation = { amount: '500.00', account: '0911223344' };
  const { data, error, response } = await api.POST('/api/verify', { body: { reference, expect: expectation } });
  if (error) {
    if (error.verdict === 'not_verified') console.log(error.error.reason === 'not_settled', error.error.code);
    else console.log(error.error.retry === 'after', response.headers.get('retry-after'));
    return false;
  }
  // @ts-expect-error a pending call has no payment
  console.log(data.payment);
  if (data.verdict === 'pending') return false;
  // @ts-expect-error a misspelt member
  console.log(data.paymnt, data.payment.amount, data.receipt.source === 'telebirr-html');
  return data.checks?.ok === true && !data.history?.seenBefore;
}

export const mistakes = [
  // @ts-expect-error a link and a reference
  api.POST('/api/verify', { body: { url: 'https://example.com', reference: 'DKK4A1B2C3' } }),
  // @ts-expect-error no receipt
  api.POST('/api/verify', { body: { waitMs: 0 } }),
  // @ts-expect-error an unknown bank
  api.POST('/api/verify', { body: { reference: 'DKK4A1B2C3', provider: 'telebir' } }),
  // @ts-expect-error an unknown endpoint
  api.POST('/api/verfy', { body: { reference: 'DKK4A1B2C3' } }),
];
`;

const forHeyApi = `
import { getUsage, verify, verifyImage } from './hey/index.js';

export async function mayShip(reference: string): Promise<boolean> {
  const { data } = await verify({ body: { reference, expect: { amount: 500 } } });
  const read = await verifyImage({ body: { imageBase64: 'x' }, headers: { 'idempotency-key': 'order-17' } });
  console.log(read.data?.detections[0]?.by === 'qr', (await getUsage()).data?.verifications.used);
  // @ts-expect-error an unknown expectation
  await verify({ body: { reference, expect: { ammount: 500 } } });
  // @ts-expect-error no receipt
  await verify({ body: { waitMs: 0 } });
  return data?.verdict === 'verified' && data.payment.status === 'settled' && data.checks?.ok === true;
}
`;

const compiler = join(repository, 'node_modules/@typescript/native/bin/tsc');
const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'];
const options = [
  '--noEmit',
  '--module',
  'nodenext',
  '--target',
  'es2023',
  '--lib',
  'es2023,dom,dom.iterable',
];

/** What the compiler says, by line. */
async function problemsOf(name: string, source: string, more: readonly string[] = []): Promise<string[]> {
  const file = join(directory, name);
  await writeFile(file, source);
  const args = [
    compiler,
    ...strict,
    ...options,
    '--types',
    '',
    '--pretty',
    'false',
    ...more,
    '--ignoreConfig',
    file,
  ];
  const said = await execute(process.execPath, args).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}` || 'it failed',
  );
  return said.split('\n').filter(Boolean);
}

describe('a generated client compiles strictly, and mistakes do not', () => {
  test('openapi-typescript with openapi-fetch', async () => {
    await writeFile(join(directory, 'schema.ts'), astToString(await openapiTS(text)));
    expect(await problemsOf('shop.ts', forOpenapiFetch)).toEqual([]);
  });

  test('@hey-api/openapi-ts', async () => {
    await createClient({
      input: JSON.parse(text),
      output: { path: join(directory, 'hey'), module: { extension: '.js' } },
      logs: { level: 'silent' },
    });
    // The generated client itself does not compile with this option.
    const lenient = ['--exactOptionalPropertyTypes', 'false'];
    expect(await problemsOf('hey-shop.ts', forHeyApi, lenient)).toEqual([]);
  });
});
