/**
 * One call in four languages. Each runs as pasted: without a key it uses the demo. Each approves only a verified
 * receipt with the expected amount and account that was not shown before.
 */

export interface Snippet {
  language: string;
  text: string;
}

/** A sandbox receipt; receiver and amount follow from its number. */
export const order = {
  id: 'order-17',
  reference: 'DKK4A1C0F3',
  amount: '3650.00',
  account: '0972835438',
} as const;

export function snippets(baseUrl: string): Snippet[] {
  return [
    { language: 'curl', text: curl(baseUrl) },
    { language: 'TypeScript', text: typescript(baseUrl) },
    { language: 'Python', text: python(baseUrl) },
    { language: 'PHP', text: php(baseUrl) },
  ];
}

function curl(baseUrl: string): string {
  const { id, reference, amount, account } = order;
  return `[ -n "$DERESEGN_KEY" ] && path=verify || path=demo-verify
curl -sS ${baseUrl}/api/$path \\
  -H 'content-type: application/json' -H "x-api-key: $DERESEGN_KEY" -H 'idempotency-key: ${id}' \\
  -d '{"reference":"${reference}","expect":{"amount":"${amount}","account":"${account}"}}'`;
}

function typescript(baseUrl: string): string {
  return `const order = { id: '${order.id}', amount: '${order.amount}', account: '${order.account}' };
const key = process.env.DERESEGN_KEY;
const response = await fetch(\`${baseUrl}/api/\${key ? 'verify' : 'demo-verify'}\`, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'idempotency-key': order.id,
    ...(key ? { 'x-api-key': key } : {}),
  },
  body: JSON.stringify({
    reference: '${order.reference}',
    expect: { amount: order.amount, account: order.account },
  }),
});
const answer = await response.json();
if (answer.verdict !== 'verified') {
  console.log(answer.verdict, answer.error.code ?? answer.error.reason, answer.error.docs);
} else if (!answer.checks.ok) {
  console.log('not for this order', JSON.stringify(answer.checks));
} else if (answer.history?.seenBefore) {
  console.log('used before', answer.history.firstAt, answer.history.firstBy);
} else {
  console.log('paid', answer.payment.amount, answer.payment.payer.name);
}`;
}

function python(baseUrl: string): string {
  return `import json, os, urllib.error, urllib.request

order = {"id": "${order.id}", "amount": "${order.amount}", "account": "${order.account}"}
key = os.environ.get("DERESEGN_KEY")
request = urllib.request.Request(
    "${baseUrl}/api/" + ("verify" if key else "demo-verify"),
    data=json.dumps({
        "reference": "${order.reference}",
        "expect": {"amount": order["amount"], "account": order["account"]},
    }).encode(),
    headers={
        "content-type": "application/json",
        "idempotency-key": order["id"],
        **({"x-api-key": key} if key else {}),
    },
)
try:
    answer = json.load(urllib.request.urlopen(request))
except urllib.error.HTTPError as error:
    answer = json.load(error)
if answer["verdict"] != "verified":
    error = answer["error"]
    print(answer["verdict"], error.get("code") or error.get("reason"), error["docs"])
elif not answer["checks"]["ok"]:
    print("not for this order", json.dumps(answer["checks"]))
elif answer.get("history", {}).get("seenBefore"):
    print("used before", answer["history"]["firstAt"], answer["history"]["firstBy"])
else:
    print("paid", answer["payment"]["amount"], answer["payment"]["payer"]["name"])`;
}

function php(baseUrl: string): string {
  return `<?php
$order = ['id' => '${order.id}', 'amount' => '${order.amount}', 'account' => '${order.account}'];
$key = getenv('DERESEGN_KEY');
$headers = ['content-type: application/json', 'idempotency-key: ' . $order['id']];
if ($key) $headers[] = 'x-api-key: ' . $key;
$request = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => $headers,
    'ignore_errors' => true,
    'content' => json_encode([
        'reference' => '${order.reference}',
        'expect' => ['amount' => $order['amount'], 'account' => $order['account']],
    ]),
]]);
$url = '${baseUrl}/api/' . ($key ? 'verify' : 'demo-verify');
$answer = json_decode(file_get_contents($url, false, $request), true);
if ($answer['verdict'] !== 'verified') {
    $error = $answer['error'];
    echo $answer['verdict'], ' ', $error['code'] ?? $error['reason'], ' ', $error['docs'];
} elseif (!$answer['checks']['ok']) {
    echo 'not for this order ', json_encode($answer['checks']);
} elseif ($answer['history']['seenBefore'] ?? false) {
    echo 'used before ', $answer['history']['firstAt'], ' ', $answer['history']['firstBy'];
} else {
    echo 'paid ', $answer['payment']['amount'], ' ', $answer['payment']['payer']['name'];
}`;
}
