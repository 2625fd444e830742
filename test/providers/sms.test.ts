import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import { findAll, now, providers, sample } from './support.js';

/**
 * Label of the message to the receipt it leads to, or to the name of a bank that is only recognised; null while its
 * bank is not supported, or it names none.
 */
const expected: Record<string, { provider: string; reference: string; qualifier: string } | string | null> = {
  'telebirr out to bank': { provider: 'telebirr', reference: 'DHI0AAAA00', qualifier: '' },
  'telebirr in': { provider: 'telebirr', reference: 'DH90AAAA00', qualifier: '' },
  'cbe old': { provider: 'cbe', reference: 'FT260830AAAA', qualifier: '00000001' },
  'cbe new': { provider: 'cbe', reference: 'v2-hfHCxAAAAAAAAAAAAAAA', qualifier: '' },
  'boa credit': { provider: 'boa', reference: 'FT262150AAAA', qualifier: '00000' },
  'boa debit': { provider: 'boa', reference: 'TT262250AAAA', qualifier: '00036' },
  dashen: { provider: 'dashen', reference: 'ZZZLTWS2622600AA', qualifier: '' },
  mpesa: { provider: 'mpesa', reference: 'UGO0AAAA00', qualifier: '' },
  'coopay 2026': { provider: 'coopay', reference: 'AAAAAAAAAAA_0000AAAAAA', qualifier: '' },
  'coopay 2025': { provider: 'coopay', reference: '0000000001', qualifier: '' },
  kaafi: { provider: 'kaafi', reference: '0000000000001', qualifier: '' },
  berhan: 'berhan',
  ahadu: 'ahadu',
  'ahadu, space in the link': 'ahadu',
  wegagen: { provider: 'wegagen', reference: '150TBAW2626200001113DAAT', qualifier: '' },
  'zamzam - no link': null,
  awash: { provider: 'awash', reference: '-AAAAAAAAAA-AAAAAA', qualifier: '' },
};

const messages = sample('sms/sms.txt')
  .split('\n')
  .flatMap((line) => {
    const [, label, text] = /^\[([^\]]+)\] (.*)$/.exec(line) ?? [];
    return label && text ? [{ label, text: text.replaceAll('\\n', '\n') }] : [];
  });

describe('a pasted SMS', () => {
  it('of every kind is expected here', () => {
    expect(messages.map(({ label }) => label)).toEqual(Object.keys(expected));
  });

  it.each(messages)('[$label] leads to its receipt and to no other', ({ label, text }) => {
    const target = expected[label];
    const resolved = resolve(providers, { text }, now);
    const all = findAll(text);
    if (!target) {
      expect(resolved).toEqual({ kind: 'unsupported', by: 'reference' });
      expect(all).toEqual([]);
      return;
    }
    expect(resolved).toMatchObject(
      typeof target === 'string' ? { kind: 'unsupported', provider: target } : { kind: 'target', target },
    );
    expect(all).toEqual([resolved]);
  });
});
