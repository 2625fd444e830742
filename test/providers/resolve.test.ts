import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWritten, type ResolveInput, resolve } from '../../src/providers/resolve.js';
import type { Provider } from '../../src/providers/types.js';
import { findAll, now, provider, providers, sample } from './support.js';

const ask = (request: ResolveInput, at = now) => resolve(providers, request, at);
const telebirrTarget = (reference: string) => ({
  kind: 'target',
  target: {
    provider: 'telebirr',
    source: 'telebirr-html',
    reference,
    qualifier: '',
    url: `https://transactioninfo.ethiotelecom.et/receipt/${reference}`,
  },
});
const noReceipt = { kind: 'unsupported', by: 'reference' };

describe('a bare reference', () => {
  it('of several banks is ambiguous, and names them', () => {
    expect(ask({ reference: 'ft262470aaaa' })).toEqual({
      kind: 'ambiguous',
      reference: 'FT262470AAAA',
      candidates: ['cbe', 'boa', 'amhara'],
      message: expect.stringContaining('Nib and Siket'),
    });
  });

  it("of branch, type and day is asked for at Dashen only where its type is one of Dashen's", () => {
    for (const type of ['WDTI', 'WDTS', 'OBTI', 'OBTS', 'LTWS']) {
      expect(ask({ reference: `ZZZ${type}2626700AA` })).toMatchObject({ target: { provider: 'dashen' } });
    }
    expect(ask({ reference: '150TBAW262620000' })).toEqual({
      kind: 'needs',
      provider: 'wegagen',
      reference: '150TBAW262620000',
      needs: ['link'],
    });
    // Siinqee's, whose genuine receipt Dashen would call unknown.
    for (const reference of ['M10OIPS26050AAAA', 'm10oips26050aaaa']) {
      expect(ask({ reference })).toEqual({
        kind: 'ambiguous',
        reference: 'M10OIPS26050AAAA',
        candidates: ['dashen', 'zemen', 'wegagen'],
        message: expect.stringContaining('Siinqee'),
      });
    }
    expect(ask({ reference: 'ZZZABCD2626700AA', provider: 'dashen' }).kind).toBe('target');
  });

  it("of ten characters and the year 2025 may be telebirr's or CBE Birr's, of any other year telebirr's alone", () => {
    const candidates = ['telebirr', 'cbebirr'];
    for (const hints of [{}, { phone: '0900000001' }]) {
      expect(ask({ reference: 'CHQ0AAAA00', ...hints })).toMatchObject({ kind: 'ambiguous', candidates });
    }
    expect(ask({ reference: 'CHQ0AAAA00', provider: 'telebirr' }).kind).toBe('target');
    expect(ask({ reference: 'CHQ0AAAA00', provider: 'cbebirr', phone: '0900000001' })).toMatchObject({
      target: { provider: 'cbebirr', reference: 'CHQ0AAAA00' },
    });
    for (const reference of ['DHQ0AAAA00', 'BHQ0AAAA00']) {
      expect(ask({ reference })).toEqual(telebirrTarget(reference));
      expect(ask({ reference, provider: 'cbebirr' }).kind).toBe('unsupported');
    }
    expect(ask({ url: 'https://transactioninfo.ethiotelecom.et/receipt/CHQ0AAAA00' }).kind).toBe('target');
  });

  it("in the text of an interbank transfer is the bank's whose BIC stands before it", () => {
    const needs = { kind: 'needs', provider: 'boa', reference: 'FT261550AAAA', needs: ['account'] };
    expect(ask({ text: 'IPS transfer ABYSETAAFT261550AAAA done' })).toEqual(needs);
    // Of other BICs nothing is known.
    expect(ask({ reference: 'XXXXETAAFT261550AAAA' })).toEqual(noReceipt);
  });

  it("of Ebirr's that lost a letter is asked for again, and never guessed", () => {
    const lost = { kind: 'unsupported', message: expect.stringContaining('letter') };
    const url = 'https://receipt.ebirr.com/kaafimf/AAAAAAAAAAA_0000AAAAA';
    expect(ask({ url })).toMatchObject({ ...lost, by: 'url', provider: 'kaafi' });
    expect(ask({ text: `Receipt: ${url} thanks` })).toMatchObject({ ...lost, provider: 'kaafi' });
    const token = { reference: 'AAAAAAAAAAA_0000AAAAA' };
    expect(ask({ ...token, provider: 'coopay' })).toMatchObject({ ...lost, by: 'reference' });
    expect(ask(token)).toEqual(noReceipt);
  });

  it("in a link of CBE's whose contents nobody knows is named, and fetched nowhere", () => {
    expect(ask({ url: 'https://apps.cbe.com.et:100/ft?id=AAAA0000BBBB' })).toMatchObject({
      kind: 'unsupported',
      provider: 'cbe',
      message: expect.stringContaining('recognised'),
    });
  });

  it('stays ambiguous with an account, which names no bank', () => {
    expect(ask({ reference: 'FT262470AAAA', account: '1000000000001' }).kind).toBe('ambiguous');
  });

  it('is settled by the provider, and then by the digits the bank takes', () => {
    const request = { reference: 'FT262470AAAA', account: '1000000012345678' };
    expect(ask({ ...request, provider: 'cbe' })).toMatchObject({ target: { qualifier: '12345678' } });
    expect(ask({ ...request, provider: 'boa' })).toMatchObject({ target: { qualifier: '45678' } });
  });

  it('is told apart by the digits behind it', () => {
    expect(ask({ reference: 'FT262470AAAA12345678' })).toMatchObject({ target: { provider: 'cbe' } });
    expect(ask({ reference: 'FT262470AAAA12345' })).toMatchObject({ target: { provider: 'boa' } });
  });

  it('with digits behind a dash is not asked for at Awash, whose tokens have one', () => {
    for (const reference of ['FT262470AAAA-12345', 'tt262470aaaa-123456', 'FT262470AAAA-1234567']) {
      expect(ask({ reference })).toEqual(noReceipt);
    }
    expect(ask({ text: 'FT262470AAAA-12345' }).kind).toBe('ambiguous');
    expect(ask({ reference: 'FT262470AAAA-12345678' })).toMatchObject({ target: { provider: 'cbe' } });
  });

  it("with a letter that only becomes A to Z in capitals is nobody's: ſ is no S, ı no I", () => {
    const written = [
      ['DKK4A1B2CS', 'telebirr'],
      ['UGO0AAAA0S', 'mpesa'],
      ['DE30AAAA00S', 'cbebirr'],
      ['FT262470AAAI', 'cbe'],
      ['FT262470AAAS', 'amhara'],
      ['TT262250AAAS00001', 'boa'],
      ['ZZZWDTS26267000I', 'dashen'],
      ['135FTAAAAAAAAAAAAAAAAAAAAAS', 'abay'],
      ['150TBAS2626200001113DAAT', 'wegagen'],
      ['150TBAS262620000', 'zemen'],
      ['-AAAAAAAAAS-AAAAAA', 'awash'],
    ] as const;
    for (const [reference, bank] of written) {
      const hints = { account: '1000000000012', phone: '0900000001', provider: bank };
      expect(ask({ reference, ...hints }).kind, reference).toMatch(/^(?:target|needs)$/);
      const folded = reference.replace(/[SI](?=[^SI]*$)/, (letter) => (letter === 'S' ? 'ſ' : 'ı'));
      expect(ask({ reference: folded, ...hints }), folded).toEqual({ ...noReceipt, provider: bank });
    }
  });

  it('that no bank uses is unsupported', () => {
    for (const reference of ['', 'hello', 'DF70AAAA0', 'DF70AAAA0000', 'FT262470AAAA1234', '-']) {
      expect(ask({ reference })).toEqual(noReceipt);
    }
  });

  it('of another bank than the provider given is unsupported there', () => {
    expect(ask({ reference: 'DF70AAAA00', provider: 'cbe' })).toEqual({ ...noReceipt, provider: 'cbe' });
    expect(ask({ reference: 'FT262470AAAA12345678', provider: 'boa' })).toEqual({
      ...noReceipt,
      provider: 'boa',
    });
  });

  it('that is a link says where links go', () => {
    const resolved = ask({ reference: 'https://transactioninfo.ethiotelecom.et/receipt/DF70AAAA00' });
    expect(resolved).toMatchObject({ ...noReceipt, message: expect.stringContaining('url') });
  });

  it('copied from a chat may carry invisible marks', () => {
    expect(ask({ reference: '\u2068DF70AAAA00\u2069' })).toEqual(telebirrTarget('DF70AAAA00'));
  });

  it('may be dated to the end of next year, by the calendar of Addis Ababa', () => {
    expect(ask({ reference: 'FT270010AAAA12345' }).kind).toBe('target');
    expect(ask({ reference: 'FT280010AAAA12345' }).kind).toBe('unsupported');
    const newYear = new Date('2026-12-31T21:00:00Z');
    expect(ask({ reference: 'FT280010AAAA12345' }, newYear).kind).toBe('target');
    expect(ask({ reference: 'EA10AAAA00' }).kind).toBe('target');
    expect(ask({ reference: 'FA10AAAA00' }).kind).toBe('unsupported');
  });
});

describe('a provider', () => {
  it('nobody knows is an invalid request', () => {
    expect(ask({ reference: 'DF70AAAA00', provider: 'nobank' })).toMatchObject({
      kind: 'invalid',
      path: 'provider',
    });
    expect(ask({ text: '', provider: '' })).toMatchObject({ kind: 'invalid', path: 'provider' });
    expect(ask({ text: '', provider: '__proto__' })).toMatchObject({ kind: 'invalid', path: 'provider' });
  });

  it('that is only recognised is named back, and never asked', () => {
    const recognised: Provider = { ...provider('telebirr'), support: 'recognised' };
    const url = 'https://transactioninfo.ethiotelecom.et/receipt/DF70AAAA00';
    expect(resolve([recognised], { url }, now)).toEqual({
      kind: 'unsupported',
      by: 'url',
      provider: 'telebirr',
      message: 'Telebirr is recognised, but not yet supported.',
    });
  });
});

describe('a pasted text', () => {
  const link = 'https://transactioninfo.ethiotelecom.et/receipt/DHI0AAAA00';

  it('is read for its first receipt link, and only without one for a bare reference', () => {
    expect(
      ask({ text: `DH90AAAA00 then ${link} and https://apps.ethiotelecom.et/receipt/DH90AAAA00` }),
    ).toEqual(telebirrTarget('DHI0AAAA00'));
    expect(ask({ text: 'first DH90AAAA00, then DHI0AAAA00' })).toEqual(telebirrTarget('DH90AAAA00'));
  });

  it('may go on in Amharic right behind a link', () => {
    for (const text of [`${link}ነው`, `ደረሰኝ፦${link}፣እናመሰግናለን።`, `«${link}»`]) {
      expect(ask({ text }), text).toEqual(telebirrTarget('DHI0AAAA00'));
    }
    expect(ask({ text: 'https://evil.test/ደረሰኝ/DH90AAAA00' })).toEqual(noReceipt);
  });

  it('skips links that are no receipts, and what stands in them', () => {
    expect(ask({ text: `https://forms.gle/x http://evil.test/DH90AAAA00 ${link}.` })).toEqual(
      telebirrTarget('DHI0AAAA00'),
    );
    expect(ask({ text: 'https://evil.test/receipt/DH90AAAA00' })).toEqual(noReceipt);
    expect(ask({ text: 'https://evil.test/?x=DH90AAAA00 DHI0AAAA00' })).toEqual(telebirrTarget('DHI0AAAA00'));
  });

  it('takes no ordinary word for a reference', () => {
    expect(ask({ text: 'ALEMAYEHUS ALEMAYEHU1x clearances BLACKBIRDS please' })).toEqual(noReceipt);
    expect(ask({ text: 'number dh90aaaa00 thanks' })).toEqual(noReceipt);
    expect(ask({ text: 'call 251900000001 or 0900000001, 2,553,75 birr' })).toEqual(noReceipt);
    expect(ask({ text: '' })).toEqual(noReceipt);
    expect(ask({ text: '   \n ' })).toEqual(noReceipt);
  });

  it.each([
    'Dear ABEBE You have received ETB 70.00 from SARA ALEMAYEHUS on 09/08/2026 11:25:14. Your transaction number is DHFWZLPYIW. Your current balance is ETB 2,553,75. Thank you for using telebirr.',
    'Your telebirr transaction number is DHFWZLPYIW and your bank transaction number is FT262310AAAA.',
    'Transaction Number: DHFWZLPYIW',
    'transaction no. DHFWZLPYIW',
    'ውድ ABEBE 70.00 ብር ከ SARA ALEMAYEHUS ተቀብለዋል። የግብይት ቁጥርዎ DHFWZLPYIW ነው። ቴሌብርን ስለተጠቀሙ እናመሰግናለን።',
    'የክፍያ ቁጥር፦ DHFWZLPYIW',
    'የግብይት ቁጥሩ፡DHFWZLPYIWነው።',
  ])("finds a telebirr number without a digit where telebirr's SMS has it: %s", (text) => {
    expect(ask({ text })).toEqual(telebirrTarget('DHFWZLPYIW'));
    expect(findAll(text)).toEqual([telebirrTarget('DHFWZLPYIW')]);
  });

  it.each([
    'BLACKBIRDS please, DHFWZLPYIW',
    'the transaction number of BLACKBIRDS',
    'Your bank transaction number is DHFWZLPYIW',
    'transaction number was sent to DHFWZLPYIW',
    'transaction number is UGFWZLPYIW',
    'Transaction number is dhfwzlpyiw',
    'የስልክ ቁጥር DHFWZLPYIW',
    'የሂሳብ ቁጥርዎ DHFWZLPYIW',
    'የባንክ ቁጥር DHFWZLPYIW',
    'Ref DHFWZLPYIW',
  ])('finds no word in capitals anywhere else: %s', (text) => {
    expect(ask({ text })).toEqual(noReceipt);
    expect(findAll(text)).toEqual([]);
  });

  it('that is nothing but a reference may be written as people type', () => {
    expect(ask({ text: ' dh90aaaa00\n' })).toEqual(telebirrTarget('DH90AAAA00'));
  });

  it('may surround a reference with anything', () => {
    for (const text of [
      'Ref:DH90AAAA00.',
      '(DH90AAAA00)',
      'ቁጥርDH90AAAA00ነው',
      'Ref-DH90AAAA00',
      '"DH90AAAA00"',
      'no.=DH90AAAA00;',
    ]) {
      expect(ask({ text }), text).toEqual(telebirrTarget('DH90AAAA00'));
    }
  });

  it('skips references that cannot be, for ones that can', () => {
    expect(ask({ text: 'DBV0AAAA00 DH90AAAA00' })).toEqual(telebirrTarget('DH90AAAA00'));
    expect(ask({ text: 'sent DBV0AAAA00 today' })).toEqual(noReceipt);
  });

  it('keeps the case of tokens', () => {
    const token = 'v2-hfHCxAaAaAaAaAaAaAaA';
    expect(ask({ text: `my receipt ${token}, thanks` })).toMatchObject({ target: { reference: token } });
  });

  it('takes the link of the provider named', () => {
    const boa = 'https://cs.bankofabyssinia.com/slip/?trx=FT262150AAAA00000';
    expect(ask({ text: `${link} ${boa}`, provider: 'boa' })).toMatchObject({ target: { provider: 'boa' } });
    expect(ask({ text: link, provider: 'boa' })).toMatchObject({ kind: 'invalid', path: 'provider' });
  });

  it('of the greatest length is read to its end, whatever it repeats', () => {
    for (const piece of [
      'A',
      'A-',
      'DH9',
      'https://',
      'https://a.',
      '&-',
      'bank transaction number ',
      'transaction number XBCDEFGHIJ ',
      'ቁጥር ',
      '\u200b ',
    ]) {
      expect(ask({ text: piece.repeat(4_096 / piece.length) }).kind).toBe('unsupported');
    }
  });
});

describe('every receipt of a text', () => {
  it('comes with words that lead to it again', () => {
    const text =
      'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3 (DKK4A1B2C3)\nthen DKK4A1B2C4, and FT262470AAAA';
    const found = findWritten(providers, text, now);
    expect(found.length).toBeGreaterThan(1);
    for (const { request, resolved } of found) expect(ask(request)).toEqual(resolved);
  });

  it('is found in order, each once', () => {
    const text =
      'DH90AAAA00 and DHI0AAAA00, DH90AAAA00\nhttps://cs.bankofabyssinia.com/slip/?trx=FT262150AAAA00000';
    expect(findAll(text)).toMatchObject([
      telebirrTarget('DH90AAAA00'),
      telebirrTarget('DHI0AAAA00'),
      { kind: 'target', target: { provider: 'boa', reference: 'FT262150AAAA' } },
    ]);
  });

  it("leaves out what only repeats a receipt under its bank's other number", () => {
    const sms =
      'Your telebirr transaction number is DHI0AAAA00 and your bank transaction number is FT262310AAAA.';
    expect(findAll(sms)).toEqual([telebirrTarget('DHI0AAAA00')]);
    expect(findAll('FT262150AAAA\nhttps://cs.bankofabyssinia.com/slip/?trx=FT262150AAAA00000')).toHaveLength(
      1,
    );
  });

  it('may be ambiguous or incomplete', () => {
    expect(findAll('FT262310AAAA or TT262250AAAA')).toEqual([
      {
        kind: 'ambiguous',
        reference: 'FT262310AAAA',
        candidates: ['cbe', 'boa', 'amhara'],
        message: expect.any(String),
      },
      { kind: 'needs', provider: 'boa', reference: 'TT262250AAAA', needs: ['account'] },
    ]);
  });

  it('is none in an ordinary text', () => {
    expect(findAll('good morning https://example.com/')).toEqual([]);
  });

  it('is all of a file of messages', () => {
    const found = findAll(sample('sms/sms.txt'));
    expect(found.map((one) => (one.kind === 'target' ? one.target.reference : one.kind))).toEqual([
      'DHI0AAAA00',
      'DH90AAAA00',
      'FT260830AAAA',
      'v2-hfHCxAAAAAAAAAAAAAAA',
      'FT262150AAAA',
      'TT262250AAAA',
      'ZZZLTWS2622600AA',
      'UGO0AAAA00',
      'AAAAAAAAAAA_0000AAAAAA',
      '0000000001',
      '0000000000001',
      'unsupported', // Berhan
      'unsupported', // Ahadu
      '150TBAW2626200001113DAAT',
      '-AAAAAAAAAA-AAAAAA',
    ]);
  });
});

describe('a text of 4,000 characters', () => {
  const fill = (words: string) => words.repeat(4_000).slice(0, 4_000);

  it.each(['z ', '1 ', '& ', 'a.', 'a&b ', '_ ', 'a\n', 'Birr 5 '])(
    'of short words costs no bank a look at each: %j',
    (words) => {
      let looks = 0;
      const watched = providers.map((one) => ({
        ...one,
        fromReference: (...written: Parameters<Provider['fromReference']>) => {
          looks += 1;
          return one.fromReference(...written);
        },
      }));
      expect(resolve(watched, { text: fill(words) }, now)).toMatchObject(noReceipt);
      expect(looks).toBe(0);
    },
  );

  it('no bank has references so short that they would be passed over', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'ABCDEFT0123456789abcx-&_'), maxLength: 7 });
    fc.assert(
      fc.property(characters, (word) => {
        for (const one of providers) expect(one.fromReference(word, {})).toBeNull();
      }),
    );
  });
});
