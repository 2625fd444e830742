/** An account that has rotated its keys for years: its page stays short, and costs no more than it must. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { person } from './support.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

it('shows the keys that work and the newest revoked ones, and says how many there are', async () => {
  const { account, prefix: first } = await environment.mint({ mode: 'live' });
  const holder = environment.engine.accountOwner(account);
  const revoked: string[] = [];
  for (let nth = 0; nth < 30; nth += 1) {
    const { prefix } = await holder.mint({ label: `Till ${nth}`, mode: 'live' });
    await holder.revoke(prefix);
    revoked.push(prefix);
  }
  const who = person(() => environment.app);
  await who.signIn(await environment.engine.accounts.loginLink(account));
  const { body } = await who.get('/dashboard/keys');
  expect(body).toContain(`${first}…`);
  expect(body).toContain('Revoked keys: 30');
  const shown = revoked.filter((prefix) => body.includes(`${prefix}…`));
  expect(shown).toEqual(revoked.slice(-20));
  expect(body.indexOf(`${revoked[29]}…`)).toBeLessThan(body.indexOf(`${revoked[10]}…`));
});
