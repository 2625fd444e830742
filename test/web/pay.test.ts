/** The page of payers over HTTP, as a phone without scripts uses it: what it says, what it keeps to itself, its limits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureKinds } from '../../src/engine/api/errors.js';
import { attemptOutcomes, Failure, type PaymentRequest } from '../../src/engine/index.js';
import { pageLanguages, wordsOf } from '../../src/web/i18n/index.js';
import { messageOf, refusalMessage, toneOf } from '../../src/web/pages/pay/pay-messages.js';
import { unpackingPdf } from '../extractor/hostile-files.js';
import { pdf } from '../extractor/pictures.js';
import { openEnvironment, otherAddress, type TestEnvironment } from '../sidecar/environment.js';
import { blank, listen, severalReceipts } from '../sidecar/pictures.js';
import { detection, finds, startAiEndpoint } from '../support/ai-endpoint.js';
import { ensureTimeInHour } from '../support/clock-window.js';

const says = wordsOf('en').pay.says;

describe('the words for a payer', () => {
  const kinds = Object.values(failureKinds);
  const own = { id: 'att_1', retrying: false, decision: null, oneOfSeveral: null } as const;

  it('exist for every outcome and every failure, in every language, with what to do', () => {
    for (const language of pageLanguages) {
      const { pay } = wordsOf(language);
      expect(Object.keys(pay.says)).toEqual(Object.keys(says));
      for (const [title = '', advice = ''] of Object.values({ ...pay.says, ...pay.status })) {
        expect([title.length > 3, advice.length > 3]).toEqual([true, true]);
      }
    }
    for (const outcome of attemptOutcomes) {
      expect(says[messageOf({ ...own, outcome, reason: null }, 'open')]).toHaveLength(2);
    }
  });

  it.each(kinds.filter(({ verdict }) => verdict === 'could_not_check'))(
    'never blame the receipt or the payer when nothing is known: $message',
    ({ code, reason }) => {
      for (const retrying of [true, false]) {
        const attempt = {
          ...own,
          outcome: 'could_not_check',
          reason: reason ?? code ?? '',
          retrying,
        } as const;
        const saying = messageOf(attempt, 'open');
        expect(toneOf(saying)).toBe('unsure');
        expect(says[saying].join(' ')).not.toMatch(/fake|false|does not have|invalid/i);
      }
    },
  );

  it.each([
    ['review', null, 'review', 'review'],
    ['review', 'accepted', 'paid', 'paid'],
    ['review', 'refused', 'open', 'refused'],
    ['review', 'refused', 'paid', 'refused'],
    ['partial', null, 'open', 'partial'],
    ['partial', null, 'paid', 'paid'],
  ] as const)('follow what the shop decides: %s, %s, %s', (outcome, decision, status, saying) => {
    expect(messageOf({ ...own, outcome, reason: null, decision }, status)).toBe(saying);
  });

  it('say that the shop checks when its cap is spent, even while it is tried again', () => {
    const attempt = { ...own, outcome: 'could_not_check', reason: 'quota_exceeded', retrying: true } as const;
    expect(messageOf(attempt, 'open')).toBe('shopChecks');
    expect(refusalMessage(new Failure('image_cap_reached'))).toBe('shopChecks');
  });
});

/** A request that the simulated receipt pays. */
async function requestAt(
  at: TestEnvironment,
  key: string,
  reference: string,
  more: object = {},
  by = key,
): Promise<PaymentRequest> {
  const { payment } = (await at.post(key, { reference })).json();
  const { account, name, bank } = payment.receiver;
  const receivers = [{ provider: bank ?? 'telebirr', account: account.replaceAll('*', '0'), name }];
  const input = { amount: payment.amount, notBefore: payment.paidAt, receivers, ...more };
  return (await at.post(by, input, '/api/payment-requests')).json();
}

const fileOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

describe('the page', () => {
  let environment: TestEnvironment;
  let url: string;
  let key: string;

  beforeAll(async () => {
    await ensureTimeInHour();
    environment = await openEnvironment({ BANKS: 'sandbox', TRUST_PROXY: '127.0.0.1' });
    ({ key } = await environment.mint({ name: 'Sara Coffee', rate: 1_000_000 } as never));
    url = await listen(environment);
  });
  afterAll(() => environment.close());

  const request = (reference: string, more: object = {}, by = key) =>
    requestAt(environment, key, reference, more, by);

  function open(path: string, headers: Record<string, string> = {}, at = url): Promise<Response> {
    return fetch(new URL(path, at), { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
  }

  /** @param from the request whose page the form was opened on */
  async function send(
    id: string,
    content: Record<string, string | Blob>,
    address = otherAddress(),
    from = id,
    at = url,
  ) {
    const page = await open(`/pay/${from}`, {}, at);
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const token = /name="csrf-token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const body = new FormData();
    for (const [name, value] of Object.entries({ 'csrf-token': token, ...content })) body.append(name, value);
    const headers = { accept: 'text/html', cookie, 'x-forwarded-for': address };
    return await fetch(`${at}/pay/${id}`, { method: 'POST', body, headers, redirect: 'manual' });
  }

  function locationOf(answer: Response): string {
    expect(answer.status).toBe(303);
    return answer.headers.get('location') ?? '';
  }

  /** The page that an accepted form leads to, when the check is over. */
  async function followed(answer: Response, at = url): Promise<string> {
    const location = locationOf(answer);
    for (;;) {
      const text = await (await open(location, {}, at)).text();
      if (!text.includes(says.checking[0] ?? '')) return text;
    }
  }

  it('leads from the account to the outcome, and shows nothing else of the shop', async () => {
    const { id: another } = await request('DKK4A1B2C6');
    const secret = { externalId: 'till-9-secret', metadata: { note: 'margin-secret' } };
    const returnUrl = 'https://shop.example/back?order=17';
    const { id, amount } = await request('DKK4A1B2C3', { ...secret, returnUrl, description: 'Order <17>' });
    const handedIn = await environment.post(
      key,
      { reference: 'DKK4A1GONE' },
      `/api/payment-requests/${id}/receipts`,
    );
    const page = await open(`/pay/${id}`);
    const text = await page.text();
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    for (const shown of [
      'Sara Coffee',
      'Order &lt;17>',
      'Telebirr',
      'Waiting for payment',
      'capture="environment"',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text.replaceAll(',', '')).toContain(`${amount} ETB`);

    const paid = await followed(await send(id, { text: 'DKK4A1B2C3' }));
    expect(paid).toContain(says.paid[0]);
    expect(paid).toContain(`https://shop.example/back?order=17&amp;payment_request=${id}&amp;status=paid`);
    expect(paid).not.toContain('<form');
    const others = await (await open(`/pay/${id}?attempt=${handedIn.json().attempt.id}`)).text();
    expect(others).not.toContain(says.notFound[0]);
    for (const seen of [text, paid, others])
      expect(seen).not.toMatch(/secret|DKK4A1GONE|DKK4A1B2C3|margin|acct_/);
    expect(others).not.toContain('id="verdict"');
    expect(await (await open(`/pay/${id}`)).text()).not.toContain('id="verdict"');
    expect(await (await send(id, { text: 'DKK4A1B2C3' }, otherAddress(), another)).text()).toContain(
      says.closed[0],
    );
  });

  it('reads a picture', async () => {
    const { id } = await request('DKK4A1B2C4');
    const picture = await (await fetch(`${url}/sandbox/screenshots/telebirr/DKK4A1B2C4.png`)).blob();
    expect(await followed(await send(id, { text: '', picture }))).toContain(says.paid[0]);
    const { id: other } = await request('DKK4A1B2C5');
    const broken = await send(other, { picture: new Blob(['no picture']) });
    expect(await broken.text()).toContain(says.otherFile[0]);
  });

  it('says of a picture of two receipts which one was checked, and asks for the other, in each language', async () => {
    const references = ['DKK4A2B2E1', 'DKK4A3B2E2'];
    const { id } = await request('DKK4A2B2E1');
    const answer = await send(id, {
      text: '',
      picture: fileOf(await severalReceipts(environment, key, references)),
    });
    expect(await followed(answer)).toMatch(/Only the one that ends in (B2E1|B2E2) was checked/);
    const at = answer.headers.get('location');
    for (const lang of pageLanguages) {
      const text = await (await open(`${at}&lang=${lang}`)).text();
      expect(
        ['B2E1', 'B2E2'].filter((end) => text.includes(wordsOf(lang).pay.oneOfSeveral(end))),
      ).toHaveLength(1);
      // No more of the numbers than the payer needs to tell them apart.
      for (const reference of references) expect(text).not.toContain(reference);
    }
    const { id: other } = await request('DKK4A2B2E3');
    const one = await severalReceipts(environment, key, ['DKK4A2B2E3']);
    expect(await followed(await send(other, { text: '', picture: fileOf(one) }))).not.toContain('ends in');
  });

  it('keeps files that take too much to read from their sender alone, not from the shop', async () => {
    const { id } = await request('DKK4A1B2D1');
    const hostile = new Blob([new Uint8Array(unpackingPdf())]);
    const stranger = otherAddress();
    const said: string[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      said.push(await (await send(id, { text: '', picture: hostile }, stranger)).text());
    }
    expect(said.map((text) => text.includes(says.slowDown[0] ?? ''))).toEqual([false, false, false, true]);
    const picture = await (await fetch(`${url}/sandbox/screenshots/telebirr/DKK4A1B2D1.png`)).blob();
    const imageBase64 = Buffer.from(await picture.arrayBuffer()).toString('base64');
    expect((await environment.post(key, { imageBase64 }, '/api/verify-image')).statusCode).toBe(200);
    expect(await followed(await send(id, { text: '', picture }))).toContain(says.paid[0]);
  });

  it('says of a file that cannot be read what can be sent instead', async () => {
    const { id } = await request('DKK4A1B2D1');
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
    const cutOff = (await blank(1)).subarray(0, 500);
    for (const bytes of [heic, cutOff]) {
      const text = await (await send(id, { picture: fileOf(bytes) })).text();
      expect(text).toContain(says.otherFile[0]);
      expect(text).toContain('HEIC photo as a JPEG');
    }
    const statement = await pdf((document) => {
      for (let page = 1; page < 40; page += 1) document.text(`Statement, page ${page}`).addPage();
    });
    expect(await (await send(id, { picture: fileOf(statement) })).text()).toContain(says.unreadPages[1]);
  });

  it('says where no model is set up that only QR codes and text in PDFs are read, in each language', async () => {
    const { id } = await request('DKK4A1B2D2');
    const answer = await send(id, { picture: fileOf(await blank(2)) });
    expect(await followed(answer)).toContain('Only QR codes and text in PDFs are read here');
    for (const lang of pageLanguages) {
      const text = await (await open(`${answer.headers.get('location')}&lang=${lang}`)).text();
      expect(text).toContain(wordsOf(lang).pay.says.codesOnly[0]);
      expect(wordsOf(lang).pay.says.codesOnly[0]).toMatch(/QR/);
    }
  });

  it('does not say that QR codes are read where nothing is', async () => {
    const off = await openEnvironment({ EXTRACTOR: 'off' });
    try {
      const at = await listen(off);
      const { id } = await requestAt(off, (await off.mint()).key, 'DKK4A1B2D3');
      const text = await followed(await send(id, { picture: fileOf(await blank(3)) }, undefined, id, at), at);
      expect(text).toContain(says.noPictures[0]);
      expect(text).not.toContain('QR codes');
    } finally {
      await off.close();
    }
  });

  it('says of a number that a model may have misread that it may be so, and nothing against the payment', async () => {
    const endpoint = await startAiEndpoint(
      finds(detection({ bank: 'telebirr', reference: 'DKK4A1GONE', confidence: 1 })),
    );
    const reading = await openEnvironment({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: endpoint.baseURL });
    try {
      const at = await listen(reading);
      const { id } = await requestAt(reading, (await reading.mint()).key, 'DKK4A1B2D4');
      const text = await followed(await send(id, { picture: fileOf(await blank(4)) }, undefined, id, at), at);
      expect(text).toContain(says.doubtful[0]);
      expect(text).toContain('card notice unsure');
      expect(text).not.toContain(says.notFound[0]);
      expect(await followed(await send(id, { text: 'DKK4A1B2D4' }, undefined, id, at), at)).toContain(
        says.paid[0],
      );
    } finally {
      await reading.close();
      await endpoint.close();
    }
  });

  it.each([
    ['DKK4A1GONE', 'notFound'],
    ['DKK4A1PEND', 'notSettled'],
    ['DKK4A1WALL', 'retrying'],
  ] as const)('says of %s: %s', async (reference, saying) => {
    const { id } = await request('DKK4A1B2C6');
    expect(await followed(await send(id, { text: reference }))).toContain(says[saying][0]);
  });

  it.each([
    ['DKK4A1HANG', 'checking'],
    ['DKK4A2WALL', 'retrying'],
    ['DKK4A2PEND', 'notSettled'],
  ] as const)('never asks for a payment beside “do not pay again” (%s)', async (reference, saying) => {
    const { id } = await request('DKK4A1B2C6');
    const [, toPay = ''] = wordsOf('en').pay.status.open;
    expect(await (await open(`/pay/${id}`)).text()).toContain(toPay);
    const answer = await send(id, { text: reference });
    const text =
      saying === 'checking' ? await (await open(locationOf(answer))).text() : await followed(answer);
    expect(text).toContain(says[saying][1]);
    expect(text).not.toContain(toPay);
  });

  it('says without scripts when it reloads by itself, and does so only where nothing is being typed', async () => {
    const { reload, refresh } = wordsOf('en').pay;
    const behaviour = (text: string) => ({
      reloads: /http-equiv="refresh" content="(\d+)"/.exec(text)?.[1] ?? null,
      asks: text.includes(`<noscript><p class="quiet small">${reload}`),
      says: text.includes(refresh) && !text.includes('small scripted'),
    });
    const { id } = await request('DKK4A1C2C2', { amount: '1.00', toleranceOver: 0 });
    expect(behaviour(await (await open(`/pay/${id}`)).text())).toEqual({
      ...{ reloads: null, asks: true, says: false },
    });
    const checking = await send(id, { text: 'DKK4A3HANG' });
    expect(behaviour(await (await open(locationOf(checking))).text())).toEqual({
      ...{ reloads: '4', asks: false, says: true },
    });
    const review = await followed(await send(id, { text: 'DKK4A1C2C2' }));
    expect(review).toContain(says.review[0]);
    expect(behaviour(review)).toEqual({ reloads: '60', asks: false, says: true });
    const { id: other } = await request('DKK4A1C2C1');
    const paid = await followed(await send(other, { text: 'DKK4A1C2C1' }));
    expect(behaviour(paid)).toEqual({ reloads: null, asks: false, says: false });
  });

  it('keeps what was typed when it is no receipt, and asks for what a bank needs', async () => {
    const { id } = await request('DKK4A1B2C6');
    const unknown = await (await send(id, { text: 'I have paid!' })).text();
    expect(unknown).toContain(says.unknown[0]);
    expect(unknown).toContain('I have paid!');
    const needs = await (await send(id, { text: 'FT26140CA1B2' })).text();
    expect(needs).toContain(says.needsMore[0]);
    expect(needs).toContain('name="account"');
    expect(await (await send(id, { text: '' })).text()).toContain(says.empty[0]);
  });

  it('speaks Afaan Oromo and Amharic', async () => {
    const { id } = await request('DKK4A1B2C6');
    for (const [lang, accept] of [
      ['om', 'om-ET'],
      ['am', 'am-ET'],
    ] as const) {
      for (const page of [
        await open(`/pay/${id}?lang=${lang}`),
        await open(`/pay/${id}`, { 'accept-language': accept }),
      ]) {
        const text = await page.text();
        expect(text).toContain(`<html lang="${lang}"`);
        expect(text).toContain(wordsOf(lang).pay.status.open[0]);
      }
    }
  });

  it('is for an unknown id the same page as any unknown address', async () => {
    const [known, unknown, other, elsewhere] = await Promise.all([
      request('DKK4A1B2C6'),
      open('/pay/pr_00000000000000000000000000'),
      open('/pay/x'),
      open('/nowhere'),
    ]);
    expect([unknown.status, other.status, elsewhere.status]).toEqual([404, 404, 404]);
    const texts = await Promise.all([unknown.text(), other.text(), elsewhere.text()]);
    expect(new Set(texts).size).toBe(1);
    const body = new FormData();
    body.append('text', 'DKK4A1B2C6');
    const forged = await fetch(known.url.replace(/^.*(?=\/pay)/, url), { method: 'POST', body });
    expect(forged.status).toBe(403);
  });

  it('takes ten receipts of payers, then no more, and the shop may still hand one in', async () => {
    const { id } = await request('DKK4A1B2C7');
    for (let nth = 0; nth < 10; nth += 1) {
      expect((await send(id, { text: `DKK4B${nth}GONE` })).status).toBe(303);
    }
    expect(await (await send(id, { text: 'DKK4A1B2C7' })).text()).toContain(says.tooMany[0]);
    const receipts = `/api/payment-requests/${id}/receipts`;
    const byShop = await environment.post(key, { reference: 'DKK4A1B2C7' }, receipts);
    expect(byShop.json().attempt).toMatchObject({ by: 'merchant', outcome: 'paid' });
    expect(byShop.json().paymentRequest.attempts[0]).toMatchObject({ by: 'payer', outcome: 'not_verified' });
  });

  it('takes twenty receipts an hour from one address, of IPv6 from one customer', async () => {
    const { id } = await request('DKK4A1B2C6');
    const address = (nth: number) => `2001:db8:7:${nth}::1`;
    for (let nth = 0; nth < 20; nth += 1) {
      expect((await send(id, { text: 'nothing' }, address(nth))).status).toBe(200);
    }
    const refused = await send(id, { text: 'DKK4A1B2C6' }, address(21));
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain(says.slowDown[0]);
  });

  it('counts on the cap of the shop, and leaves the check to it when the cap is spent', async () => {
    const poor = await environment.mint({ plan: 'enterprise', cap: 1 });
    const { id } = await request('DKK4A1B2C8', {}, poor.key);
    await environment.post(poor.key, { reference: 'DKK4A1B2C9' });
    expect(await followed(await send(id, { text: 'DKK4A1C2C8' }))).toContain(says.shopChecks[0]);
  });
});
