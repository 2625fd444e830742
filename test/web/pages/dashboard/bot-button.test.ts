/** Where the cashier bot is the next step, a button leads to it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { person } from './support.js';

const button = 'href="https://t.me/deresegn_test_bot"';
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment({ CASHIER_BOT_USERNAME: 'deresegn_test_bot' });
});
afterAll(() => environment.close());

it('is a press away for somebody who has to sign in, and for a shop with nothing in it yet', async () => {
  const who = person(() => environment.app);
  expect((await who.get('/dashboard')).body).toContain(button);
  const { account } = await environment.mint();
  await who.signIn(await environment.engine.accounts.loginLink(account));
  for (const path of ['/dashboard', '/dashboard/people'])
    expect((await who.get(path)).body).toContain(button);
});

it('is not offered where the operator names no bot', async () => {
  const without = await openEnvironment();
  const who = person(() => without.app);
  expect((await who.get('/dashboard')).body).not.toContain('https://t.me/');
  await without.close();
});
