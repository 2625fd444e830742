import { describe, expect, it } from 'vitest';
import { many, sample, sandboxForTests, tagsOf } from '../support.js';

const { ask, judged, probed, settled, state } = sandboxForTests();
const link = (code: string) => `https://abaymobile.com.et/info/${code}`;
const codes = many('135FTRM2611500000000000');

describe('the simulated Abay', () => {
  it('has the markup and the labels of the sample', async () => {
    const { text } = await ask(link('135FTRM2611500000000000A1B2'));
    const labels = (html: string) => [...html.matchAll(/<tr><td>([^<]*)/g)].map(([, label]) => label);
    expect(tagsOf(text)).toEqual(tagsOf(sample('abay/info_page.html')));
    expect(labels(text)).toEqual(labels(sample('abay/info_page.html')));
  });

  it('contains the date in its code, and sometimes a fee with its VAT', async () => {
    const seen = new Set<string>();
    for (const code of codes) {
      const payment = await settled(link(code));
      expect(payment).toMatchObject({ reference: code, total: null });
      expect(payment.paidAt).toMatch(/^2026-04-25T\d\d:\d\d:\d\d\+03:00$/);
      seen.add(`${payment.fee} ${payment.vat}`);
    }
    expect(seen).toEqual(new Set(['0.00 0.00', '5.00 0.75', '10.00 1.50']));
  });

  it('has receipts for codes without a date too', async () => {
    expect(await settled(link('135FT00000000000000000000A1B2'))).toMatchObject({
      reference: '135FT00000000000000000000A1B2',
      paidAt: expect.stringMatching(/^2026-0[345]-/),
    });
  });

  it('shows its table with empty cells for what it does not know, and counts nothing', async () => {
    const gone = await ask(link('135FTRM2611500000000000GONE'));
    expect(gone.status).toBe(200);
    expect(tagsOf(gone.text)).toEqual(tagsOf(sample('abay/info_page.html')));
    expect(gone.text).not.toMatch(/ETB|135FT/);
    for (const code of ['135FTRM26000000000000000001', '135ftrm2611500000000000a1b2', '135FTRM']) {
      expect((await ask(link(code))).text).toBe(gone.text);
      expect(await state.hits('abay', code)).toBe(0);
    }
    expect((await probed('abay')).kind).toBe('not_found');
    expect((await judged(link('135FTRM2611500000000000WALL'))).kind).toBe('blocked');
  });

  it('escapes a payer whose name is a script', async () => {
    const { text } = await ask(link('135FTRM2611500000000000XSSX'));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
  });
});
