/** One order, paid with a payment request, in each language. Each runs as pasted; repeats create the same request. */
import { curlJson } from '../../../http/curl.js';
import { order } from '../landing/snippets.js';

/** What the simulated receipt of the order shows. */
const paidOrder = { ...order, id: '17' } as const;

/** Simulated receipts are dated by their reference. */
const notBefore = '2026-11-01T00:00:00Z';
const api = '/api/payment-requests';
const idHeader = `-H 'idempotency-key: order-${paidOrder.id}'`;

const request = {
  amount: paidOrder.amount,
  description: `Order ${paidOrder.id}`,
  externalId: paidOrder.id,
  notBefore,
};

/** The commands of the page, in order. */
export function paymentCommands(baseUrl: string) {
  const withKey = '-H "x-api-key: $DERESEGN_KEY"';
  const idOf = `node -p 'JSON.parse(process.argv[1]).id' "$request"`;
  const { account, reference } = paidOrder;
  const make = curlJson(baseUrl, api, request).replace(' \\\n  -d', ` ${idHeader} \\\n  -d`);
  return {
    address: `export DERESEGN_URL=${baseUrl}`,
    account: curlJson(baseUrl, '/api/receiving-accounts', { provider: 'telebirr', account }),
    make: `request=$(${make})\necho "$request"\nid=$(${idOf})`,
    handIn: curlJson(baseUrl, `${api}/ID/receipts`, { reference }).replace('/ID/', '/$id/'),
    show: `curl -sS ${withKey} ${baseUrl}${api}/$id`,
  };
}

/** The same in programs, with the clients. */
export function paymentPrograms(): { language: string; install: string; text: string }[] {
  return [
    { language: 'TypeScript', install: 'clients/typescript', text: typescript() },
    { language: 'Python', install: 'clients/python', text: python() },
    { language: 'PHP', install: 'clients/php/deresegn.php', text: php() },
  ];
}

function typescript(): string {
  return `import { Deresegn } from '@deresegn/client';

const { paymentRequests } = new Deresegn();
const order = { id: '${paidOrder.id}', amount: '${paidOrder.amount}' };

const request = await paymentRequests.create(
  {
    amount: order.amount,
    description: \`Order \${order.id}\`,
    externalId: order.id,
    notBefore: '${notBefore}',
  },
  { idempotencyKey: \`order-\${order.id}\` },
);
console.log('send the customer to', request.url);

const { attempt, paymentRequest } = await paymentRequests.handIn(request.id, {
  reference: '${paidOrder.reference}',
});
if (paymentRequest.status === 'paid') console.log('paid', paymentRequest.paid);
else console.log('not paid:', attempt.outcome, attempt.reason);`;
}

function python(): string {
  return `from deresegn import Deresegn

payment_requests = Deresegn().payment_requests
order = {"id": "${paidOrder.id}", "amount": "${paidOrder.amount}"}

request = payment_requests.create(
    order["amount"],
    description="Order " + order["id"],
    external_id=order["id"],
    not_before="${notBefore}",
    idempotency_key="order-" + order["id"],
)
print("send the customer to", request["url"])

answer = payment_requests.hand_in(request["id"], reference="${paidOrder.reference}")
attempt, payment_request = answer["attempt"], answer["paymentRequest"]
if payment_request["status"] == "paid":
    print("paid", payment_request["paid"])
else:
    print("not paid:", attempt["outcome"], attempt["reason"])`;
}

function php(): string {
  return `<?php
require 'deresegn.php';

$order = ['id' => '${paidOrder.id}', 'amount' => '${paidOrder.amount}'];

$request = Deresegn\\createPaymentRequest([
    'amount' => $order['amount'],
    'description' => "Order {$order['id']}",
    'externalId' => $order['id'],
    'notBefore' => '${notBefore}',
], "order-{$order['id']}");
echo 'send the customer to ', $request['url'], "\\n";

['attempt' => $attempt, 'paymentRequest' => $paymentRequest] =
    Deresegn\\handInReceipt($request['id'], ['reference' => '${paidOrder.reference}']);
if ($paymentRequest['status'] === 'paid') {
    echo 'paid ', $paymentRequest['paid'], "\\n";
} else {
    echo 'not paid: ', $attempt['outcome'], ' ', $attempt['reason'], "\\n";
}`;
}
