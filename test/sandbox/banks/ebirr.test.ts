import { describe, expect, it } from 'vitest';
import { sample, sandboxForTests, tagsOf } from '../support.js';

const { ask, judged, probed, settled, state } = sandboxForTests();
const token = 'AAAAAAAAAAA_0000AAA1B2';

describe.each([
  ['coopay', 'coopay', '0000000001', 'kaafi'],
  ['kaafi', 'kaafimf', '0000000000001', 'coopay'],
])('the simulated %s', (key, tenant, number, other) => {
  const byToken = (text: string) => `https://receipt.ebirr.com/${tenant}/${text}`;
  const byNumber = (text: string) => `https://transactioninfo.ebirr.com/${tenant}-Ebirr/receipt/${text}`;

  it('has the markup and the labels of the sample on its old host', async () => {
    const { text } = await ask(byNumber(number));
    const labels = (html: string) =>
      [...html.matchAll(/<td class="invoice">[^<]*|<td>[A-Z][a-z]+<|Receiver Info/g)].map(([label]) => label);
    expect(tagsOf(text)).toEqual(tagsOf(sample(`${key}/old_host_receipt.html`)));
    expect(labels(text)).toEqual(labels(sample(`${key}/old_host_receipt.html`)));
    expect(await settled(byNumber(number))).toMatchObject({ reference: number });
  });

  it('numbers and dates a receipt of its new host, whose token is not printed', async () => {
    const payment = await settled(byToken(token));
    expect(payment.reference).toMatch(new RegExp(`^\\d{${number.length}}$`));
    expect(payment.paidAt).toMatch(/^2026-0[4-8]-\d\dT\d\d:\d\d:\d\d\+03:00$/);
    expect((await ask(byToken(token))).text).toContain('<td class="receipttableTd">Receipt No.</td>');
    expect(payment.payer).toEqual({
      name: expect.stringMatching(/^[A-Z ]+$/),
      account: expect.stringMatching(/^251\d{9}$/),
    });
    expect(payment.receiver).toEqual({
      name: expect.stringMatching(/^[A-Z ]+$/),
      account: expect.stringMatching(/^251\d{9}$/),
      bank: null,
    });
    expect((await settled(byNumber(number))).paidAt).toMatch(/^202[56]-\d\d-\d\dT/);
  });

  it('distinguishes tokens by case', async () => {
    expect((await ask(byToken(token))).text).not.toBe((await ask(byToken(token.toLowerCase()))).text);
    expect((await judged(byToken('AAAAAAAAAAA_0000AAgone'))).kind).toBe('settled');
    expect((await judged(byToken('AAAAAAAAAAA_0000AAGONE'))).kind).toBe('not_found');
  });

  it('counts its own requests, and none of the other tenant', async () => {
    const asked = 'BBBBBBBBBBBBBBBBBBBBBB';
    await ask(byToken(asked));
    await ask(byNumber('0123456789'));
    for (const reference of [asked, '0123456789']) {
      expect(await state.hits(key, reference)).toBe(1);
    }
    await state.set(other, null, 'down');
    expect((await judged(byToken(asked))).kind).toBe('settled');
    await state.set(other, null, 'up');
    expect(await state.hits(key, asked)).toBe(2);
  });

  it('says that there is no such receipt in the words of the sample', async () => {
    const words = sample(`${key}/not_found_200.html`).trim();
    for (const url of [byToken('AAAAAAAAAAA_0000AAGONE'), byToken('short'), byNumber('12')]) {
      expect((await ask(url)).text.trim()).toBe(words);
    }
    expect((await probed(key)).kind).toBe('not_found');
  });
});

describe("Ebirr's hosts", () => {
  it.each([
    'https://receipt.ebirr.com/nib/AAAAAAAAAAA_0000AAA1B2',
    'https://receipt.ebirr.com/',
    'https://transactioninfo.ebirr.com/nib-Ebirr/receipt/0000000001',
    'https://transactioninfo.ebirr.com/coopay/AAAAAAAAAAA_0000AAA1B2',
  ])('serve no other tenant: %s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });

  it('number the receipts of each tenant apart, also for one token', async () => {
    const coopay = await settled(`https://receipt.ebirr.com/coopay/${token}`);
    const kaafi = await settled(`https://receipt.ebirr.com/kaafimf/${token}`);
    expect(coopay.reference).not.toBe(kaafi.reference);
  });
});
