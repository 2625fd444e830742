/** What the clients are asked to decide about: an order for every ending of the sandbox. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Deresegn } from '@deresegn/client';
import { expect, onTestFinished } from 'vitest';
import { factsOf, seededInt } from '../../src/sandbox/fake-data.js';
import { outcomeNamed, outcomeNames } from '../../src/sandbox/outcomes.js';
import { repository } from '../support/processes.js';

export interface Order {
  id: string;
  amount: string;
  account: string;
}

interface Service {
  url: string;
  key: string;
}

type Decide = (order: Order, reference: string) => Promise<string>;

/** Every ending, and one of a settled payment. */
export const endings = outcomeNames.map((name) => (name === 'SETTLED' ? 'A1B2' : name));

/** A receipt of telebirr with this ending, paid to a wallet, and the order that it pays, if it is settled. */
export function sandboxOrder(ending: string, start = 'DKK4A'): { order: Order; reference: string } {
  const all = [...'123456789'].map((digit) => `${start}${digit}${ending}`);
  const reference = all.find((one) => seededInt(one, 'wallet to bank', 3) !== 0) ?? '';
  const { amount, receiver } = factsOf(reference);
  const account = receiver.phone;
  return { reference, order: { id: `order-${reference}`, amount: (amount / 100).toFixed(2), account } };
}

/** What the ten lines say of an ending. */
export function expectedOf(ending: string): string {
  const { answer } = outcomeNamed(ending === 'A1B2' ? 'SETTLED' : ending);
  if (answer === 'verified') return 'paid';
  const isNo = ['not_found', 'not_settled', 'mismatch'].includes(answer);
  return isNo ? `refused: ${answer}` : `try again later: ${answer}`;
}

/** What a program of each client says of the same batch. */
export const expectedOfBatch = {
  total: 3,
  twice: true,
  verdicts: [
    ['order 17', 'verified'],
    [null, 'not_verified'],
    ['order 19', 'could_not_check'],
  ],
  /** Nobody was expected to be paid. */
  accepted: [false, false, false],
  invalid: 'items.0.expect',
};

/** The ten lines of the TypeScript client, with this service and key in their environment. */
export async function programOf(
  service: Service,
  atEnd: typeof onTestFinished = onTestFinished,
): Promise<Decide> {
  return (await exampleOf<{ decide: Decide }>('decide', service, atEnd)).decide;
}

/** The example for Next.js, with these orders and this service and key in its environment. */
export async function nextRouteOf(
  sales: Readonly<Record<string, Pick<Sale, 'amount' | 'account'>>>,
  service: Service,
  atEnd: typeof onTestFinished,
) {
  const orders = Object.entries(sales).map(([id, { amount, account }]) => [id, { amount, account }] as const);
  type Route = typeof import('../../clients/typescript/examples/next-route.js');
  const { POST } = await exampleOf<Route>('next-route', service, atEnd, (source) =>
    source
      .replace(/(?<=const orders.*= )\{[\s\S]*?\n\}/, JSON.stringify(Object.fromEntries(orders)))
      // On a busy machine a bank that is asked three times may take longer.
      .replace(/timeoutMs: [\d_]+/, 'timeoutMs: 120_000'),
  );
  return POST;
}

async function exampleOf<Module>(
  name: string,
  service: Service,
  atEnd: typeof onTestFinished,
  changed: (source: string) => string = (source) => source,
): Promise<Module> {
  const directory = await mkdtemp(join(tmpdir(), 'deresegn-program-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  const source = await readFile(join(repository, `clients/typescript/examples/${name}.ts`), 'utf8');
  const path = join(directory, `${name}.ts`);
  // The environment of the test runner is shared by all tests.
  const own = source.replace('new Deresegn()', `new Deresegn(${JSON.stringify(service)})`);
  await writeFile(path, changed(own));
  return (await import(path)) as Module;
}

interface Sale {
  amount: string;
  account: string;
  text: string;
  /** What the shop answers: status and body. */
  said: [status: number, body: object];
}

/** Orders of a shop of the examples, and what its customers send. @param start of the references, one for each shop */
export function salesOf(start: string): Record<string, Sale> {
  const [right, wrong, stranger] = [
    sandboxOrder('7S1Z', start),
    sandboxOrder('7S2Z', start),
    sandboxOrder('7S3Z', start),
  ];
  const no = (...why: string[]): Sale['said'] => [422, { status: 'not accepted', why }];
  const { account } = right.order;
  return {
    paid: { ...right.order, text: `I paid, ${right.reference}`, said: [200, { status: 'paid' }] },
    less: { ...wrong.order, amount: '1.00', text: wrong.reference, said: no('amount_mismatch') },
    toOthers: { ...stranger.order, account, text: stranger.reference, said: no('receiver_mismatch') },
    gone: { amount: '5', account, text: 'DKK4A1GONE', said: no('not_found') },
    unsettled: { amount: '5', account, text: 'DKK4A1PEND', said: no('not_settled') },
    noReceipt: { amount: '5', account, text: 'hello', said: no('unsupported_reference') },
    outage: {
      ...{ amount: '5', account, text: 'DKK4A1WALL' },
      said: [503, { status: 'try again later', why: ['bank_blocked'] }],
    },
  };
}

/** One whose bank answers too late for the route: `slow` says so to the shops under test. */
export function lateSale(start: string): Pick<Sale, 'amount' | 'account' | 'text'> {
  const { order, reference } = sandboxOrder('7S4Z', start);
  return { ...order, text: `a slow bank: ${reference}` };
}

/** The shop is paid to the accounts of these orders, but the one of a stranger. */
export async function saveAccounts(
  { receivingAccounts }: Pick<Deresegn, 'receivingAccounts'>,
  sales: readonly Pick<Sale, 'account'>[],
): Promise<void> {
  for (const account of new Set(sales.map((sale) => sale.account))) {
    await receivingAccounts.add({ provider: 'telebirr', account });
  }
}

/** POST of a body, as text, to a path of a shop. */
type Send = (path: string, body: string) => Promise<Response>;

/** A shop of the examples, sent the receipts of its customers. */
export async function expectSales(start: string, send: Send): Promise<void> {
  const sales = salesOf(start);
  const said = await Promise.all(
    Object.entries(sales).map(async ([id, { text }]) => {
      const response = await send(`/orders/${id}/receipt`, JSON.stringify({ text }));
      return [id, [response.status, await response.json()]];
    }),
  );
  const expected = Object.entries(sales).map(([id, sale]) => [id, sale.said]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
  expect((await send('/orders/none/receipt', '{"text":"hello"}')).status).toBe(404);
  for (const wrong of ['{}', '{', '[1]', '']) {
    expect((await send('/orders/gone/receipt', wrong)).status, wrong).toBeOneOf([400, 422]);
  }
}

/** The same shop, with an order `late`, whose end a webhook tells; it believes no webhook of others. */
export async function expectWebhooks(start: string, send: Send): Promise<void> {
  const forged = JSON.stringify({ type: 'verification.completed', timestamp: new Date(), data: {} });
  expect((await send('/hooks/deresegn', forged)).status).toBe(400);
  const later = await send('/orders/late/receipt', JSON.stringify({ text: lateSale(start).text }));
  expect([later.status, await later.json()]).toEqual([202, { status: 'the bank is asked' }]);
  // No receipt of an order that is paid is looked up again.
  const again = async () => (await send('/orders/late/receipt', '{"text":"hello"}')).status;
  while ((await again()) !== 200) await setTimeout(50);
}
