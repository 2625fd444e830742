/** Webhooks as the library of the specification signs them, and such as no client may take. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export const secret = `whsec_${randomBytes(32).toString('base64')}`;
export const other = `whsec_${randomBytes(32).toString('base64')}`;
export const body = JSON.stringify({
  type: 'verification.completed',
  timestamp: '2026-11-20T07:30:01.000Z',
  data: { ok: true, verdict: 'verified', processingStatus: 'completed', payment: { payer: { name: 'ሰላም' } } },
});

type Headers = Record<string, string>;

/** As the service signs it, `seconds` ago. */
export function signed(by = secret, seconds = 0, text = body): Headers & { 'webhook-signature': string } {
  const at = new Date(Date.now() - seconds * 1_000);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('evt_1', at, text),
  };
}

/** Of one second: a signature holds for its own timestamp only. */
function withSignature(change: (signature: string) => string): Headers {
  const headers = signed();
  return { ...headers, 'webhook-signature': change(headers['webhook-signature']) };
}

/** With the secrets that a program gives. Made when they are used: they expire, and several test files share this one. */
export const good = (): [name: string, headers: Headers, body: string, secrets: string | string[]][] => [
  ['a signed text', signed(), body, secret],
  [
    'capitals',
    Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])),
    body,
    secret,
  ],
  ['the old secret beside the new one', signed(other), body, [secret, other]],
  [
    'a signature of both secrets',
    withSignature((signature) => `v1,${'A'.repeat(43)}= ${signature}`),
    body,
    secret,
  ],
  ['four minutes', signed(secret, 240), body, secret],
];

/** For `secret`. */
export const bad = (): [name: string, headers: Headers, body: string][] => [
  ['another body', signed(), body.replace('verified', 'Verified')],
  ['another secret', signed(other), body],
  ['another id', { ...signed(), 'webhook-id': 'evt_2' }, body],
  ['another time', { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) }, body],
  ['six minutes', signed(secret, 360), body],
  ['the future', signed(secret, -360), body],
  ['no signature', { ...signed(), 'webhook-signature': '' }, body],
  ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }, body],
  ['another version', withSignature((signature) => signature.replace('v1,', 'v2,')), body],
  ['no header', {}, body],
];
