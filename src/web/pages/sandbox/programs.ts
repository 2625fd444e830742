/** One request in four languages. Each runs as pasted, without a client library or any package. */
import { shellQuoted } from '../../../http/curl.js';
import type { Snippet } from '../landing/snippets.js';

interface Call {
  baseUrl: string;
  /** Body of the request. */
  body: object;
  /** True where the demo asks the simulated banks: there the programs run without a key too. */
  demo: boolean;
}

export function requestPrograms(call: Call): Snippet[] {
  return [
    { language: 'curl', text: curl(call) },
    { language: 'TypeScript', text: typescript(call) },
    { language: 'Python', text: python(call) },
    { language: 'PHP', text: php(call) },
  ];
}

function curl({ baseUrl, body, demo }: Call): string {
  const choose = demo ? '[ -n "$DERESEGN_KEY" ] && path=verify || path=demo-verify\n' : '';
  return `${choose}curl -sS ${baseUrl}/api/${demo ? '$path' : 'verify'} \\
  -H 'content-type: application/json' -H "x-api-key: $DERESEGN_KEY" \\
  -d ${shellQuoted(JSON.stringify(body))}`;
}

function typescript({ baseUrl, body, demo }: Call): string {
  const path = demo ? `\${key ? 'verify' : 'demo-verify'}` : 'verify';
  return `const key = process.env.DERESEGN_KEY ?? '';
const response = await fetch(\`${baseUrl}/api/${path}\`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: JSON.stringify(${JSON.stringify(body)}),
});
const answer = await response.json();
console.log(response.status, answer.verdict, answer.payment?.amount ?? answer.error.reason ?? answer.error.code);`;
}

function python({ baseUrl, body, demo }: Call): string {
  const path = demo ? '" + ("verify" if key else "demo-verify")' : 'verify"';
  return `import json, os, urllib.error, urllib.request

key = os.environ.get("DERESEGN_KEY", "")
request = urllib.request.Request(
    "${baseUrl}/api/${path},
    data=json.dumps(${JSON.stringify(body)}).encode(),
    headers={"content-type": "application/json", "x-api-key": key},
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
answer = json.load(response)
payment, error = answer.get("payment"), answer.get("error") or {}
print(response.status, answer["verdict"], payment["amount"] if payment else error.get("reason") or error.get("code"))`;
}

function php({ baseUrl, body, demo }: Call): string {
  const path = demo ? "' . ($key === '' ? 'demo-verify' : 'verify')" : "verify'";
  return `<?php
$key = getenv('DERESEGN_KEY') ?: '';
$text = file_get_contents('${baseUrl}/api/${path}, false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => "content-type: application/json\\r\\nx-api-key: $key",
    'content' => '${JSON.stringify(body)}',
    'ignore_errors' => true,
]]));
$answer = json_decode($text, true);
$why = $answer['error']['reason'] ?? $answer['error']['code'] ?? '';
echo $answer['verdict'], ' ', $answer['payment']['amount'] ?? $why, "\\n";`;
}
