/** Webhooks that the clients take, and those they refuse: the same as the library of the specification. */
import { type HeadersLike, MisuseError, resultOf, WebhookError, webhooks } from '@deresegn/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { bad, body, good, secret, signed } from './webhook-samples.js';

describe('webhooks.verify of the TypeScript client', () => {
  it.each<[string, HeadersLike, string | Uint8Array, string | string[]]>([
    ...good(),
    ['bytes', signed(), new TextEncoder().encode(body), secret],
    ['headers of fetch', new Headers(signed()), body, secret],
  ])('takes %s', (_, headers, raw, secrets) => {
    const event = webhooks.verify(headers, raw, secrets);
    expect(event.id).toBe('evt_1');
    if (event.type !== 'verification.completed') expect.fail(event.type);
    // Nothing was checked, so it is not accepted.
    expect(resultOf(event.data)).toMatchObject({ verdict: 'verified', accepted: false });
  });

  it.each(bad())('refuses %s, as standardwebhooks does', (_, headers, raw) => {
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
