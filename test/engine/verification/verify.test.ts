import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../src/app.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
/** Two processes of one service. */
let application: Application;
let other: Application;
/** A third, which does not wait long for a bank that hangs. */
let hasty: Application;

beforeAll(async () => {
  store = await openTestStore();
  const env = {
    PROVIDER_CONCURRENCY: '50',
    EGRESS: 'main=direct,second=local:127.0.0.2',
  };
  [application, other, hasty] = await Promise.all([
    openApplication(store, env),
    openApplication(store, env),
    openApplication(store, { ...env, ATTEMPT_TIMEOUT_SECONDS: '4' }),
  ]);
});
afterAll(async () => {
  await Promise.all([application.close(), other.close(), hasty.close()]);
  await store.close();
});

describe('a receipt that is settled', () => {
  it('is verified, counted once, and from then on served from the cache for nothing', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const first = await client.verify({ reference });
    expect(first).toMatchObject({
      verdict: 'verified',
      cached: false,
      livemode: false,
      reference,
      egressSource: 'main',
    });
    expect(first.requestId).toMatch(/^[\da-f-]{36}$/);
    const again = await client.verify({ reference }, other);
    expect(again).toMatchObject({
      cached: true,
      requestId: null,
      receipt: first.receipt,
      payment: first.payment,
    });
    expect(again.history).toMatchObject({ seenBefore: true, times: 2 });
    expect(await client.used()).toBe(1);
    expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(1);
  });

  it('and cannot be shown because the store is lost right after it was counted costs nothing when it is asked for again', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const connection = application.store.client as Redis;
    const send = connection.sendCommand.bind(connection);
    const history = new RegExp(`:seen:.*${reference}`);
    const losing = vi.spyOn(connection, 'sendCommand').mockImplementation((command, ...rest) => {
      if (command.name === 'evalsha' && history.test(String(command.args[2])))
        return Promise.reject(new Error('Connection is closed.'));
      return send(command, ...rest);
    });
    try {
      expect(await client.failure({ reference })).toBe('unavailable');
    } finally {
      losing.mockRestore();
    }
    expect(await client.used()).toBe(1);
    expect(await client.verify({ reference })).toMatchObject({
      verdict: 'verified',
      cached: true,
      history: { seenBefore: false, times: 1 },
    });
    expect(await client.used()).toBe(1);
    expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(1);
  });

  it('is fetched from each source, in the format of its bank', async () => {
    const client = await mintClient(application);
    const requests = [
      [{ reference: telebirr() }, 'telebirr-html'],
      [{ reference: 'FT26196ABCDE', provider: 'cbe', account: '1000012345678' }, 'cbe-pdf'],
      [{ url: 'https://mbreciept.cbe.com.et/v2-aaaaaaaaaaaaaaaaAAAA' }, 'mb-json'],
      [{ url: 'https://cs.bankofabyssinia.com/slip/?trx=FT26196ABCDE12345' }, 'boa-json'],
    ] as const;
    for (const [request, source] of requests) {
      const { receipt, payment } = await client.verify(request);
      expect(receipt.source).toBe(source);
      const cents = [payment.amount, payment.fee, payment.vat].map((part) =>
        Math.round(Number(part ?? 0) * 100),
      );
      expect(
        cents.reduce((sum, part) => sum + part, 0),
        source,
      ).toBe(Math.round(Number(payment.total) * 100));
    }
    expect(await client.used()).toBe(4);
  });
});

describe('a receipt that is not settled', () => {
  const outcomes = [
    ['GONE', 'receipt_not_found', 1],
    ['PEND', 'not_settled', 1],
    ['BACK', 'not_settled', 1],
    ['BADR', 'unreadable', 1],
    ['DIFF', 'mismatch', 1],
    ['HUGE', 'unreadable', 1],
    ['WALL', 'bank_blocked', 2],
    ['TRAP', 'bank_blocked', 2],
    ['HANG', 'bank_timeout', 2],
  ] as const;

  it.each(outcomes)(
    'ends in %s: %s after %i requests to the bank, and never counts',
    async (ending, failure, hits) => {
      const client = await mintClient(application);
      const reference = telebirr(ending);
      const at = ending === 'HANG' ? hasty : application;
      expect(await client.failure({ reference }, at)).toBe(failure);
      expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(hits);
      expect(await client.used()).toBe(0);
    },
  );

  it("carries provider, reference, partial receipt and the bank's status", async () => {
    const client = await mintClient(application);
    const reference = telebirr('PEND');
    await expect(client.verify({ reference })).rejects.toMatchObject({
      status: 502,
      details: { providerKey: 'telebirr', reference, httpStatus: 200, receipt: { source: 'telebirr-html' } },
    });
  });

  it('after a dropped connection is asked for again, from the other egress address', async () => {
    const client = await mintClient(application);
    const verified = await client.verify({ reference: telebirr('ONCE') });
    expect(verified).toMatchObject({ verdict: 'verified', egressSource: 'second' });
  });
});

describe('many calls at once', () => {
  it('for one receipt, through two processes, ask the bank once and count once', async () => {
    const client = await mintClient(application, { plan: 'scale' });
    const reference = telebirr();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        client.verify({ reference }, index % 2 === 0 ? application : other),
      ),
    );
    expect(answers.filter(({ cached }) => !cached)).toHaveLength(1);
    expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(1);
    expect(await client.used()).toBe(1);
    expect(new Set(answers.map(({ history }) => history?.times)).size).toBe(60);
  });

  it('for one receipt that fails, all fail alike after one lookup', async () => {
    const client = await mintClient(application);
    const reference = telebirr('GONE');
    const failures = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        client.failure({ reference }, index % 2 === 0 ? application : other),
      ),
    );
    expect(new Set(failures)).toEqual(new Set(['receipt_not_found']));
    expect(await application.engine.sandbox.hits('telebirr', reference)).toBeLessThan(5);
  });

  it('on a cap of 20: exactly 20 count, and used never reads 21', async () => {
    const client = await mintClient(application, { plan: 'enterprise', cap: 20 });
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) most = Math.max(most, await client.used());
    })();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, (_, index) =>
        client.verify({ reference: telebirr() }, index % 2 ? application : other),
      ),
    );
    isOver = true;
    await watching;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const refusals = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason.failure);
    expect(new Set(refusals)).toEqual(new Set(['quota_exceeded']));
    expect(await client.used()).toBe(20);
    expect(most).toBeLessThanOrEqual(20);
  });

  it('for one receipt with one verification left: all are served, one counts', async () => {
    const client = await mintClient(application, { plan: 'enterprise', cap: 1 });
    const reference = telebirr();
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.verify({ reference })));
    expect(answers.every(({ verdict }) => verdict === 'verified')).toBe(true);
    expect(await client.used()).toBe(1);
  });
});

describe('a cap that is reached', () => {
  it('still serves cached receipts, and failures release their reservations', async () => {
    const client = await mintClient(application, { plan: 'enterprise', cap: 3 });
    expect(await client.failure({ reference: telebirr('GONE') })).toBe('receipt_not_found');
    const references = [telebirr(), telebirr(), telebirr()];
    for (const reference of references) await client.verify({ reference });
    expect(await client.failure({ reference: telebirr() })).toBe('quota_exceeded');
    expect(await client.verify({ reference: references[0] })).toMatchObject({ cached: true });
  });
});

describe('a caller who disconnects', () => {
  it('while the lookup runs: the receipt still lands in the cache', async () => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    const gone = new AbortController();
    const call = client.verify({ reference }, application, gone.signal).catch(() => undefined);
    await expect.poll(() => application.engine.sandbox.hits('telebirr', reference)).toBe(1);
    gone.abort();
    await call;
    const dead = await mintClient(application, { plan: 'enterprise', cap: 0 });
    await expect
      .poll(
        () =>
          dead.verify({ reference }).then(
            ({ cached }) => cached,
            () => false,
          ),
        { interval: 100 },
      )
      .toBe(true);
  });
});

it("a link to an unknown host, or to one that only resembles a bank's, is refused and nothing is fetched", async () => {
  const client = await mintClient(application);
  const reference = telebirr();
  for (const url of [
    `https://transactioninfo.ethiotelecom.et.evil.test/receipt/${reference}`,
    `https://transactioninfo.ethiotelecom.et@evil.test/receipt/${reference}`,
    `https://transactioninfo.ethiotelecom.et:8443/receipt/${reference}`,
    `http://transactioninfo.ethiotelecom.et/receipt/${reference}`,
    `https://196.188.116.120/receipt/${reference}`,
    'file:///etc/passwd',
  ]) {
    expect(await client.failure({ url }), url).toBe('unsupported_url');
  }
  expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(0);
});

it('an operator is served without an account, after paying callers, and uses the cache', async () => {
  const reference = telebirr();
  const first = await application.engine.verify({ reference }, { kind: 'operator' });
  expect(first).toMatchObject({ verdict: 'verified', cached: false });
  expect(first).not.toHaveProperty('history');
  expect(await application.engine.verify({ reference }, { kind: 'operator' })).toMatchObject({
    cached: true,
  });
});

it("`expect` is compared with the bank's answer, and never changes the verdict", async () => {
  const client = await mintClient(application);
  const reference = telebirr();
  const { payment } = await client.verify({ reference });
  const { checks } = await client.verify({
    reference,
    expect: { amount: payment.amount, name: payment.receiver.name ?? '' },
  });
  expect(checks).toMatchObject({
    ok: true,
    amount: { ok: true, difference: '0.00' },
    receiver: { ok: true, match: 'name' },
  });
  const wrong = await client.verify({ reference, expect: { amount: '0.01' } });
  expect(wrong).toMatchObject({ verdict: 'verified', checks: { ok: false } });
});
