/** Payment requests with the clients of other languages, against the whole service: the same steps, and the same ends. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../support/processes.js';
import { expected, type Given, notBefore, openShops, paying, pictured, type Shops } from './order-steps.js';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.close());

/** In JSON. */
function steps(all: Given): string {
  const wallet = ({ order }: typeof paying) => [{ provider: 'telebirr', account: order.account, name: null }];
  return JSON.stringify({
    ...all,
    ...{ notBefore, reference: paying.reference, amount: paying.order.amount },
    ...{ receivers: wallet(paying), pictureReceivers: wallet(pictured) },
  });
}

async function said(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const all = await shops.open();
  const { stdout } = await promisify(execFile)(program, args, {
    env: { PATH: process.env.PATH, GIVEN: steps(all), DERESEGN_URL: all.url, DERESEGN_KEY: all.key, ...env },
  });
  return JSON.parse(stdout);
}

describe('the Python client', { tags: ['needs-python3'] }, () => {
  it('does as the TypeScript client does', async () => {
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
  it('does as the TypeScript client does', async () => {
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
