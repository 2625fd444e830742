import { describe, expect, it } from 'vitest';
import { many, sample, sandboxForTests, tagsOf } from '../support.js';

const { ask, judged, probed, settled, state } = sandboxForTests();
const host = 'https://awashpay.awashbank.com:8225';
const link = (token: string) => `${host}/${token}`;
const tokens = many('-2KDL95XE85-00');

/** Labels of the transaction, from the last table. */
function labelsOf(html: string): string {
  const rows = html.slice(html.lastIndexOf('<table'));
  return [...rows.matchAll(/<tr>\s*<td><tt><span>([^<]*)/g)].map(([, label]) => label).join('|');
}

describe('the simulated Awash', () => {
  it('shows all five layouts, with the titles, labels and cells of the samples', async () => {
    const files = ['send-to-bank', 'ips-cbe', 'merchant-payment', 'send-money', 'telebirr-transfer'];
    const captured = new Map(files.map((file) => [labelsOf(sample(`awash/${file}.html`)), file]));
    const seen = new Set<string | undefined>();
    for (const token of tokens) {
      const { text } = await ask(link(token));
      const file = captured.get(labelsOf(text));
      const twin = sample(`awash/${file}.html`);
      const title = (html: string) => /<title>.*<\/title>/.exec(html)?.[0];
      const body = (html: string) => tagsOf(html.slice(html.indexOf('<body')));
      expect(title(text)).toBe(title(twin));
      expect(body(text)).toEqual(body(twin).filter((tag) => !tag.startsWith('!--')));
      seen.add(file);
    }
    expect(seen).toEqual(new Set(files));
  });

  it('prints the ID its token encodes, and its moment', async () => {
    for (const token of tokens) {
      const { reference, paidAt } = await settled(link(token));
      expect(reference).toBe('260607112200005');
      expect(paidAt).toMatch(/^2026-06-07T(?:11:2[23]:\d\d|00:00:00)\+03:00$/);
    }
  });

  it('has receipts from before 2026, whose tokens encode nothing', async () => {
    for (const token of ['-0A1B2C3D4E5F-A1B2C', '-AAAAAAAAAA-AAAAAA', '-ZZZZZZZZZZZZZZ-0000000']) {
      const { reference, paidAt } = await settled(link(token));
      expect(reference).toMatch(/^25\d{13}$/);
      expect(paidAt).toMatch(/^2025-/);
    }
  });

  it('chooses the outcome by the second segment', async () => {
    expect((await judged(link('-2KDL95XE85-XGONE'))).kind).toBe('not_found');
    expect((await judged(link('-2KDL95XEGONE-00000'))).kind).toBe('settled');
  });

  it('says "Receipt not found" with HTTP 200, counts nothing, and wants the leading dash', async () => {
    const gone = await ask(link('-2KDL95XE85-00GONE'));
    expect(gone).toMatchObject({ status: 200, text: sample('awash/not_found.html') });
    for (const token of ['-2K5UCMZYM8-A1B2C3', '-2kdl95xe85-a1b2c3', '-2KDL95XE85']) {
      expect((await ask(link(token))).text).toBe(gone.text);
      expect(await state.hits('awash', token)).toBe(0);
    }
    expect((await ask(`${host}/2KDL95XE85-A1B2C3`)).status).toBe(403);
    expect((await probed('awash')).kind).toBe('not_found');
  });

  it('leaves out what a receipt needs, and shows another one, in every layout', async () => {
    for (const before of ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F']) {
      expect((await judged(link(`-2KDL95XE85-${before}BADR`))).kind).toBe('unreadable');
      expect((await judged(link(`-2KDL95XE85-${before}DIFF`))).kind).toBe('mismatch');
    }
  });

  it('counts requests by the token with its dash', async () => {
    await ask(link('-2KDL95XE85-00XYZ9'));
    expect(await state.hits('awash', '-2KDL95XE85-00XYZ9')).toBe(1);
  });

  it('escapes a payer whose name is a script', async () => {
    for (const ending of ['0XSSX', '00XSSX', '000XSSX', 'A0XSSX']) {
      const { text } = await ask(link(`-2KDL95XE85-${ending}`));
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script>alert');
      const { payer } = await settled(link(`-2KDL95XE85-${ending}`));
      expect(payer.name).toBe('<script>alert(1)</script>');
    }
  });
});
