/** The decision of a shop in three languages, each with its client. Each runs as pasted, and says what to do with the order. */
import { order, type Snippet } from '../landing/snippets.js';

const { id, reference, amount, account } = order;

/** As in the READMEs of the clients. */
export const installation = `# TypeScript
npm ci --prefix ../deresegn && npm install "./$(npm pack --silent ../deresegn/clients/typescript)"
# Python
pip install ../deresegn/clients/python
# PHP
cp ../deresegn/clients/php/deresegn.php .`;

const typescript = `import { Deresegn } from '@deresegn/client';

const deresegn = new Deresegn();
const order = { id: '${id}', amount: '${amount}', account: '${account}' };

const result = await deresegn.verifyUntilResolved(
  { reference: '${reference}', expect: { amount: order.amount, account: order.account, bank: 'telebirr' } },
  { idempotencyKey: order.id },
);
if (result.verdict === 'could_not_check') {
  console.log('ask again later:', result.reason);
} else if (result.verdict === 'not_verified') {
  console.log('do not hand over:', result.reason);
} else if (!result.accepted) {
  console.log('not for this order:', result.problems.join(', '));
} else {
  console.log('hand over:', result.payment.amount);
}
console.error('log:', order.id, result.verdict, result.requestId);
`;

const python = `import sys

from deresegn import Deresegn, Expect

deresegn = Deresegn()
order = {"id": "${id}", "amount": "${amount}", "account": "${account}"}

result = deresegn.verify_until_resolved(
    reference="${reference}",
    expect=Expect(amount=order["amount"], account=order["account"], bank="telebirr"),
    idempotency_key=order["id"],
)
if result.verdict == "could_not_check":
    print("ask again later:", result.reason)
elif result.verdict == "not_verified":
    print("do not hand over:", result.reason)
elif not result.accepted:
    print("not for this order:", ", ".join(result.problems))
else:
    print("hand over:", result.payment["amount"])
print("log:", order["id"], result.verdict, result.request_id, file=sys.stderr)
`;

const php = `<?php
require 'deresegn.php';

$order = ['id' => '${id}', 'amount' => '${amount}', 'account' => '${account}'];

$expect = ['amount' => $order['amount'], 'account' => $order['account'], 'bank' => 'telebirr'];
try {
    $result = Deresegn\\verify(['reference' => '${reference}'], $expect, $order['id']);
} catch (Deresegn\\ServiceError $error) {
    exit('ask again later: ' . $error->getMessage() . "\\n");
}
$why = implode(', ', $result['why']);
echo match (true) {
    $result['accepted'] => 'hand over: ' . $result['body']['payment']['amount'],
    $result['verdict'] === 'could_not_check' => "ask again later: $why",
    $result['verdict'] === 'not_verified' => "do not hand over: $why",
    default => "not for this order: $why",
}, "\\n";
error_log("log: {$order['id']} {$result['verdict']} " . ($result['body']['requestId'] ?? ''));
`;

export const programs: readonly Snippet[] = [
  { language: 'TypeScript', text: typescript },
  { language: 'Python', text: python },
  { language: 'PHP', text: php },
];
