/** Which of a shop's own numbers a bank is asked with, and what its answers together mean. The banks here know whom they paid. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Job, newJob } from '../../../../bots/cashier/jobs/job.js';
import type { JobContext } from '../../../../bots/cashier/jobs/types.js';
import { verifyReceipt } from '../../../../bots/cashier/verification/verify.js';
import type { Application } from '../../../../src/app.js';
import type { CallOptions, Detection, VerifyRequest } from '../../../../src/engine/api/index.js';
import { type Engine, Failure, type Verification } from '../../../../src/engine/index.js';
import { openApplication } from '../../../engine/support.js';
import { openTestStore, type TestStore } from '../../../support/store.js';

let store: TestStore;
let application: Application;
let shop: string;
let caller: { kind: 'member'; account: string; member: string; name: string };
/** With what each bank was asked, in turn. */
let asked: string[];
/** Whether it was said that the number may be misread, each time. */
let doubts: unknown[];

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
});

afterAll(async () => {
  await application.close();
  await store.close();
});

beforeEach(async () => {
  asked = [];
  doubts = [];
  const { shops } = application.engine;
  const person = `tg:${Math.floor(Math.random() * 1e9)}`;
  const membership = await shops.open({ person, name: 'Liya', shopName: 'Café' });
  shop = membership.shop.id;
  caller = { kind: 'member', account: shop, member: membership.member.id, name: 'Liya' };
});

type Answer = 'paid' | 'slow and not found' | Failure;

/** @param bank what it says to a number; null for a number it is not asked with */
function check(request: VerifyRequest, bank: (request: VerifyRequest) => Answer): Promise<string> {
  return work({ kind: 'text', request }, bank);
}

/** A picture of which this much is known, and no more than a number: the bank is asked for it by itself. */
function checkPicture(detection: Detection, bank: (request: VerifyRequest) => Answer): Promise<string> {
  return work({ kind: 'pictures', files: [], caption: '' }, bank, detection);
}

async function work(
  what: Job['what'],
  bank: (request: VerifyRequest) => Answer,
  detection?: Detection,
): Promise<string> {
  const later = new Map<string, Answer>();
  const verify = async (sent: VerifyRequest, _caller: unknown, { requestId = '', doubtful }: CallOptions) => {
    doubts.push(doubtful);
    const number = sent.account ?? sent.phone ?? 'nothing';
    asked.push(`${sent.provider ?? 'any'} ${number}`);
    const answer = bank(sent);
    if (answer instanceof Failure) throw answer;
    if (answer === 'slow and not found') {
      later.set(requestId, answer);
      return { verdict: 'pending', position: 1 };
    }
    return { verdict: 'verified' } as Verification;
  };
  const gone = { processingStatus: 'failed', failure: new Failure('receipt_not_found') };
  const needsAccount = new Failure('needs_account', {
    providerKey: 'cbe',
    ...(detection?.reference && { reference: detection.reference }),
    ...(detection && { detections: [detection] }),
  });
  const engine = Object.assign(Object.create(application.engine) as Engine, {
    verify,
    verifyImage: () => Promise.reject(needsAccount),
    request: async (id: string) => (later.has(id) ? gone : Promise.reject(new Failure('not_found'))),
    events: async () => [{ state: gone }],
  });
  const given = { chat: 1, message: 1, part: '', person: 'p', shop, group: false, locale: 'en' as const };
  const job = newJob({ ...given, what } as Parameters<typeof newJob>[0], Date.now());
  const context = {
    job,
    signal: new AbortController().signal,
    save: async (change: object) => void Object.assign(job, change),
  } as unknown as JobContext;
  const deps = { engine, files: {} as never, now: Date.now, slowMs: 1 };
  try {
    return (await verifyReceipt(deps, context, { caller, onSlow: () => undefined })).verdict;
  } catch (error) {
    if (error instanceof Failure) return error.failure;
    throw error;
  }
}

const save = (provider: string, ...numbers: string[]) =>
  Promise.all(numbers.map((number) => application.engine.shops.saveAccount(shop, { provider, number })));
const notFound = new Failure('receipt_not_found');
const ft = 'FT26140CA1B2';

it('every saved account is tried, also where the bank is slow about the first', async () => {
  await save('cbe', '1000111122223', '1000444455556');
  expect(
    await check({ reference: ft }, ({ account }) => (account?.endsWith('3') ? 'slow and not found' : 'paid')),
  ).toBe('verified');
  expect(asked).toHaveLength(2);
});

it('a bank that knows the receipt on none of the accounts denies it; one that failed about any does not', async () => {
  await save('cbe', '1000111122223', '1000444455556');
  const link = { url: `https://apps.cbe.com.et:100/?id=${ft}` };
  expect(await check(link, () => notFound)).toBe('receipt_not_found');
  const timeout = new Failure('bank_timeout');
  expect(await check(link, ({ account }) => (account?.endsWith('3') ? notFound : timeout))).toBe(
    'bank_timeout',
  );
  expect(await check(link, ({ account }) => (account?.endsWith('3') ? timeout : notFound))).toBe(
    'bank_timeout',
  );
  expect(asked).toHaveLength(6);
});

it("an FT number that the shop's banks do not know may be of another bank: the person is asked", async () => {
  await save('cbe', '1000111122223');
  const bank = ({ account }: VerifyRequest) => (account ? notFound : new Failure('ambiguous'));
  expect(await check({ reference: ft }, bank)).toBe('ambiguous');
});

it('an FT number is asked for at the banks where the shop has accounts, and nowhere else', async () => {
  await save('cbe', '1000111122223');
  expect(await check({ reference: ft }, () => 'paid')).toBe('verified');
  expect(asked).toEqual(['cbe 1000111122223']);
});

it("CBE Birr is asked with the shop's own phone; whoever paid may have another, so its no only asks for that", async () => {
  await save('cbebirr', '0911223344');
  const reference = 'DKJ6A1B2C3D';
  const bank = ({ phone }: VerifyRequest) => (phone === undefined ? new Failure('needs_phone') : notFound);
  expect(await check({ reference }, () => 'paid')).toBe('verified');
  expect(asked).toEqual(['cbebirr 0911223344']);
  expect(await check({ reference }, bank)).toBe('needs_phone');
});

it("Bank of Abyssinia, whose receipts open with the payer's account, is never asked with the shop's", async () => {
  await save('boa', '12345678');
  expect(await check({ reference: ft }, () => new Failure('needs_account'))).not.toBe('receipt_not_found');
  expect(asked.join()).not.toContain('12345678');
});

it('a number that only a model has read stays doubtful when the bank is asked for it by itself, one in a code does not', async () => {
  await save('cbe', '1000111122223', '1000444455556');
  const shown = { provider: 'cbe', reference: ft, url: null, confidence: 1 };
  expect(await checkPicture({ ...shown, by: 'ai' }, () => new Failure('doubtful_reading'))).toBe(
    'doubtful_reading',
  );
  // Each of the shop's accounts was tried: the one that was paid may be another.
  expect(asked).toHaveLength(2);
  expect(doubts).toEqual([true, true]);
  expect(await checkPicture({ ...shown, by: 'qr' }, () => notFound)).toBe('receipt_not_found');
  expect(doubts).toEqual([true, true, false, false]);
  expect(await check({ reference: ft, provider: 'cbe' }, () => notFound)).toBe('receipt_not_found');
  expect(doubts.slice(4)).toEqual([false, false]);
});

it('a bank that failed about one account outweighs a doubt about another', async () => {
  await save('cbe', '1000111122223', '1000444455556');
  const shown = { provider: 'cbe', reference: ft, url: null, confidence: 1, by: 'ai' } as const;
  const [doubt, timeout] = [new Failure('doubtful_reading'), new Failure('bank_timeout')];
  for (const [first, second] of [
    [doubt, timeout],
    [timeout, doubt],
  ] as const) {
    const bank = ({ account }: VerifyRequest) => (account?.endsWith('3') ? first : second);
    expect(await checkPicture(shown, bank)).toBe('bank_timeout');
  }
});
