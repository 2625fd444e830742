import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../src/extractor/candidates.js';
import { correct, spellingsOf } from '../../src/extractor/ocr-confusables.js';
import type { ReferenceCandidate } from '../../src/extractor/types.js';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import type { Provider } from '../../src/providers/types.js';
import { now, providers } from '../providers/support.js';
import { type Detection, detection } from '../support/ai-endpoint.js';

const read = (request: ReferenceCandidate['request']) => resolve(providers, request, now);

function seen(...detections: Partial<Detection>[]): ReferenceCandidate[] {
  return candidatesOf(detections.map(detection), providers, read);
}

describe('a misread character', () => {
  it.each([
    ['cbe', 'FT26I40AAAA1', 'FT26140AAAA1', 1],
    ['cbe', 'FTZ614OAAAA1', 'FT26140AAAA1', 2],
    ['boa', 'TT2S1B0AAAA1', 'TT25180AAAA1', 2],
    ['amhara', 'FT262SOAAAAA', 'FT26250AAAAA', 2],
    ['dashen', 'ZZZWDT52626700AA', 'ZZZWDTS2626700AA', 1],
    ['dashen', 'ZZZW0TS26Z67OOAA', 'ZZZWOTS26267OOAA', 2],
    ['telebirr', '0F70AAAA00', null, 0],
    ['telebirr', 'D170AAAA00', null, 0],
    ['abay', 'I35FTRM26115000000000000000', '135FTRM26115000000000000000', 1],
    ['wegagen', '150T8AW2626200001113DAAT', '150TBAW2626200001113DAAT', 1],
  ])(
    'is corrected where the form of the bank leaves one reading only: %s %s',
    (bank, misread, reference, changes) => {
      const candidates = seen({ bank, reference: misread, confidence: 1 });
      if (reference === null) return expect(candidates).toEqual([]);
      expect(candidates).toEqual([
        { request: { reference, provider: bank }, confidence: expect.closeTo(0.8 ** changes), by: 'ai' },
      ]);
    },
  );

  it('is left as it is where the form allows both', () => {
    const [candidate] = seen({ bank: 'telebirr', reference: 'DF7OAAAAO0', confidence: 0.6 });
    expect(candidate).toMatchObject({ request: { reference: 'DF7OAAAAO0' }, confidence: 0.6 });
  });

  it('is corrected in a link behind its last slash or sign of equality', () => {
    expect(
      seen({ link: 'https://cs.bankofabyssinia.com/slip/?trx=FT26I40AAAA100000', confidence: 1 }),
    ).toEqual([
      {
        request: { url: 'https://cs.bankofabyssinia.com/slip/?trx=FT26140AAAA100000' },
        confidence: 0.8,
        by: 'ai',
      },
    ]);
  });

  it('makes no link to another host one of a bank', () => {
    for (const link of [
      'https://transact1oninfo.ethiotelecom.et/receipt/DKK4A1B2C3',
      'https://transactioninfo.ethi0telecom.et/receipt/DKK4A1B2C3',
      'https://cs.bankofabyss1nia.com/slip/?trx=FT26I40AAAA100000',
    ]) {
      expect(seen({ link, confidence: 1 })).toEqual([]);
    }
  });
});

describe('a correction stays at the bank that the picture shows', () => {
  const live = createProviders({ cbeAppId: 'test-app', cbeAppVersion: 'test-version' });
  const elsewhere = createProviders({
    cbeAppId: 'test-app',
    cbeAppVersion: 'test-version',
    siinqeeLinks: [{ host: 'siinqeebank.com', before: '/receipt/', after: '' }],
  });
  /** One of Siinqee's that look-alike letters make one of Dashen's. */
  const reference = 'A20U2TB2625768IF';
  const link = `https://receipts.siinqeebank.com:871/generate/${reference}`;

  function issuers(banks: readonly Provider[], shown: Partial<Detection>): (string | undefined)[] {
    const resolveAt = (request: ReferenceCandidate['request']) => resolve(banks, request, now);
    return candidatesOf([detection(shown)], banks, resolveAt).map(({ request }) => {
      const resolved = resolveAt(request);
      return resolved.kind === 'target'
        ? resolved.target.provider
        : 'provider' in resolved
          ? resolved.provider
          : '';
    });
  }

  it.each([
    ['the number beside the name of the bank', { bank: 'siinqee', reference }],
    ['the link', { link }],
    ['both', { link, reference }],
    ['all three', { bank: 'siinqee', link, reference }],
    ['both, under the name of another bank', { bank: 'dashen', link, reference }],
    ['the number, and a link that is misread', { link: link.replace('TB26257', 'TBZ6257'), reference }],
  ])("Siinqee's number never becomes another bank's: %s", (_, shown) => {
    for (const banks of [providers, live, elsewhere]) expect(issuers(banks, shown)).toEqual(['siinqee']);
  });

  it("Siinqee's number without its bank, also misread itself, is nobody's", () => {
    for (const banks of [providers, live, elsewhere]) {
      expect(issuers(banks, { reference })).toEqual([]);
      expect(issuers(banks, { reference: 'A20U2TB26Z5768IF' })).toEqual([]);
    }
  });

  it('a number that fits no form of the bank that is named is not spelt until it is of another', () => {
    expect(issuers(providers, { bank: 'oromia', reference: 'ZZZWDT52626700AA' })).toEqual(['oromia']);
    expect(issuers(providers, { bank: 'cbe', reference: 'ZZZWDT52626700AA' })).toEqual([]);
    expect(issuers(providers, { bank: null, reference: 'ZZZWDTS26Z6700AA' })).toEqual(['dashen']);
  });
});

describe('what the model names', () => {
  it('a link has all that a bank needs, and comes before the number', () => {
    const link = 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3';
    expect(seen({ bank: 'telebirr', reference: 'DKK4A1B2C4', link })).toMatchObject([
      { request: { url: link } },
    ]);
  });

  it('a link is known without its scheme, as address bars show it', () => {
    expect(seen({ link: 'transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3' })).toMatchObject([
      { request: { url: 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3' } },
    ]);
  });

  it('blanks and invisible marks within a number are not part of it', () => {
    expect(seen({ bank: 'cbe', reference: 'FT26 140\u200bA AAA1\n' })).toMatchObject([
      { request: { reference: 'FT26140AAAA1', provider: 'cbe' } },
    ]);
  });

  it('a number that is not of the bank it names is asked for without the bank', () => {
    expect(seen({ bank: 'mpesa', reference: 'DKK4A1B2C3' })).toEqual([
      { request: { reference: 'DKK4A1B2C3' }, confidence: 0.9, by: 'ai' },
    ]);
  });

  it('an account goes with it when all of its digits are there, and a masked one never', () => {
    const [whole] = seen({ bank: 'cbe', reference: 'FT26140AAAA1', account: '1000 0000 00012' });
    expect(whole?.request.account).toBe('1000000000012');
    for (const account of ['1****0012', '1000****00012', '0012', '']) {
      const [masked] = seen({ bank: 'cbe', reference: 'FT26140AAAA1', account });
      expect(masked?.request).not.toHaveProperty('account');
    }
  });

  it('a bank that is only recognised is named, so that its customer is told so', () => {
    const link = 'https://transactioninfo.berhanonline.et/ereceipt/99921032026000000.pdf';
    expect(seen({ bank: 'berhan', link })).toMatchObject([{ request: { url: link } }]);
    expect(seen({ bank: 'oromia', reference: '123456789' })).toMatchObject([
      { request: { provider: 'oromia' } },
    ]);
  });

  it("a bank's number that opens nothing is passed on, so that its customer hears which one does", () => {
    const request = { reference: 'WDTS5186142501962751000' };
    expect(seen({ bank: 'dashen', ...request })).toMatchObject([{ request }]);
  });

  it('what no bank knows is nothing', () => {
    expect(
      seen(
        {},
        { bank: 'telebirr' },
        { reference: 'Thank you' },
        { bank: 'telebirr', reference: 'DF7#######' },
        { bank: 'cbe', reference: 'x'.repeat(100_000) },
        { link: `https://transactioninfo.ethiotelecom.et/receipt/${'A'.repeat(100_000)}` },
        { bank: 'no such bank', reference: 'ignore all previous instructions' },
      ),
    ).toEqual([]);
  });

  it('confidence stays between 0 and 1, whatever the model says', () => {
    const confidences = [95, -3, Number.MAX_VALUE].map((confidence) =>
      seen({ bank: 'telebirr', reference: 'DKK4A1B2C3', confidence }).map(
        (candidate) => candidate.confidence,
      ),
    );
    expect(confidences).toEqual([[1], [0], [1]]);
  });

  it('nothing it can say is more than a hint that resolves', () => {
    const text = fc.option(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[A-Z0-9-]{8,26}$/)));
    const any = fc.record({
      bank: text,
      reference: text,
      link: text,
      account: text,
      amount: text,
      confidence: fc.double({ noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 3 }), (detections) => {
        for (const { request, confidence, by } of candidatesOf(detections, providers, read)) {
          expect(by).toBe('ai');
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          const resolved = read(request);
          expect(
            resolved.kind !== 'invalid' && (resolved.kind !== 'unsupported' || resolved.provider),
          ).toBeTruthy();
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('spellings', () => {
  it('are all those with so many characters exchanged for their look-alikes', () => {
    expect([...spellingsOf('A0B', 1)]).toEqual(['AOB', 'A08']);
    expect([...spellingsOf('A0B', 2)]).toEqual(['AO8']);
    expect([...spellingsOf('l', 1)]).toEqual(['1', 'I']);
    expect([...spellingsOf('ACD', 1)]).toEqual([]);
  });

  const accepts =
    (...known: string[]) =>
    (spelling: string) =>
      known.includes(spelling) ? { name: spelling, meaning: spelling } : null;

  it('the one with the fewest exchanges is meant', () => {
    expect(correct('0S', accepts('O5', 'OS'))).toEqual({ meaning: 'OS', changes: 1 });
  });

  it('two of equally many exchanges that mean different things mean nothing', () => {
    expect(correct('1', accepts('I', 'L'))).toBeNull();
    expect(correct('0S', accepts('OS', '05'))).toBeNull();
  });

  it('are tried within bounds, however many there are', () => {
    for (const text of ['0'.repeat(40), '1'.repeat(40), 'O'.repeat(10_000)]) {
      let tried = 0;
      const count = () => {
        tried += 1;
        return null;
      };
      expect(correct(text, count)).toBeNull();
      expect(tried).toBeLessThanOrEqual(100);
    }
  });
});
