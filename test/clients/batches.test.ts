/** Batches with the TypeScript client, against the whole service. */
import { ApiError, type Batch, Deresegn, resultOf } from '@deresegn/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { expectedOfBatch } from './support.js';

let environment: TestEnvironment;
let url: string;
beforeAll(async () => {
  environment = await openEnvironment();
  url = await listen(environment);
});
afterAll(() => environment?.close());

function isAccepted(body: Batch['results'][number]['result']): boolean {
  const result = body && resultOf(body);
  return result?.verdict === 'verified' && result.accepted;
}

it('the TypeScript client sends a batch and reads its results', async () => {
  const { key } = await environment.mint({ rate: 10_000 });
  const { batches } = new Deresegn({ url, key });
  const items = [
    { id: 'order 17', reference: 'DKK4A1B2C3', expect: { amount: '1.00' } },
    { reference: 'DKK4A1GONE' },
    { id: 'order 19', text: 'nothing' },
  ];
  const { id, total } = await batches.create(items, { idempotencyKey: 'day 17' });
  const again = await batches.create(items, { idempotencyKey: 'day 17' });
  await expect.poll(async () => (await batches.get(id)).status, { timeout: 10_000 }).toBe('completed');
  const { results } = await batches.get(id);
  const refused = await batches
    .create([{ reference: 'DKK4A1B2C3', expect: {} }])
    .catch((error: unknown) => error);
  expect({
    total,
    twice: again.id === id,
    verdicts: results.map((one) => [one.id, one.result?.verdict]),
    accepted: results.map(({ result }) => isAccepted(result)),
    invalid: refused instanceof ApiError ? refused.issues[0]?.path : refused,
  }).toEqual(expectedOfBatch);
});
