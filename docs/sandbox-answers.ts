/**
 * Records what the service answers about receipts of the simulated banks: the examples of openapi.json and of webhooks.
 * `npm run docs` writes them; test/docs/sandbox-answers.test.ts fails when the service answers otherwise.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { factsOf } from '../src/sandbox/fake-data.js';
import { type Answer, openEnvironment } from '../test/sidecar/environment.js';

export const file = new URL('../src/engine/api/sandbox-answers.json', import.meta.url);

/** Bodies of answers by name; a failure has its own name. */
type Answers = Record<string, unknown>;

const reference = 'DKK4A1B2C3';
const sold = 'DKK4A1B2C4';
const birrOf = (receipt: string) => factsOf(receipt).amount / 100;
const accountOf = (receipt: string) => factsOf(receipt).receiver.phone;

/** Calls with a key, in order: a later one finds what an earlier one left. */
const calls = {
  verified: { reference },
  as_expected: { reference: sold, expect: { amount: birrOf(sold), account: accountOf(sold) } },
  seen_before: { reference: sold, expect: { amount: birrOf(sold), account: accountOf(sold) } },
  another_amount: { reference, expect: { amount: '25,000.00' } },
  pending: { reference: 'DKK4A2SLOW', waitMs: 0 },
  receipt_not_found: { reference: 'DKK4A1GONE' },
  not_settled: { reference: 'DKK4A1PEND' },
  mismatch: { reference: 'DKK4A1DIFF' },
  unreadable: { reference: 'DKK4A1BADR' },
  bank_blocked: { reference: 'DKK4A1WALL' },
  unsupported_url: { url: 'https://example.com/receipt/1' },
  unsupported_reference: { reference: 'ORDER-17' },
  needs_account: { provider: 'cbe', reference: 'FT26140CA1B2' },
  needs_phone: { provider: 'cbebirr', reference: 'DE3KB00A1B2' },
  needs_link: { provider: 'coopay', reference: '0123456789' },
  ambiguous: { reference: 'FT26250AA1B2' },
  invalid_request: { reference, expect: { ammount: 500 } },
} satisfies Record<string, object>;

const hook = { url: 'https://shop.example/hooks/deresegn', events: ['*'] };

/** The other calls, after those. */
const others = {
  resolved: ['POST', '/api/resolve', { reference }],
  usage: ['GET', '/api/usage'],
  receiving_account: [
    'POST',
    '/api/receiving-accounts',
    { provider: 'cbe', account: '1000123456789', name: 'Selam Test Tesfaye' },
  ],
  receiving_accounts: ['GET', '/api/receiving-accounts'],
  webhook_endpoint: ['POST', '/api/webhook-endpoints', hook],
  webhook_endpoints: ['GET', '/api/webhook-endpoints'],
  webhook_secret: ['GET', '/api/webhook-secret'],
} satisfies Record<string, [method: 'GET' | 'POST', url: string, body?: object]>;

/** What differs from run to run, with what stands in its place. */
const volatile: readonly [member: RegExp, value: string][] = [
  [/"requestId":"[^"]+"/g, '"requestId":"0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a"'],
  [/\/api\/verify\/[0-9a-f-]{36}/g, '/api/verify/0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a'],
  [/"(fetchedAt|firstAt)":"[^"]+"/g, '"$1":"2026-11-20T07:30:01.000Z"'],
  [/"position":(?:null|\d+)/g, '"position":null'],
  [/"(resetsAt|createdAt)":"[^"]+"/g, '"$1":"2026-11-20T07:30:01.000Z"'],
  [/"startsAt":"[^"]+"/g, '"startsAt":"2026-11-01T00:00:00+03:00"'],
  [/"endsAt":"[^"]+"/g, '"endsAt":"2026-12-01T00:00:00+03:00"'],
  [/"limit":60,"used":\d+/g, '"limit":60,"used":1'],
  [/"verifications":\{"used":\d+/g, '"verifications":{"used":2'],
  [/"account":"acc_[^"]+"/g, '"account":"acc_0aB1cD2eF3gH4iJ5"'],
  [/"id":"whe_[^"]+"/g, '"id":"whe_5Tq2ZbW8nK4mX7cV1pL9aR"'],
  [/"id":"\w{8}"/g, '"id":"5Tq2ZbW8"'],
  [/"secret":"[^"]+"/g, '"secret":"whsec_…"'],
];

/** Asks a service of its own, with the simulated banks. */
export async function recorded(): Promise<Answers> {
  const environment = await openEnvironment({ BASE_URL: 'https://deresegn.example' });
  try {
    const { key } = await environment.mint({ name: 'Selam Shop', label: 'Till 1' });
    const answers: Answers = {};
    for (const [name, body] of Object.entries(calls))
      answers[name] = bodyOf(await environment.post(key, body));
    const picture = await environment.get(`/sandbox/screenshots/telebirr/${reference}.png`);
    const body = { imageBase64: picture.rawPayload.toString('base64') };
    answers.picture = bodyOf(await environment.post(key, body, '/api/verify-image'));
    for (const [name, [method, url, payload]] of Object.entries(others)) {
      const headers = { 'x-api-key': key };
      const call = { method, url, headers, ...(payload && { payload }) };
      answers[name] = bodyOf(await environment.app.inject(call));
    }
    return answers;
  } finally {
    await environment.close();
  }
}

/** The body of an answer, without what differs from run to run. */
export function bodyOf({ body }: Answer): unknown {
  return JSON.parse(volatile.reduce((text, [member, value]) => text.replace(member, value), body));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(file, `${JSON.stringify(await recorded(), null, 2)}\n`);
}
