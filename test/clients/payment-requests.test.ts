/** Payment requests with each client, against the whole service: every status, and what becomes of a receipt. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Deresegn } from '@deresegn/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as names from '../../src/engine/store/key-names.js';
import { runOut } from '../engine/payment-requests/support.js';
import { code } from '../extractor/pictures.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { sandboxOrder } from './support.js';

let store: TestStore;
let environment: TestEnvironment;
let url: string;
beforeAll(async () => {
  store = await openTestStore();
  environment = await openEnvironment({}, { url: store.url, close: async () => undefined });
  url = await listen(environment);
  environment.engine.startRecovery();
});
afterAll(async () => {
  await environment?.close();
  await store?.close();
});

const paying = sandboxOrder('7T1Z');
const pictured = sandboxOrder('7U1Z');
const notBefore = '2026-11-01T00:00:00Z';

interface Given {
  url: string;
  key: string;
  /** Of a request whose time is over. */
  expired: string;
  /** A picture of the second receipt, base64. */
  picture: string;
}

/** An account of its own: a receipt pays one request of an account. */
async function given(): Promise<Given> {
  const { key, account } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
  const receivers = [{ provider: 'telebirr', account: paying.order.account }];
  const caller = await environment.engine.admit(key);
  const { id } = await environment.engine.paymentRequests.create(caller, { amount: 5, receivers });
  await runOut(store, account, id);
  await store.client.zadd(names.duePaymentRequests(), 0, `${account}/${id}`);
  await expect
    .poll(async () => (await environment.engine.paymentRequests.get(account, id)).status)
    .toBe('expired');
  const { resolvedUrl } = (
    await environment.post(key, { reference: pictured.reference }, '/api/resolve')
  ).json();
  return { url, key, expired: id, picture: (await code(resolvedUrl, 8)).toString('base64') };
}

/** What each program says of the same steps. */
const expected = {
  twice: true,
  gone: ['not_verified', 'not_found', 'open'],
  paid: ['paid', 'paid', '0.00'],
  used: ['used', 'open'],
  review: ['review', 'review', 'over'],
  refused: 'open',
  accepted: 'paid',
  canceled: 'canceled',
  expired: 'expired',
  listed: ['paid', false],
  unknown: 'not_found',
};

/** In JSON, for the programs in other languages. */
function steps(all: Given): string {
  const wallet = ({ order }: typeof paying) => [{ provider: 'telebirr', account: order.account, name: null }];
  return JSON.stringify({
    ...all,
    ...{ notBefore, reference: paying.reference, amount: paying.order.amount },
    ...{ receivers: wallet(paying), pictureReceivers: wallet(pictured) },
  });
}

async function said(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const all = await given();
  const { stdout } = await promisify(execFile)(program, args, {
    env: { PATH: process.env.PATH, GIVEN: steps(all), DERESEGN_URL: url, DERESEGN_KEY: all.key, ...env },
  });
  return JSON.parse(stdout);
}

it('the TypeScript client makes, pays, decides, cancels and lists payment requests', async () => {
  const { key, expired, picture } = await given();
  const { paymentRequests } = new Deresegn({ url, key });
  const wallet = ({ order }: typeof paying) => [{ provider: 'telebirr', account: order.account }];
  const order = { amount: paying.order.amount, notBefore, receivers: wallet(paying), externalId: '17' };
  const once = { idempotencyKey: 'order-17' };
  const { id } = await paymentRequests.create(order, once);
  const again = await paymentRequests.create(order, once);
  const gone = await paymentRequests.handIn(id, { reference: 'DKK4A1GONE' });
  const paid = await paymentRequests.handIn(id, { text: `I paid, ${paying.reference}` });
  const other = await paymentRequests.create({ ...order, externalId: '18' });
  const used = await paymentRequests.handIn(other.id, { reference: paying.reference });
  const over = { amount: '1.00', toleranceOver: '0', notBefore, receivers: wallet(pictured) };
  const doubtful = await paymentRequests.create(over);
  const images = [picture] as const;
  const review = await paymentRequests.handIn(doubtful.id, { images });
  const refused = await paymentRequests.refuse(doubtful.id, 'too much');
  await paymentRequests.handIn(doubtful.id, { images });
  const list = await paymentRequests.list({ externalId: '17' });
  expect({
    twice: again.id === id,
    gone: [gone.attempt.outcome, gone.attempt.reason, gone.paymentRequest.status],
    paid: [paid.attempt.outcome, paid.paymentRequest.status, paid.paymentRequest.remaining],
    used: [used.attempt.outcome, used.paymentRequest.status],
    review: [review.attempt.outcome, review.paymentRequest.status, review.paymentRequest.review?.reasons[0]],
    refused: refused.status,
    accepted: (await paymentRequests.accept(doubtful.id, 'gave change')).status,
    canceled: (await paymentRequests.cancel(other.id)).status,
    expired: (await paymentRequests.get(expired)).status,
    listed: [list.paymentRequests[0]?.status, list.more],
    unknown: await paymentRequests.get('pr_none').catch((error: { code: string }) => error.code),
  }).toEqual(expected);
  await expect(paymentRequests.handIn(id, {} as never)).rejects.toThrow('exactly one of');
});

describe('the Python client', { tags: ['needs-python3'] }, () => {
  it('does the same', async () => {
    const program = `
import json, os
from deresegn import ApiError, Deresegn, MisuseError
given = json.loads(os.environ["GIVEN"])
api = Deresegn().payment_requests
order = dict(not_before=given["notBefore"], receivers=given["receivers"])
made = api.create(given["amount"], external_id="17", idempotency_key="order-17", **order)
again = api.create(given["amount"], external_id="17", idempotency_key="order-17", **order)
gone = api.hand_in(made["id"], reference="DKK4A1GONE")
paid = api.hand_in(made["id"], text="I paid, " + given["reference"])
other = api.create(given["amount"], external_id="18", **order)
used = api.hand_in(other["id"], reference=given["reference"])
doubtful = api.create("1.00", tolerance_over=0, not_before=given["notBefore"], receivers=given["pictureReceivers"])
review = api.hand_in(doubtful["id"], images=[given["picture"]])
refused = api.refuse(doubtful["id"], "too much")
api.hand_in(doubtful["id"], images=[given["picture"]])
found = api.list(external_id="17")
try:
    api.get("pr_none")
except ApiError as error:
    unknown = error.code
try:
    api.hand_in(made["id"])
except MisuseError:
    pass
print(json.dumps({
    "twice": again["id"] == made["id"],
    "gone": [gone["attempt"]["outcome"], gone["attempt"]["reason"], gone["paymentRequest"]["status"]],
    "paid": [paid["attempt"]["outcome"], paid["paymentRequest"]["status"], paid["paymentRequest"]["remaining"]],
    "used": [used["attempt"]["outcome"], used["paymentRequest"]["status"]],
    "review": [review["attempt"]["outcome"], review["paymentRequest"]["status"], review["paymentRequest"]["review"]["reasons"][0]],
    "refused": refused["status"],
    "accepted": api.accept(doubtful["id"], "gave change")["status"],
    "canceled": api.cancel(other["id"])["status"],
    "expired": api.get(given["expired"])["status"],
    "listed": [found["paymentRequests"][0]["status"], found["more"]],
    "unknown": unknown,
}))`;
    const env = { PYTHONPATH: join(repository, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' };
    expect(await said('python3', ['-c', program], env)).toEqual(expected);
  });
});

describe('deresegn.php', { tags: ['needs-php'] }, () => {
  it('does the same', async () => {
    const program = `
require $argv[1];
use function Deresegn\\{createPaymentRequest, getPaymentRequest, listPaymentRequests, handInReceipt, cancelPaymentRequest,
  acceptPaymentRequest, refusePaymentRequest};
$given = json_decode(getenv('GIVEN'), true);
$common = ['amount' => $given['amount'], 'notBefore' => $given['notBefore'], 'receivers' => $given['receivers']];
$made = createPaymentRequest($common + ['externalId' => '17'], 'order-17');
$again = createPaymentRequest($common + ['externalId' => '17'], 'order-17');
$gone = handInReceipt($made['id'], ['reference' => 'DKK4A1GONE']);
$paid = handInReceipt($made['id'], ['text' => 'I paid, ' . $given['reference']]);
$other = createPaymentRequest($common + ['externalId' => '18'], 'order-18');
$used = handInReceipt($other['id'], ['reference' => $given['reference']]);
$doubtful = createPaymentRequest(['amount' => '1.00', 'toleranceOver' => '0', 'receivers' => $given['pictureReceivers']] + $common, 'order-19');
$images = ['images' => [['imageBase64' => $given['picture']]]];
$review = handInReceipt($doubtful['id'], $images);
$refused = refusePaymentRequest($doubtful['id'], 'too much');
handInReceipt($doubtful['id'], $images);
$found = listPaymentRequests(['externalId' => '17']);
try { getPaymentRequest('pr_none'); } catch (Deresegn\\ServiceError $error) { $unknown = $error->mayRepeat ? 'repeat' : 'not_found'; }
echo json_encode([
  'twice' => $again['id'] === $made['id'],
  'gone' => [$gone['attempt']['outcome'], $gone['attempt']['reason'], $gone['paymentRequest']['status']],
  'paid' => [$paid['attempt']['outcome'], $paid['paymentRequest']['status'], $paid['paymentRequest']['remaining']],
  'used' => [$used['attempt']['outcome'], $used['paymentRequest']['status']],
  'review' => [$review['attempt']['outcome'], $review['paymentRequest']['status'], $review['paymentRequest']['review']['reasons'][0]],
  'refused' => $refused['status'],
  'accepted' => acceptPaymentRequest($doubtful['id'], 'gave change')['status'],
  'canceled' => cancelPaymentRequest($other['id'])['status'],
  'expired' => getPaymentRequest($given['expired'])['status'],
  'listed' => [$found['paymentRequests'][0]['status'], $found['more']],
  'unknown' => $unknown,
]);`;
    expect(await said('php', ['-r', program, join(repository, 'clients/php/deresegn.php')], {})).toEqual(
      expected,
    );
  });
});
