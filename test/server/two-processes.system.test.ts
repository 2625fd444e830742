/** Two processes of the service on one store, as their callers meet them over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as names from '../../src/engine/store/key-names.js';
import { createReceiptStore, type ReceiptStore, sealed } from '../../src/engine/store/receipt-store.js';
import { loadScripts } from '../../src/engine/store/scripts.js';
import { mintClient, openApplication } from '../engine/support.js';
import { builtService } from '../support/built.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { openTestStore, type TestStore } from '../support/store.js';

type At = 0 | 1;

/** `127.0.0.1` and `127.0.0.2`: the simulated banks tell egress addresses apart by them. */
const egress = 'first=local:127.0.0.1,second=local:127.0.0.2';

let store: TestStore;
let receipts: ReceiptStore;
let services: TestProcess[];
let key: string;

// The embedded store ends with its process, and is not meant for two.
describe('two processes of the service', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    store = await openTestStore();
    receipts = createReceiptStore(store, loadScripts(store.client), 0);
    await mintKeys();
    const env = {
      REDIS_URL: store.url,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      EGRESS: egress,
      PROVIDER_CONCURRENCY: 'dashen=1,*=50',
      PROBE_INTERVAL_SECONDS: '2',
    };
    services = [0, 1].map(() => startProcess(builtService, [], { env: { ...env, PORT: '0' } }));
    for (const service of services) await service.until(/serves at .*\n.*Banks/);
  });
  afterAll(async () => {
    const codes = await Promise.all((services ?? []).map((service) => service.end('SIGTERM')));
    await store?.close();
    expect(codes).toEqual([0, 0]);
  });

  it('200 calls for one receipt through both: the bank is asked once, one counts, 199 are cached', async () => {
    const before = await used();
    const reference = 'DKK5A1B2C3';
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => verify({ reference }, (index % 2) as At)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ body }) => body.cached === true)).toHaveLength(199);
    expect(await hits('telebirr', reference)).toBe(1);
    expect(await used()).toBe(before + 1);
  });

  it('the queue of a bank is served by plan, then in order of arrival, whichever process they wait in', async () => {
    const running = verify({ reference: 'ZZ1WDTS26267SLOW' }, 0);
    await expect.poll(() => hits('dashen', 'ZZ1WDTS26267SLOW')).toBe(1);
    const served = [];
    for (const [index, plan] of plansInOrder.entries()) {
      const body = { reference: `ZZ${index}WDTS26267A1A1` };
      served.push(verify(body, (index % 2) as At, keys[index]).then((answer) => ({ plan, ...answer })));
      await expect.poll(waiting, { interval: 10 }).toBe(index + 1);
    }
    expect(await running).toMatchObject({ status: 200 });
    // By when the bank answered: two answers may overtake each other on their way here.
    const order = (await Promise.all(served)).sort((a, b) => (at(a.body) < at(b.body) ? -1 : 1));
    expect(order.map(({ plan }) => plan)).toEqual(['scale', 'enterprise', 'developer', 'free', 'shop']);
  });

  it('a caller who disconnects while he waits: his receipt is never fetched', async () => {
    const running = verify({ reference: 'ZZ2WDTS26267SLOW' }, 0);
    await expect.poll(() => hits('dashen', 'ZZ2WDTS26267SLOW')).toBe(1);
    const gone = new AbortController();
    const left = verify({ reference: 'ZZ3WDTS26267B1B1' }, 1, key, gone.signal).catch(() => 'left');
    await expect.poll(waiting, { interval: 10 }).toBe(1);
    gone.abort();
    expect(await left).toBe('left');
    await expect.poll(waiting, { interval: 10 }).toBe(0);
    expect(await running).toMatchObject({ status: 200 });
    // Whoever comes next is served after all who still wait.
    expect(await verify({ reference: 'ZZ4WDTS26267B1B1' }, 1)).toMatchObject({ status: 200 });
    expect(await hits('dashen', 'ZZ3WDTS26267B1B1')).toBe(0);
  });

  it('a caller who disconnects while his lookup runs: the receipt is cached, and was asked for once', async () => {
    const gone = new AbortController();
    const reference = 'DKK5A1SLOW';
    const left = verify({ reference }, 0, key, gone.signal).catch(() => 'left');
    await expect.poll(() => hits('telebirr', reference)).toBe(1);
    gone.abort();
    expect(await left).toBe('left');
    expect(await verify({ reference }, 1)).toMatchObject({ status: 200, body: { cached: true } });
    expect(await hits('telebirr', reference)).toBe(1);
  });

  it('a receipt that is changed or removed in the store is served by neither from its memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        for (const { does, nth, process } of steps) {
          const reference = `DKK5A6M00${nth}`;
          const name = names.receipt('sandbox', 'telebirr', reference, '');
          if (does === 'remove') {
            await store.client.del(name);
          } else if (does === 'expire') {
            await store.client.pexpire(name, 0);
          } else if (does !== 'read') {
            await change(name, does);
          } else {
            const stored = await amountIn(name);
            const { status, body } = await verify({ reference }, process);
            expect(status).toBe(200);
            expect(body.cached).toBe(stored !== null);
            expect(body.payment?.amount).toBe(stored ?? (await amountIn(name)));
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('a dropped connection is made good from the second address; a view-limited link is not asked again', async () => {
    expect(await verify({ reference: 'DKK5A1ONCE' }, 0)).toMatchObject({
      status: 200,
      body: { egressSource: 'second' },
    });
    expect(await hits('telebirr', 'DKK5A1ONCE')).toBe(2);
    const url = 'https://siinqeebank.com/receipt/SQB26K50ONCE';
    for (const process of [0, 1] as const) {
      expect(await verify({ url }, process)).toMatchObject({
        status: 400,
        body: { verdict: 'could_not_check', error: { reason: 'bank_unreachable' } },
      });
    }
    expect(await hits('siinqee', 'SQB26K50ONCE')).toBe(1);
  });

  it('a promise of one process is polled and watched through the other, by its own account alone', async () => {
    const promised = await verify({ reference: 'DKK5A2SLOW', waitMs: 0 }, 0);
    expect(promised.status).toBe(202);
    const { statusUrl = '', eventsUrl = '' } = promised.body;
    for (const path of [statusUrl, eventsUrl]) {
      expect((await get(path, 1, keys[0])).status).toBe(404);
    }
    expect(await (await get(statusUrl, 1)).json()).toEqual(promised.body);
    const told = messages(await (await get(eventsUrl, 1)).text());
    expect(told.map(({ processingStatus }) => processingStatus)).toEqual(['queued', 'completed']);
    expect(messages(await (await get(eventsUrl, 0)).text())).toEqual(told.slice(-1));
    const done = await get(statusUrl, 0);
    expect([done.status, await done.json()]).toEqual([200, told.at(-1)]);
  });

  it('a bank that is down is refused by both with nothing sent; what is cached is answered', async () => {
    const [cached, fresh] = ['DKK5A3A1A1', 'DKK5A3A1A2'];
    await verify({ reference: cached }, 0);
    await until('operational');
    await store.client.hset(names.sandboxStates(), 'telebirr', 'down');
    await until('down');
    for (const process of [0, 1] as const) {
      const refused = await verify({ reference: fresh }, process);
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'provider_down' } } });
      expect(refused.headers.get('retry-after')).toBe('300');
      expect(await verify({ reference: cached }, process)).toMatchObject({ status: 200 });
    }
    expect(await hits('telebirr', fresh)).toBe(0);
    await store.client.hset(names.sandboxStates(), 'telebirr', 'up');
    await until('operational');
    expect(await verify({ reference: fresh }, 1)).toMatchObject({ status: 200 });
  });

  it('a bank that refuses one of two addresses is degraded, and calls go on from the other', async () => {
    await store.client.hset(names.sandboxStates(), 'telebirr@first', 'down');
    await until('degraded');
    for (const process of [0, 1] as const) {
      const answer = await verify({ reference: `DKK5A4A1A${process}` }, process);
      expect(answer).toMatchObject({ status: 200, body: { egressSource: 'second' } });
    }
    await store.client.hset(names.sandboxStates(), 'telebirr@first', 'up');
    await until('operational');
  });
});

const plansInOrder = ['free', 'shop', 'developer', 'scale', 'enterprise'] as const;
/** A key for each of them. */
const keys: string[] = [];

const step = fc.record({
  does: fc.constantFrom('read', 'read', 'read', 'replace', 'overwrite', 'remove', 'expire'),
  nth: fc.nat(2),
  process: fc.constantFrom<At>(0, 1),
});

/** Another amount under the same number: as `reparse` does, or as versions did that stored the text alone. */
async function change(name: string, how: 'replace' | 'overwrite'): Promise<void> {
  const kept = await receipts.read(name);
  if (kept === null) return;
  const amount = (Number(kept.payment.amount) + 1).toFixed(2);
  const changed = { ...kept, payment: { ...kept.payment, amount } };
  const printed = (await store.client.hget(name, 'printed')) ?? '';
  if (how === 'replace') await receipts.put(name, changed, { printed, transfer: null }, true);
  else await store.client.hset(name, 'body', sealed(changed));
}

async function amountIn(name: string): Promise<string | null> {
  return (await receipts.read(name))?.payment.amount ?? null;
}

interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

interface Body {
  cached?: boolean;
  payment?: { amount: string | null };
  fetchedAt?: string;
  statusUrl?: string;
  eventsUrl?: string;
  error?: object | null;
}

const at = ({ fetchedAt = '' }: Body) => fetchedAt;
const urlOf = (process: At) => /serves at (\S+)/.exec(services[process]?.stdout() ?? '')?.[1] ?? '';

async function mintKeys(): Promise<void> {
  const application = await openApplication(store);
  key = (await mintClient(application, { plan: 'enterprise' })).key;
  for (const plan of plansInOrder) keys.push((await mintClient(application, { plan })).key);
  await application.close();
}

async function verify(body: object, process: At, as = key, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(`${urlOf(process)}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': as },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Body };
}

function get(path: string, process: At, as = key): Promise<Response> {
  return fetch(`${urlOf(process)}${path}`, { headers: { 'x-api-key': as } });
}

async function hits(provider: string, reference: string): Promise<number> {
  const response = await get(`/sandbox/hits?provider=${provider}&reference=${reference}`, 0);
  return ((await response.json()) as { hits: number }).hits;
}

async function used(): Promise<number> {
  const report = (await (await get('/api/usage', 1)).json()) as { verifications: { used: number } };
  return report.verifications.used;
}

/** Calls that wait for dashen, asked of the store itself: the figure of the status is a second old. */
function waiting(): Promise<number> {
  return store.client.zcard(names.waiting('sandbox:dashen'));
}

interface Component {
  providerKey?: string;
  status: string;
}

/** Resolves when both processes say so. */
async function until(status: string): Promise<void> {
  const telebirr = async (process: At) => {
    const { components } = (await (await get('/api/status', process)).json()) as { components: Component[] };
    return components.find(({ providerKey }) => providerKey === 'telebirr')?.status;
  };
  for (const process of [0, 1] as const) while ((await telebirr(process)) !== status) await sleep(50);
}

function messages(stream: string): { processingStatus: string }[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
}
