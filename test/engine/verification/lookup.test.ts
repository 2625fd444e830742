import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/egress/index.js';
import type { Egress } from '../../../src/egress/types.js';
import { unknownHealth } from '../../../src/engine/verification/bank-health.js';
import { QueuePlace } from '../../../src/engine/verification/bank-queue.js';
import type { Call } from '../../../src/engine/verification/call.js';
import { createLookup, type Lookup } from '../../../src/engine/verification/lookup.js';
import { createDocumentReader } from '../../../src/extractor/pdf/documents.js';
import { blockPage } from '../../../src/sandbox/outcomes.js';
import { provider, sample, targetOf } from '../../providers/support.js';

/** What the bank does to one request. */
type Step = 'hang' | 'reset' | { status: number; body: string };

const attemptTimeoutMs = 1_500;
const page = (status: number, body: string): Step => ({ status, body });
const blocked = page(200, String(blockPage.body));
const broken = page(503, '<html><body>Service Unavailable</body></html>');
const emptyShell = page(200, sample('cbebirr/not_found_shell.html'));
const notYet = page(400, JSON.stringify({ status: 400, detail: 'transaction not found' }));
const never = page(500, sample('cbe/mb-json/unknown_token_500.json'));
const receipt = page(200, sample('cbe/mb-json/receipt.json'));

const documents = createDocumentReader();
let bank: Server;
let egress: Egress;
let lookUp: Lookup;
let steps: Step[] = [];
let asked: string[] = [];

beforeAll(async () => {
  bank = createServer((request, response) => {
    asked.push(request.url ?? '');
    const step = steps.shift() ?? 'reset';
    if (step === 'hang') return;
    if (step === 'reset') return void response.destroy();
    response.writeHead(step.status, { 'content-type': 'text/html' }).end(step.body);
  });
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
  const { port } = bank.address() as AddressInfo;
  egress = createEgress({
    routes: [{ name: 'main', kind: 'direct' }],
    attemptTimeoutMs,
    pins: () => ({}),
    sandbox: () => ({ host: '127.0.0.1', port }),
  });
  lookUp = createLookup({
    egress,
    documents,
    bankQueue: {
      acquire: async () => ({ release: async () => undefined }),
      raise: async () => true,
      recheck: () => undefined,
      stats: async () => ({ running: 0, waiting: 0, longestWaitMs: 0 }),
    },
    viewLimited: {
      put: async () => undefined,
      onJudged: async () => undefined,
      read: async () => [],
      all: () => (async function* () {})(),
    },
    health: unknownHealth(),
    receiptOf: (_, { reference }) => reference,
    slotsOf: () => 1,
    now: Date.now,
  });
});
afterAll(async () => {
  await egress.close();
  bank.closeAllConnections();
  await new Promise((resolve) => bank.close(resolve));
  await documents.close();
});

/** One that nobody else has taken. */
const flight = { mayAsk: async () => undefined, complete: async () => undefined };

/** How a lookup ends: `settled`, or the name of the failure; and what the bank was asked for, in order. */
async function outcome(key: string, request: Parameters<typeof targetOf>[0], does: Step[]) {
  steps = [...does];
  asked = [];
  const call = {
    id: 'call',
    requestId: 'request',
    provider: provider(key),
    target: targetOf(request),
    realm: 'sandbox',
    entry: null,
    owner: 'operator',
    deadline: performance.now() + 10_000,
  } satisfies Call;
  const ended = await lookUp(call, { flight, priority: 0, place: new QueuePlace() }).then(
    () => 'settled',
    (error: { failure?: string }) => error.failure ?? String(error),
  );
  return { ended, asked };
}

const byPhone = { reference: 'DE30AAAA000', provider: 'cbebirr', phone: '0900000001' };
const international = '/aureceipt?TID=DE30AAAA000&PH=251900000001';
const national = '/aureceipt?TID=DE30AAAA000&PH=0900000001';
const token = { reference: 'v2-hfHCxAAAAAAAAAAAAAAA' };
const noAnswers = [
  ['a time-out', 'hang', 'bank_timeout'],
  ['a dropped connection', 'reset', 'bank_unreachable'],
  ['a block page', blocked, 'bank_blocked'],
  ['a 503', broken, 'bank_blocked'],
] as const;

describe('a bank that knows a receipt under one of two forms', () => {
  it('is asked for the second form after it denied the first, and its second denial is final', async () => {
    const twice = await outcome('cbebirr', byPhone, [emptyShell, emptyShell]);
    expect(twice).toEqual({ ended: 'receipt_not_found', asked: [international, national] });
  });

  it.each(noAnswers)(
    'is asked for the first form again where that one got only %s',
    async (_, step, failure) => {
      const { ended, asked: requests } = await outcome('cbebirr', byPhone, [step, emptyShell]);
      expect(requests).toEqual([international, international]);
      expect(ended).toBe(failure);
    },
  );

  it.each(noAnswers)(
    'has not denied the receipt when the second form got only %s',
    async (_, step, failure) => {
      const { ended, asked: requests } = await outcome('cbebirr', byPhone, [emptyShell, step]);
      expect(requests).toEqual([international, national]);
      expect(ended).toBe(failure);
    },
  );

  it('has denied the receipt when the only form of a link was answered, whatever came before', async () => {
    const link = { url: `https://cbepay1.cbe.com.et${national}` };
    const { ended, asked: requests } = await outcome('cbebirr', link, ['reset', emptyShell]);
    expect({ ended, requests }).toEqual({ ended: 'receipt_not_found', requests: [national, national] });
  });
});

describe('a bank whose denial is not final', () => {
  it('has denied the receipt after two denials', async () => {
    expect((await outcome('cbe', token, [notYet, notYet])).ended).toBe('receipt_not_found');
  });

  it('has not denied the receipt after one denial', async () => {
    for (const [, step, failure] of noAnswers) {
      expect((await outcome('cbe', token, [step, notYet])).ended).toBe(failure);
      expect((await outcome('cbe', token, [notYet, step])).ended).toBe(failure);
    }
  });

  it('shows the receipt at the second attempt', async () => {
    expect((await outcome('cbe', token, [notYet, receipt])).ended).toBe('settled');
  });

  it('is believed at once where its message is final', async () => {
    const once = await outcome('cbe', token, [never]);
    expect({ ended: once.ended, requests: once.asked.length }).toEqual({
      ended: 'receipt_not_found',
      requests: 1,
    });
    expect((await outcome('cbe', token, ['reset', never])).ended).toBe('receipt_not_found');
  });
});
