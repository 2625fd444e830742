/** Callers without a key: members of a shop and strangers at the demo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { addressGroup } from '../../../src/engine/access/callers.js';
import type { Caller, Failure, VerifyRequest } from '../../../src/engine/index.js';
import { ensureTimeInHour, ensureTimeInMinute } from '../../support/clock-window.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
/** Two processes of one service. */
let application: Application;
let other: Application;

beforeAll(async () => {
  store = await openTestStore();
  [application, other] = await Promise.all([openApplication(store), openApplication(store)]);
});
afterAll(async () => {
  await Promise.all([application.close(), other.close()]);
  await store.close();
});

let people = 0;
const person = () => `person-${++people}`;
const member = (account: string, name = 'Selam', id = person()): Caller => ({
  kind: 'member',
  account,
  member: id,
  name,
});
const stranger = (address: string): Caller => ({ kind: 'demo', address });

async function failureOf(caller: Caller, request: VerifyRequest, at = application): Promise<Failure> {
  const outcome = await at.engine.verify(request, caller).catch((error: unknown) => error);
  if (outcome instanceof Error && 'failure' in outcome) return outcome as Failure;
  throw new Error(`expected a failure, got ${outcome instanceof Error ? outcome.stack : 'a receipt'}`);
}

describe('a member of a shop', () => {
  it("verifies on the shop's account and is named as the first to be shown the receipt", async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const first = await application.engine.verify({ reference }, member(client.account, 'Selam'));
    expect(first).toMatchObject({ verdict: 'verified', cached: false, livemode: false });
    expect(first.history).toMatchObject({ seenBefore: false, times: 1, firstBy: 'Selam' });
    const second = await other.engine.verify({ reference }, member(client.account, 'Dawit'));
    expect(second).toMatchObject({ cached: true, requestId: null });
    expect(second.history).toMatchObject({ seenBefore: true, times: 2, firstBy: 'Selam' });
    expect((await client.verify({ reference })).history).toMatchObject({ times: 3, firstBy: 'Selam' });
    expect(await client.used()).toBe(1);
  });

  it("is stopped by the account's cap like its keys", async () => {
    const client = await mintClient(application, { plan: 'free' });
    await mintClient(application, { account: client.account });
    await client.verify({ reference: telebirr() });
    const { verifications } = await application.engine.accountUsage(client.account);
    expect(verifications).toMatchObject({ used: 1, cap: 200 });
    await exhaust(client.account);
    const failure = await failureOf(member(client.account), { reference: telebirr() });
    expect(failure).toMatchObject({ failure: 'quota_exceeded', details: { used: 200, cap: 200 } });
  });

  it('has a request rate of their own, which neither colleagues nor keys touch', async () => {
    const { account, verify } = await mintClient(application);
    const reference = telebirr();
    await verify({ reference });
    const id = person();
    await ensureTimeInMinute();
    const calls = await Promise.allSettled(
      Array.from({ length: 70 }, (_, nth) =>
        (nth % 2 ? application : other).engine.verify({ reference }, member(account, 'Selam', id)),
      ),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    const refused = await failureOf(member(account, 'Selam', id), { reference });
    expect(refused.failure).toBe('rate_limited');
    expect(refused.details.retryAfterSeconds).toBeLessThanOrEqual(60);
    await application.engine.verify({ reference }, member(account));
  });

  it('may get a 202 when a bank is slow', async () => {
    const { account } = await mintClient(application);
    const selam = { kind: 'member', account, member: person(), name: 'Selam' } as const;
    const reference = telebirr('SLOW');
    const pending = await application.engine.verify({ reference }, selam, { waitMs: 0 });
    expect(pending.verdict).toBe('pending');
    const id = pending.requestId ?? '';
    const { account: elsewhere } = await mintClient(application);
    await expect(application.engine.request(id, { ...selam, account: elsewhere })).rejects.toMatchObject({
      failure: 'not_found',
    });
    for await (const { state } of await other.engine.events(id, selam)) {
      if (state.processingStatus === 'completed') expect(JSON.parse(state.text)).toMatchObject({ reference });
    }
    expect(await application.engine.request(id, selam)).toMatchObject({ processingStatus: 'completed' });
  });

  it('of no account is refused', async () => {
    const failure = await failureOf(member('acc_none'), { reference: telebirr() });
    expect(failure.failure).toBe('not_found');
  });
});

describe('the demo', () => {
  it('verifies ten times an hour from one address, failures included, then says when to retry', async () => {
    await ensureTimeInHour();
    const caller = stranger('192.0.2.7');
    const first = await application.engine.verify({ reference: telebirr() }, caller);
    expect(first).toMatchObject({ verdict: 'verified', cached: false });
    expect(first).not.toHaveProperty('history');
    expect((await failureOf(caller, { reference: 'hello' })).failure).toBe('unsupported_reference');
    expect((await failureOf(caller, { reference: telebirr('GONE') }, other)).failure).toBe(
      'receipt_not_found',
    );
    const { reference } = first;
    const rest = await Promise.allSettled(
      Array.from({ length: 20 }, () => other.engine.verify({ reference }, caller)),
    );
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    const refused = await failureOf(caller, { reference });
    expect(refused.failure).toBe('rate_limited');
    expect(await application.engine.demoAllowance('192.0.2.7')).toEqual({
      verifications: { left: 0, limit: 10 },
      reads: { left: 3, limit: 3 },
    });
    const secondsLeft = 3_600 - (Math.floor(Date.now() / 1000) % 3_600);
    expect(Math.abs((refused.details.retryAfterSeconds ?? 0) - secondsLeft)).toBeLessThanOrEqual(5);
    await application.engine.verify({ reference }, stranger('192.0.2.8'));
    expect((await other.engine.demoAllowance('192.0.2.8')).verifications.left).toBe(9);
  });

  it('is charged to no account and never answers 202', async () => {
    const answer = await application.engine.verify({ reference: telebirr('SLOW') }, stranger('192.0.2.9'), {
      waitMs: 0,
    });
    expect(answer.verdict).toBe('verified');
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
    ['2001:db8:1::1', '2001:db8:2::1', false],
    ['2002:c000:201::1', '192.0.2.1', true],
    ['2002:c000:201:7::1', '2002:c000:202:7::1', false],
    ['64:ff9b::192.0.2.1', '192.0.2.1', true],
    ['2001:0:1::3fff:fdfe', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['unknown', '', true],
  ])('at %s and %s meters one customer: %s', (one, another, same) => {
    expect(addressGroup(one) === addressGroup(another)).toBe(same);
  });
});

/** Spends all of the month, without two hundred banks being asked. */
async function exhaust(account: string): Promise<void> {
  const [counted = ''] = await store.client.keys(`{a:${account}}:v:all:????-??`);
  await store.client.hset(counted, 'used', 200);
}
