/** One call in three languages. Each runs as pasted: without a key it uses the demo. */

export interface Snippet {
  language: string;
  text: string;
}

/** @param reference a receipt of the simulated banks, in the service's own spelling: letters and digits */
export function snippets(baseUrl: string, reference: string): Snippet[] {
  return [
    { language: 'curl', text: curl(baseUrl, reference) },
    { language: 'TypeScript', text: typescript(baseUrl, reference) },
    { language: 'Python', text: python(baseUrl, reference) },
  ];
}

function curl(baseUrl: string, reference: string): string {
  return `[ -n "$DERESEGN_KEY" ] && path=verify || path=demo-verify
curl -sS ${baseUrl}/api/$path \\
  -H 'content-type: application/json' -H "x-api-key: $DERESEGN_KEY" \\
  -d '{"reference":"${reference}"}'`;
}

function typescript(baseUrl: string, reference: string): string {
  return `const key = process.env.DERESEGN_KEY;
const response = await fetch(\`${baseUrl}/api/\${key ? 'verify' : 'demo-verify'}\`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(key ? { 'x-api-key': key } : {}) },
  body: JSON.stringify({ reference: '${reference}' }),
});
const answer = await response.json();
if (answer.verdict === 'verified') {
  console.log('paid', answer.payment.amount, answer.payment.payer.name);
} else {
  console.log(answer.verdict, answer.error.code ?? answer.error.reason);
}`;
}

function python(baseUrl: string, reference: string): string {
  return `import json, os, urllib.error, urllib.request

key = os.environ.get("DERESEGN_KEY")
request = urllib.request.Request(
    "${baseUrl}/api/" + ("verify" if key else "demo-verify"),
    data=json.dumps({"reference": "${reference}"}).encode(),
    headers={"content-type": "application/json", **({"x-api-key": key} if key else {})},
)
try:
    answer = json.load(urllib.request.urlopen(request))
except urllib.error.HTTPError as error:
    answer = json.load(error)
if answer["verdict"] == "verified":
    print("paid", answer["payment"]["amount"], answer["payment"]["payer"]["name"])
else:
    print(answer["verdict"], answer["error"].get("code") or answer["error"].get("reason"))`;
}
