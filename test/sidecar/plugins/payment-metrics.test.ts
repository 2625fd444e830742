/** An operator sees what becomes of payment requests, and whether customers wait: by event and outcome, by nobody's name. */
import { expect, test } from 'vitest';
import { attemptOutcomes } from '../../../src/engine/index.js';
import { createFigures } from '../../../src/engine/payment-requests/figures.js';
import { stubEngine, testApp } from '../support.js';

test('metrics count payment requests and checks of receipts, with a fixed set of labels', async () => {
  const figures = createFigures();
  const app = testApp(Object.assign(stubEngine(), { paymentFigures: figures.read }));
  figures.created();
  for (const status of ['review', 'open', 'paid', 'expired', 'canceled'] as const) figures.changed(status);
  figures.checked({ outcome: 'could_not_check', retrying: true });
  figures.checked({ outcome: 'paid', retrying: false });
  figures.checked({ outcome: null, retrying: false });
  figures.observed({ waiting: 7, overdue: 2 });
  const { body } = await app.inject({ method: 'GET', url: '/metrics' });
  const lines = body.split('\n').filter((line) => line.startsWith('deresegn_payment_'));
  const ones = ['paid', 'retrying'];
  expect(lines).toEqual([
    ...['made', 'paid', 'review', 'expired', 'canceled'].map(
      (event) => `deresegn_payment_requests_total{event="${event}"} 1`,
    ),
    ...[...attemptOutcomes, 'retrying'].map(
      (outcome) => `deresegn_payment_checks_total{outcome="${outcome}"} ${ones.includes(outcome) ? 1 : 0}`,
    ),
    'deresegn_payment_checks_waiting 7',
    'deresegn_payment_requests_overdue 2',
  ]);
  await app.close();
});
