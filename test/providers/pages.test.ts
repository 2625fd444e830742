/** What is told of a receipt is a link a person can open, not the address of the data behind it. */
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../src/providers/pages.js';
import { resolve } from '../../src/providers/resolve.js';
import type { Target } from '../../src/providers/types.js';
import { banks } from './banks/index.js';
import { now, providers } from './support.js';

const targets = new Map<string, Target>();
for (const { links, references } of banks) {
  for (const { leadsTo, ...asked } of [...links, ...references]) {
    const resolved = resolve(providers, asked, now);
    if (resolved.kind === 'target')
      targets.set(`${resolved.target.source} ${resolved.target.url}`, resolved.target);
  }
}

describe('the page of a receipt', () => {
  it.each([...targets])('leads to the same receipt again (%s)', (_name, target) => {
    const again = resolve(providers, { url: pageOf(target), provider: target.provider }, now);
    const { secondUrl: _, ...same } = target;
    expect(again).toMatchObject({ kind: 'target', target: same });
    expect(pageOf(target)).not.toMatch(/\/api\/|getReceipt|getDetails|sms_wega/);
  });

  it.each([
    ['mb-json', 'https://mbreciept.cbe.com.et/'],
    ['boa-json', 'https://cs.bankofabyssinia.com/slip/?trx='],
    ['mpesa-pdf', 'https://m-pesabusiness.safaricom.et/receipt/'],
    ['amhara-json', 'https://receipt.amharabank.com.et/?trx='],
    ['wegagen-json', 'https://transinfo.wegagenbanksc.com.et:8183/?id='],
  ])('of %s is what customers get', (source, start) => {
    const some = [...targets.values()].filter((target) => target.source === source);
    expect(some.length).toBeGreaterThan(0);
    for (const target of some) expect(pageOf(target).startsWith(start)).toBe(true);
  });
});
