/**
 * The installed service against banks that send what they like: genuine receipts, every attack of docs/verdicts.md, and
 * answers after broken connections. The way is the one of a live deployment: a proxy, TLS with pins, the reader of PDFs,
 * the engine, the REST interface. Only the names of the banks' hosts are looked up elsewhere.
 */
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResolveInput } from '../../src/providers/resolve.js';
import type { Judgement, Payment, Receipt } from '../../src/providers/types.js';
import { mintClient, openApplication } from '../engine/support.js';
import { type Attack, attacks, receiptsOf } from '../providers/attacks.js';
import { banks } from '../providers/banks/index.js';
import { chosen } from '../providers/payer-text/hostile.js';
import { bytesOf, type Genuine, lie, type Sent } from '../providers/payer-text/receipts.js';
import { providers, sample, targetOf } from '../providers/support.js';
import { builtService } from '../support/built.js';
import { issue, pinOf } from '../support/certificates.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { startHttpProxy, type TestProxy } from '../support/proxies.js';
import { startServer, type TestServer } from '../support/servers.js';
import { openTestStore, type TestStore } from '../support/store.js';

/** Of the many texts and cuts of one attack; the other suites take all of them. */
const answersEach = 6;
const credentials = { user: 'shop', password: 'secret' };
/** A name server that knows all banks; the address is public, and never connected to. */
const nameServer = `import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
dns.lookup = async () => [{ address: '8.8.8.8', family: 4 }];
syncBuiltinESMExports();`;

let store: TestStore;
let bank: TestServer;
let proxy: TestProxy;
let service: TestProcess;
let url: string;
let key: string;

type Reply = { status: number; body: Uint8Array } | 'drops';
/** What the banks answer, by host and path: one answer after the other, the last one again and again. */
const replies = new Map<string, Reply[]>();

const answer: RequestListener = ({ headers, url: path = '', socket }, response) => {
  const all = replies.get(headers.host + path) ?? [{ status: 404, body: Buffer.from('') }];
  const [reply = 'drops'] = all.length > 1 ? all.splice(0, 1) : all;
  if (reply === 'drops') socket.destroy();
  else response.writeHead(reply.status).end(reply.body);
};

describe('the running service, with banks that send what they like', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    store = await openTestStore();
    const application = await openApplication(store);
    ({ key } = await mintClient(application, { mode: 'live', plan: 'enterprise' }));
    await application.close();
    const certificate = await issue('bank.test', null);
    bank = await startServer(answer, { tls: certificate });
    proxy = await startHttpProxy({ ...credentials, leadsTo: bank.port });
    const hosts = providers.flatMap(({ origins }) => origins.map((origin) => new URL(origin).hostname));
    service = startProcess(builtService, [], {
      env: {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(nameServer)}`,
        NODE_ENV: 'test',
        REDIS_URL: store.url,
        PORT: '0',
        LOG_LEVEL: 'warn',
        BANKS: 'live',
        EXTRACTOR: 'off',
        EGRESS: `main=http://${credentials.user}:${credentials.password}@127.0.0.1:${proxy.port}`,
        TLS_PINS: [...new Set(hosts)].map((host) => `${host}=${pinOf(certificate)}`).join(','),
        PROVIDER_CONCURRENCY: '50',
        ROLES: 'api',
      },
    });
    url = /serves at (\S+)/.exec(await service.until(/serves at .*\n/))?.[1] ?? '';
  });
  afterAll(async () => {
    await service?.end('SIGTERM');
    await proxy?.close();
    await bank?.close();
    await store?.close();
  });

  it.each(samples)(
    'calls $file what it is',
    async ({ key: provider, file, status, pdf, asked, judgement }) => {
      const text = sample(file).replace(amharic, '');
      const sent: Sent = pdf ? { lines: text.split('\n') } : { status, text };
      const judged = await askFor({ provider, ...asked }, [await replyOf({ key: provider, file }, sent)]);
      expect(judged.kind).toBe(judgement.kind);
      if (judgement.kind === 'settled') expect(judged).toMatchObject({ payment: judgement.payment });
    },
  );

  it.each([
    [toWallet, { account: '251900000002', name: 'tadesse sara test' }, true],
    [toWallet, { account: '251900000003' }, false],
    [toWallet, { account: '251900000003', name: 'Sara Test Tadesse' }, false],
    [toWallet, { name: 'Test Test' }, false],
    [toWallet, { account: '251900000002', maxAgeHours: 1 }, false],
    [toWallet, { account: '251900000002', notBefore: '2026-06-08T00:00:00Z' }, false],
    [toBank, { account: '1000000000012', bank: 'cbe' }, true],
    [toBank, { account: '1000000000012', bank: 'awash' }, false],
    [toBank, { account: '1000000000012' }, false],
    [toBank, { amount: '1600', bank: 'cbe' }, true],
    [toBank, { amount: '1606', bank: 'cbe' }, false],
  ])('holds %s against %j', async (file, expectation, ok) => {
    const body = { reference: 'DF70AAAA00', expect: expectation };
    const judged = await askFor(body, [await replyOf({ key: 'telebirr', file }, { text: sample(file) })]);
    expect(judged).toMatchObject({ kind: 'settled', checks: { ok } });
  });

  it.concurrent.each(byAddress())('no attack makes $names say anything false', async ({ receipts }) => {
    for (const { receipt, attack } of receipts) {
      const { what, sent, oracle = lie } = attack;
      for (const answer of chosen(sent(receipt), answersEach, 1)) {
        const judged = await askFor(receipt.asked, [await replyOf(receipt.text, answer)]);
        expect(oracle(receipt, judged), `${receipt.name}: ${what}`).toBeNull();
      }
    }
  });

  it.each([
    ['a connection that breaks', 'drops'],
    ['a block page', { status: 200, body: Buffer.from('<html>Request rejected</html>') }],
    ['an error of the server', { status: 503, body: Buffer.from('') }],
  ] as const)('%s and then a "no" of a bank that was asked otherwise is no "no"', async (_, first) => {
    const shell = { status: 200, body: Buffer.from(sample('cbebirr/not_found_shell.html')) };
    const birr = { reference: 'DE30AAAA000', phone: '0911000001' };
    expect((await askFor(birr, [first, shell])).kind).toBe('blocked');
    const notYet = { status: 500, body: Buffer.from('{"detail":"transaction not found"}') };
    const token = { reference: 'v2-hfHCxAAAAAAAAAAAAAAA' };
    expect((await askFor(token, [first, notYet])).kind).toBe('blocked');
  });

  it('reads no receipt of Siinqee until it is known how one looks', async () => {
    const url = 'https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA';
    const lines = sample('siinqee/receipt.txt').replaceAll('SQB26K20A1B2', 'A35U2TB26226AAAA').split('\n');
    const receipt = await replyOf({ key: 'siinqee', file: 'siinqee/receipt.txt' }, { lines });
    expect((await askFor({ url }, [receipt])).kind).toBe('unreadable');
  });
});

const toWallet = 'telebirr/page_send_money.html';
const toBank = 'telebirr/page_wallet_to_bank.html';

/** The halves of labels that a drawn file has no letters for. */
const amharic = /^[\u1200-\u137f .()]+(?=\/)/gm;
/** Siinqee's real layout is not known: a live service reads no receipt of it. */
const samples = banks
  .filter(({ key: provider }) => provider !== 'siinqee')
  .flatMap(({ key: provider, answers }) => answers.map((one) => ({ key: provider, ...one })));

interface Attacked {
  receipt: Genuine;
  attack: Attack;
}

/** The attacks on receipts of one address, which is asked for by one caller at a time. */
function byAddress(): { names: string; receipts: Attacked[] }[] {
  const all = attacks.flatMap((attack) => receiptsOf(attack).map((receipt) => ({ receipt, attack })));
  const found = new Map<string, Attacked[]>();
  for (const one of all.filter(({ receipt }) => receipt.text.key !== 'siinqee')) {
    const { url: address } = one.receipt.target;
    found.set(address, [...(found.get(address) ?? []), one]);
  }
  return [...found.values()].map((receipts) => ({
    names: [...new Set(receipts.map(({ receipt }) => receipt.name))].join(', '),
    receipts,
  }));
}

async function replyOf(text: Parameters<typeof bytesOf>[0], sent: Sent): Promise<Reply> {
  return { status: sent.status ?? 200, body: await bytesOf(text, sent) };
}

/** What the service says of a receipt whose bank answers so. */
async function askFor(body: ResolveInput & { expect?: object }, all: readonly Reply[]): Promise<Judgement> {
  const { url: address, secondUrl, provider, reference } = targetOf(body);
  for (const one of [address, secondUrl]) {
    const { host, pathname, search } = new URL(one ?? address);
    replies.set(host + pathname + search, [...all]);
  }
  const response = await fetch(`${url}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  const answered = (await response.json()) as Answer;
  await forget(provider, reference);
  if (response.status === 200) return { kind: 'settled', ...answered } as Judgement;
  const kind = kinds[answered.error?.reason ?? ''];
  if (!kind) throw new Error(`${response.status} ${JSON.stringify(answered)}`);
  return { kind, receipt: answered.receipt ?? { source: '' } } as Judgement;
}

interface Answer {
  receipt?: Receipt;
  payment?: Payment;
  error?: { reason?: string };
}

const kinds: Readonly<Record<string, Judgement['kind']>> = {
  ...{ not_found: 'not_found', not_settled: 'not_settled', mismatch: 'mismatch', unreadable: 'unreadable' },
  ...{ bank_blocked: 'blocked', bank_unreachable: 'blocked', bank_timeout: 'blocked' },
};

/** Takes the receipt out of the cache, so that the bank is asked again. */
async function forget(provider: string, reference: string): Promise<void> {
  const kept = await store.client.keys(`{r:live:${provider}:${reference}*`);
  if (kept.length > 0) await store.client.del(...kept);
}
