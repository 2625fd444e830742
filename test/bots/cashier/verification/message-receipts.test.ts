/** Every answer that says "accepted" is known, so that an undo changes all of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../../../bots/cashier/jobs/job.js';
import { createAcceptanceMessages } from '../../../../bots/cashier/verification/message-receipts.js';
import type { Application } from '../../../../src/app.js';
import { openApplication } from '../../../engine/support.js';
import { openTestStore, type TestStore } from '../../../support/store.js';

let store: TestStore;
let application: Application;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
});
afterAll(async () => {
  await application.close();
  await store.close();
});

const answeredAt = (answer: number) => ({ chat: 5, message: 1, answer }) as Job;

it('all answers that show one acceptance are recorded, and one that is undone is not', async () => {
  const bearers = createAcceptanceMessages(application.engine.botStore('cashier'));
  const answers = [10, 11, 12, 13];
  await Promise.all(answers.map((answer) => bearers.add('shop', 'row', answeredAt(answer))));
  const places = await bearers.find('shop', 'row');
  expect(places.map(({ message }) => message).sort()).toEqual(answers);
  await Promise.all([
    bearers.remove('shop', 'row', answeredAt(11)),
    bearers.add('shop', 'row', answeredAt(14)),
  ]);
  const left = await bearers.find('shop', 'row');
  expect(left.map(({ message }) => message).sort()).toEqual([10, 12, 13, 14]);
});
