/** Every simulated receipt of every bank, asked for as a caller of the REST interface asks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../src/sandbox/examples.js';
import { type Answer, openEnvironment, type TestEnvironment } from './environment.js';

let environment: TestEnvironment;
/** Does not wait long for a bank that hangs. */
let hasty: TestEnvironment;
beforeAll(async () => {
  [environment, hasty] = await Promise.all([
    openEnvironment(),
    openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '4' }),
  ]);
});
afterAll(() => Promise.all([environment.close(), hasty.close()]));

const refusals: Record<string, { statusCode: number; verdict: string }> = {
  not_found: { statusCode: 502, verdict: 'not_verified' },
  not_settled: { statusCode: 502, verdict: 'not_verified' },
  mismatch: { statusCode: 502, verdict: 'not_verified' },
  unreadable: { statusCode: 502, verdict: 'could_not_check' },
  bank_timeout: { statusCode: 400, verdict: 'could_not_check' },
  bank_blocked: { statusCode: 400, verdict: 'could_not_check' },
};
/** What is asked a second time: no complete answer, or a block page. */
const askedTwice = ['HANG', 'ONCE', 'WALL', 'TRAP'];

/** Names and values of sums. */
const sums =
  /"\w*(?:amount|charge|fee|total|vat|discount|tax|duty|balance|recovery|words)\w*":|\d,\d{3}\.|\bbirr\b|\betb\b/i;

const all = examples();
const banks = [...new Set(all.map(({ provider }) => provider))].map((provider) => ({
  provider,
  receipts: all.filter((one) => one.provider === provider),
}));

describe('POST /api/verify', () => {
  it.concurrent.each(banks)(
    'answers each outcome of $provider, counts what it verified and nothing else',
    async ({ receipts }) => {
      const contract = { plan: 'enterprise', rate: 10_000 } as const;
      const [{ key }, { key: hastyKey }] = [await environment.mint(contract), await hasty.mint(contract)];
      const ask = (receipt: Receipt) =>
        environmentOf(receipt).post(environmentOf(receipt) === hasty ? hastyKey : key, { url: receipt.url });
      const answers = await Promise.all(receipts.map(ask));
      for (const [index, receipt] of receipts.entries()) {
        expectAnswer(answers[index] as Answer, receipt);
        expect(await hitsOf(receipt), receipt.url).toBe(askedTwice.includes(receipt.outcome) ? 2 : 1);
      }
      const verified = receipts.filter(({ answer }) => answer === 'verified').length;
      expect(await usedBy(key)).toBe(verified);
      // What a customer has beside the link leads to the same receipt.
      for (const { url, body } of receipts.filter(({ outcome }) => outcome === 'SETTLED')) {
        const [byLink, byBody] = [await environment.post(key, { url }), await environment.post(key, body)];
        const { receipt, payment } = byLink.json();
        expect(byBody.json()).toMatchObject({ cached: true, receipt, payment });
      }
      expect(await usedBy(key)).toBe(verified);
    },
    60_000,
  );
});

describe("a payer's phone that CBE Birr does not know in one form", () => {
  it('is tried in the other, once', async () => {
    const { key } = await environment.mint();
    const answer = await environment.post(key, { reference: 'DE3KB01GONE', phone: '0900000001' });
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({ verdict: 'not_verified', error: { reason: 'not_found' } });
    const hits = await environment.get('/sandbox/hits?provider=cbebirr&reference=DE3KB01GONE');
    expect(hits.json()).toEqual({ hits: 2 });
  });
});

describe("Wegagen's balance and SMS", () => {
  it.each(['A1B3', 'BADR', 'DIFF', 'GONE'])('are in no answer (%s)', async (ending) => {
    const { key } = await environment.mint();
    const answer = await environment.post(key, { reference: `150TBAW26262${ending}1113DAAT` });
    expect(answer.json()).toMatchObject({ providerKey: 'wegagen' });
    expect(answer.body).not.toMatch(/currBalance|1,?234\.5|Withdrawal/);
  });
});

type Receipt = (typeof all)[number];

function expectAnswer(response: Answer, { provider, source, reference, answer, url }: Receipt): void {
  const known = { providerKey: provider, reference };
  const refusal = refusals[answer];
  expect(response.statusCode, url).toBe(refusal?.statusCode ?? 200);
  if (refusal) {
    const { statusCode, verdict } = refusal;
    expect(response.json(), url).toMatchObject({ ok: false, verdict, error: { reason: answer }, ...known });
    expect(response.json().error).not.toHaveProperty('code');
    if (statusCode === 502) expect(response.json().receipt, url).toMatchObject({ source });
    // Programs exist that read any amount as paid.
    expect(response.body, url).not.toMatch(sums);
    return;
  }
  expect(response.json(), url).toMatchObject({
    ok: true,
    verdict: 'verified',
    cached: false,
    livemode: false,
    ...known,
    // The link a person can open, not the address of the data behind it.
    resolvedUrl: expect.not.stringMatching(/\/api\/|sms_wega|\/transaction\.amhara/),
    receipt: { source },
    payment: { status: 'settled', paidAt: expect.stringMatching(/\+03:00$/) },
  });
}

const environmentOf = ({ outcome }: Receipt) => (outcome === 'HANG' ? hasty : environment);

async function hitsOf(receipt: Receipt): Promise<number> {
  const { provider, reference } = receipt;
  const query = new URLSearchParams({ provider, reference });
  return (await environmentOf(receipt).get(`/sandbox/hits?${query}`)).json().hits;
}

async function usedBy(key: string): Promise<number> {
  return (await environment.get('/api/usage', key)).json().verifications.used;
}
