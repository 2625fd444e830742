/** Webhooks that the clients take, and those they refuse: the same as the library of the specification. */
import { randomBytes } from 'node:crypto';
import { type HeadersLike, MisuseError, resultOf, WebhookError, webhooks } from '@deresegn/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({
  type: 'verification.completed',
  timestamp: '2026-11-20T07:30:01.000Z',
  data: { ok: true, verdict: 'verified', processingStatus: 'completed', payment: { payer: { name: 'ሰላም' } } },
});

/** As the service signs it, `seconds` ago. */
function signed(by = secret, seconds = 0, text = body): Record<string, string> {
  const at = new Date(Date.now() - seconds * 1_000);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('evt_1', at, text),
  };
}

describe('webhooks.verify of the TypeScript client', () => {
  it.each<[string, HeadersLike, string | Uint8Array, string | string[]]>([
    ['a signed text', signed(), body, secret],
    ['bytes', signed(), new TextEncoder().encode(body), secret],
    ['headers of fetch', new Headers(signed()), body, secret],
    [
      'capitals',
      Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])),
      body,
      secret,
    ],
    ['the old secret beside the new one', signed(other), body, [secret, other]],
    [
      'a signature of both secrets',
      { ...signed(), 'webhook-signature': `v1,${'A'.repeat(43)}= ${signed()['webhook-signature']}` },
      body,
      secret,
    ],
    ['four minutes', signed(secret, 240), body, secret],
  ])('takes %s', (_, headers, raw, secrets) => {
    const event = webhooks.verify(headers, raw, secrets);
    expect(event.id).toBe('evt_1');
    if (event.type !== 'verification.completed') expect.fail(event.type);
    // Nothing was checked, so it is not accepted.
    expect(resultOf(event.data)).toMatchObject({ verdict: 'verified', accepted: false });
  });

  it.each<[string, Record<string, string>, string]>([
    ['another body', signed(), body.replace('verified', 'Verified')],
    ['another secret', signed(other), body],
    ['another id', { ...signed(), 'webhook-id': 'evt_2' }, body],
    ['another time', { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) }, body],
    ['six minutes', signed(secret, 360), body],
    ['the future', signed(secret, -360), body],
    ['no signature', { ...signed(), 'webhook-signature': '' }, body],
    ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }, body],
    [
      'another version',
      { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v2,') ?? '' },
      body,
    ],
    ['no header', {}, body],
  ])('refuses %s, as standardwebhooks does', (_, headers, raw) => {
    expect(() => new Webhook(secret).verify(raw, headers)).toThrow();
    expect(() => webhooks.verify(headers, raw, secret)).toThrow(WebhookError);
  });

  it.each<[string, unknown, unknown]>([
    ['a body that was parsed', JSON.parse(body), secret],
    ['no secret', body, ''],
    ['no secrets', body, []],
    ['a secret of something else', body, 'vk_test_x'],
  ])('tells the program that it gives %s', (_, raw, given) => {
    expect(() => webhooks.verify(signed(), raw as string, given as string)).toThrow(MisuseError);
  });
});
