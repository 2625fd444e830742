import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RawResponse } from '../../../src/engine/store/receipt-store.js';
import { reparse } from '../../../src/engine/verification/reparse.js';
import {
  createViewLimitedStore,
  type ViewLimitedStore,
} from '../../../src/engine/verification/view-limited.js';
import type { Judgement, Provider, Target } from '../../../src/providers/types.js';
import { kept } from '../../support/receipts.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { cacheOf, receiptsOf } from '../support.js';

let store: TestStore;
let views: ViewLimitedStore;

beforeAll(async () => {
  store = await openTestStore();
  views = createViewLimitedStore(receiptsOf(store));
});
afterAll(() => store.close());

const target: Target = {
  provider: 'siinqee',
  source: 'siinqee-pdf',
  reference: 'AAAA0000BBBB',
  qualifier: '',
  url: 'https://siinqeebank.com/receipt/AAAA0000BBBB',
};

/** Binary, as a PDF is: every byte must come back as it was. */
const body = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
const raw: RawResponse = {
  target,
  realm: 'sandbox',
  fetchedAt: '2026-11-20T07:30:01.000Z',
  response: { status: 200, headers: { 'content-type': 'application/pdf' }, body, egress: 'main' },
};

/** The bank's parser before and after it was corrected. */
function parser(judge: (bytes: Uint8Array) => Judgement): Provider {
  return {
    key: 'siinqee',
    name: 'Siinqee Bank',
    sources: ['siinqee-pdf'],
    hosts: ['siinqeebank.com'],
    origins: ['https://siinqeebank.com'],
    viewLimited: true,
    support: 'supported',
    needs: [],
    probe: null,
    match: () => null,
    fromReference: () => null,
    request: () => ({ method: 'GET', url: target.url, headers: {} }),
    judge: (response) => judge(response.body),
  };
}

it('a parser that is corrected later reads what the bank sent then, and the receipt answers from then on', async () => {
  const cache = cacheOf(store);
  const documents = { pdfText: async () => null, close: async () => undefined };
  await views.put(cache.keyOf('sandbox', target), raw);

  const blind = parser(() => ({
    kind: 'unreadable',
    receipt: { source: 'siinqee-pdf' },
    missing: ['amount'],
  }));
  expect(await reparse({ providers: [blind], documents, cache, viewLimited: views })).toEqual({
    read: 1,
    settled: 0,
    unreadable: 1,
  });
  expect(await cache.read('sandbox', target)).toBeNull();

  const { receipt, payment } = kept('AAAA0000BBBB');
  const corrected = parser((bytes) => {
    expect([...bytes]).toEqual([...body]);
    return { kind: 'settled', receipt, payment };
  });
  expect(await reparse({ providers: [corrected], documents, cache, viewLimited: views })).toEqual({
    read: 1,
    settled: 1,
    unreadable: 0,
  });
  expect(await cache.read('sandbox', target)).toMatchObject({
    fetchedAt: raw.fetchedAt,
    payment,
    egressSource: 'main',
  });
});
