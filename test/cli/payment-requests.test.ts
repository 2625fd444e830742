/** `deresegn payment-requests`: an operator sees what an account is owed, and decides what is in review. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cli } from '../../src/cli/context.js';
import { createProgram } from '../../src/cli/program.js';
import type { PaymentRequest } from '../../src/engine/api/index.js';
import { factsOf } from '../../src/sandbox/fake-data.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';

let environment: TestEnvironment;
let account: string;
let key: string;

beforeAll(async () => {
  environment = await openEnvironment();
  await environment.app.ready();
  ({ account, key } = await environment.mint());
});
afterAll(() => environment.close());

/** What a command prints, as one text. */
async function run(...args: string[]): Promise<string> {
  let printed = '';
  const cli: Cli = {
    withEngine: (_need, work) => work(environment.engine, undefined as never),
    print: (_options, _value, lines) => {
      printed = lines.join('\n');
    },
    note: () => undefined,
    progress: () => undefined,
    exitWith: () => undefined,
  };
  await createProgram(cli).parseAsync(['payment-requests', ...args, '--account', account], { from: 'user' });
  return printed;
}

/** A request that this receipt pays with more than may be paid. */
async function overpaid(reference: string): Promise<PaymentRequest> {
  const { amount, receiver } = factsOf(reference);
  const answer = await environment.post(
    key,
    {
      ...{ amount: `${amount / 100 - 1}`, toleranceOver: '0', externalId: 'order-17' },
      ...{
        receivers: [{ provider: 'telebirr', account: receiver.phone }],
        notBefore: '2020-01-01T00:00:00Z',
      },
    },
    '/api/payment-requests',
  );
  return answer.json();
}

it('lists requests, shows the receipts of one, and accepts or refuses what is in review', async () => {
  expect(await run('list')).toBe('There are no such requests.');
  const [first, second] = ['DKK4A1B2C3', 'DKK4A1B2C4'];
  for (const [reference, decision, status] of [
    [first, 'refuse', 'open'],
    [second, 'accept', 'paid'],
  ] as const) {
    const { id } = await overpaid(reference);
    await environment.post(key, { reference }, `/api/payment-requests/${id}/receipts`);
    expect(await run('show', id)).toMatch(new RegExp(`review\\s+over[^]*${reference}\\s+[\\d.]+\\s+review`));
    expect(await run('list', '--status', 'review', '--external-id', 'order-17')).toContain(id);
    expect(await run(decision, id, '--reason', 'as agreed')).toMatch(new RegExp(`status\\s+${status}`));
    if (status === 'open') expect(await run('cancel', id)).toMatch(/status\s+canceled/);
  }
  expect(await run('list', '--status', 'review')).toBe('There are no such requests.');
});

it('asks for an amount, to the receivers it is given,', async () => {
  const reference = 'DKK4A1B2C5';
  const { amount, receiver } = factsOf(reference);
  const birr = (amount / 100).toFixed(2);
  const asked = ['--amount', birr, '--external-id', 'order-18', '--minutes', '30', '--test'];
  const printed = await run('create', ...asked, '--receiver', `telebirr:${receiver.phone}`);
  expect(printed).toMatch(new RegExp(`status +open\\s+amount +${birr}`));
  const [id = ''] = /pr_\w+/.exec(printed) ?? [];
  const { receivers, livemode } = await environment.engine.paymentRequests.get(account, id);
  expect({ receivers, livemode }).toMatchObject({
    receivers: [{ provider: 'telebirr', account: receiver.phone }],
    livemode: false,
  });
});

it('says what is wrong with a request it cannot make', async () => {
  await expect(run('create', '--amount', '500')).rejects.toThrow(/not valid/);
  await expect(run('create', '--amount', '500', '--receiver', 'telebirr')).rejects.toThrow(
    /a bank and an account/,
  );
});

it('knows no request of another account', async () => {
  await expect(run('show', 'pr_00000000000000000000000000')).rejects.toThrow('no such payment request');
});
