/** An operator sees whether webhooks arrive: attempts by outcome, and whether it is one shop's fault or our own. */
import { expect, test } from 'vitest';
import { createAttemptFigures } from '../../../src/engine/webhooks/attempt-figures.js';
import { stubEngine, testApp } from '../support.js';

test('metrics count attempts, and accounts to which nothing was delivered lately', async () => {
  let now = 1_000_000;
  const figures = createAttemptFigures(() => now);
  const app = testApp(Object.assign(stubEngine(), { webhookFigures: figures.read }));
  const shown = async () => {
    const { body } = await app.inject({ method: 'GET', url: '/metrics' });
    return body.split('\n').filter((line) => line.startsWith('deresegn_webhook_'));
  };
  const lines = (delivered: number, failed: number, gone: number, delivering: number, failing: number) => [
    `deresegn_webhook_attempts_total{outcome="delivered"} ${delivered}`,
    `deresegn_webhook_attempts_total{outcome="failed"} ${failed}`,
    `deresegn_webhook_attempts_total{outcome="gone"} ${gone}`,
    `deresegn_webhook_accounts{state="delivering"} ${delivering}`,
    `deresegn_webhook_accounts{state="failing"} ${failing}`,
  ];
  expect(await shown()).toEqual(lines(0, 0, 0, 0, 0));
  figures.count('one', 'delivered');
  figures.count('one', 'failed');
  figures.count('other', 'gone');
  expect(await shown()).toEqual(lines(1, 1, 1, 1, 1));
  now += 14 * 60_000;
  figures.count('one', 'failed');
  figures.count('third', 'delivered');
  now += 2 * 60_000;
  expect(await shown()).toEqual(lines(2, 2, 1, 1, 1));
  for (let nth = 0; nth < 10_050; nth++) figures.count(`${nth}`, 'failed');
  expect(await shown()).toEqual(lines(2, 10_052, 1, 0, 10_000));
  await app.close();
});
