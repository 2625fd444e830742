/** `deresegn webhooks`: an operator makes an endpoint, tries it, sees what arrived and turns it off, without the API. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cli } from '../../src/cli/context.js';
import { createProgram } from '../../src/cli/program.js';
import { startReceiver } from '../engine/webhooks/support.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';

let environment: TestEnvironment;
let account: string;

beforeAll(async () => {
  environment = await openEnvironment();
  await environment.app.ready();
  ({ account } = await environment.mint());
});
afterAll(() => environment.close());

/** What a command prints: its value, and its lines as one text. */
async function run(...args: string[]) {
  let printed: { value: unknown; text: string } = { value: undefined, text: '' };
  const cli: Cli = {
    withEngine: (_need, work) => work(environment.engine, undefined as never),
    print: (_options, value, lines) => {
      printed = { value, text: lines.join('\n') };
    },
    note: () => undefined,
    progress: () => undefined,
    exitWith: () => undefined,
  };
  const whole = ['webhooks', ...args, '--account', account];
  await createProgram(cli).parseAsync(whole, { from: 'user' });
  return printed as { value: never; text: string };
}

it('makes an endpoint, tries it, shows its log, sends once more, rotates, pauses and removes it', async () => {
  const { url, received } = await startReceiver();
  const { value: made, text } = await run('create', url, '--events', 'key.revoked', 'bank.down');
  const { id, secret } = made as { id: string; secret: string };
  expect(text).toContain(secret);
  expect(text).toContain('shown only once');
  const list = await run('list');
  expect(list.text).toMatch(new RegExp(`${id}\\s+on\\s+key\\.revoked bank\\.down\\s+${url}`));
  expect(JSON.stringify(list)).not.toContain(secret);

  await run('test', id, '--type', 'bank.down');
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(async () => (await run('log', id)).text).toMatch(/bank\.down\s+delivered\s+1\s+200/);
  const [{ id: delivery }] = (await run('log', id)).value as [{ id: string }];
  await run('resend', id, delivery);
  await expect.poll(() => received.length).toBe(2);

  const { secret: other } = (await run('rotate-secret', id)).value as { secret: string };
  expect(other).not.toBe(secret);
  expect((await run('set', id, '--state', 'off', '--description', 'Till')).text).toMatch(/off since .*Till/);
  expect((await run('set', id, '--state', 'on')).text).toMatch(/\son\s.*Till/);
  await run('remove', id);
  expect((await run('list')).text).toBe('The account has no endpoints.');
});

it('rotates the secret of the webhookUrl of calls, and shows their log', async () => {
  const before = await environment.engine.webhooks.callSecret(account);
  const { secret } = (await run('rotate-secret', 'calls')).value as { secret: string };
  expect(secret).not.toBe(before);
  expect(await environment.engine.webhooks.callSecret(account)).toBe(secret);
  expect((await run('log', 'calls')).text).toBe('No deliveries yet.');
});

it.each([
  ['an address inside', ['create', 'https://10.0.0.1/'], /must be a public https address/],
  ['an endpoint of nobody', ['remove', 'whe_1'], /no such endpoint/],
  ['nothing to change', ['set', 'whe_1'], /nothing to set/],
  [
    'an event there is not',
    ['create', 'https://shop.example/', '--events', 'receipt.eaten'],
    /Allowed choices/,
  ],
])('refuses %s and says why', async (_what, args, why) => {
  const error = (await run(...args).catch((reason: unknown) => reason)) as Error & {
    details?: { issues?: { message: string }[] };
  };
  expect([error.message, ...(error.details?.issues ?? []).map(({ message }) => message)].join(' ')).toMatch(
    why,
  );
});

it('refuses an account there is not', async () => {
  const there = account;
  account = 'acc_nobody';
  await expect(run('create', 'https://shop.example/')).rejects.toThrow('There is no account');
  account = there;
});
