/**
 * What version 0.1.0 left in a data directory, which `stored-forms/data-of-0.1.0.json` has with the time each key had left, goes on with
 * this version. The processes of that version were killed while a request answered 202 was running.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { VerifyRequest } from '../../../src/engine/index.js';
import { restore, type StoredValue } from '../../server/earlier-version/data.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { message, paid } from '../shops/support.js';
import { openApplication } from '../support.js';

interface Left {
  key: string;
  account: string;
  revokedKey: string;
  /** Token of a session of the dashboard. */
  session: string;
  pendingRequest: string;
  shop: { shop: string; owner: string };
  cashier: string;
  verifications: { request: VerifyRequest; payment?: object; fetchedAt?: string; failure?: string }[];
  store: StoredValue[];
}

const left = JSON.parse(
  readFileSync(new URL('stored-forms/data-of-0.1.0.json', import.meta.url), 'utf8'),
) as Left;

let store: TestStore;
let application: Application;

beforeAll(async () => {
  store = await openTestStore();
  for (const value of left.store) await restore(store.client, value);
  application = await openApplication(store);
  application.engine.startRecovery();
});
afterAll(async () => {
  await application.close();
  await store.close();
});

const caller = { kind: 'key', key: left.key } as const;

describe('after an update from 0.1.0', () => {
  it('a request that was answered 202 is finished', async () => {
    const state = () => application.engine.request(left.pendingRequest, left.key);
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ processingStatus: 'completed' });
  });

  it.each(left.verifications.filter(({ payment }) => payment))(
    'the receipt of $request is answered as it was, without the bank',
    async ({ request, payment, fetchedAt }) => {
      const answer = await application.engine.verify(request, caller);
      expect(answer).toMatchObject({ verdict: 'verified', cached: true, fetchedAt, payment });
      expect(answer).toMatchObject({ history: { seenBefore: true } });
    },
  );

  it('a revoked key stays revoked, a session stays signed in, and an account keeps its plan', async () => {
    const { engine } = application;
    await expect(engine.usage(left.revokedKey)).rejects.toMatchObject({ failure: 'revoked_key' });
    expect(await engine.usage(left.key)).toMatchObject({ account: left.account, plan: 'shop' });
    expect(await engine.sessions.read(left.session)).toMatchObject({ account: left.account });
  });

  it('a shop keeps its people and its book, and takes no receipt twice', async () => {
    const { shops } = application.engine;
    const { shop, owner } = left.shop;
    expect((await shops.members(shop)).map(({ id }) => id).sort()).toEqual([left.cashier, owner].sort());
    const [accepted] = (await shops.history(shop, 'DKK0000A01')).rows;
    if (!accepted) throw new Error('the book does not have it');
    expect(accepted).toMatchObject({ amount: '500.00', answer: 'accept', by: 'Selam' });
    const again = {
      shop,
      member: left.cashier,
      paid: paid({ reference: 'DKK0000A01' }),
      message: message('tg:-200'),
    };
    expect(await shops.submitReceipt(again)).toMatchObject({
      answer: 'look',
      remarks: [{ kind: 'already_accepted', by: 'Selam', at: accepted.at }],
    });
    expect(await shops.day(shop, accepted.at.slice(0, 10))).toMatchObject({
      count: 2,
      total: '750.00',
      notAccepted: 1,
    });
  });
});
