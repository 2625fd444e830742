import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQr } from '../../../src/providers/qr/index.js';
import { crc16 } from '../../../src/providers/qr/telebirr.js';
import { resolve } from '../../../src/providers/resolve.js';
import { now, providers, sample } from '../support.js';

/** telebirr's code as its documents describe it. */
function telebirrCode(number: string, { length = number.length, checksum = '' } = {}): string {
  const hex = Buffer.from(number).toString('hex').toUpperCase();
  const signed = `80180002060102910201318124${length.toString(16).toUpperCase().padStart(4, '0')}${hex}6304`;
  return Buffer.from(signed + (checksum || crc16(signed))).toString('base64');
}

const boaKey = pbkdf2Sync('ELqVy2g4pGWLUIKSa+1ijwpPy6eDxBFBLBPrJ24v/IA=', 'salt', 10_000, 32, 'sha1');

function boaCode(text: string): string {
  const cipher = createCipheriv('aes-256-cbc', boaKey, '1234567890123456');
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
}

const resolved = (payload: string) => {
  const hint = readQr(payload);
  return hint && resolve(providers, hint.request, now);
};

describe("telebirr's code", () => {
  it('gives the invoice number by its length, and nothing behind it', () => {
    const payload = sample('telebirr/qr_payload.txt');
    expect(Buffer.from(payload, 'base64').toString()).toMatch(/513C$/);
    expect(readQr(payload)).toEqual({
      by: 'qr',
      form: 'telebirr',
      request: { reference: 'DF70AAAA00', provider: 'telebirr' },
      claims: null,
    });
    expect(resolved(payload)).toMatchObject({ kind: 'target', target: { reference: 'DF70AAAA00' } });
  });

  it('has the checksum that is known of the usual test text', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(crc16('')).toBe('FFFF');
  });

  it('counts for nothing with a wrong checksum, a wrong length or an odd number', () => {
    expect(readQr(telebirrCode('DF70AAAA00'))).not.toBeNull();
    expect(readQr(telebirrCode('DF70AAAA00', { checksum: '513D' }))).toBeNull();
    expect(readQr(telebirrCode('DF70AAAA00', { length: 9 }))).toBeNull();
    expect(readQr(telebirrCode('DF70AAAA00', { length: 0xffff }))).toBeNull();
    expect(readQr(telebirrCode('DF70AAAA0c'))).toBeNull();
    expect(readQr(telebirrCode(''))).toBeNull();
  });
});

describe("Bank of Abyssinia's code", () => {
  it('gives the reference as a hint, and what it claims beside it', () => {
    const payload = sample('boa/qr_payload_invented.txt');
    expect(readQr(payload)).toEqual({
      by: 'qr',
      form: 'boa',
      request: { reference: 'FT252000AAAA', provider: 'boa' },
      claims: {
        amount: '1107.59',
        payerName: 'ABEBE TEST KEBEDE',
        payerAccount: '2****0001',
        receiverName: 'SARA TEST TADESSE',
        receiverAccount: '1000000000012',
      },
    });
    expect(resolved(payload)).toMatchObject({ kind: 'needs', provider: 'boa', needs: ['account'] });
  });

  it('keeps its reference when a name holds a comma, and claims only what is certain', () => {
    const payload = boaCode('2****0001,TEST, PLC,10.00,TT252000AAAA,19/07/2025  17:32:13,1****2,A, B');
    expect(readQr(payload)).toMatchObject({
      request: { reference: 'TT252000AAAA' },
      claims: { payerName: null, amount: null, receiverAccount: '1****2', receiverName: 'A, B' },
    });
  });

  it.each([
    'a text of another kind that is long enough',
    '1,2,3,FT252000AAAA,yesterday,5,6,7,8,9,10,11',
    '1,2,3,DKK4A1B2C3,19/07/2025  17:32:13,5,6,7',
  ])('counts for nothing when it says something else: %s', (text) => {
    expect(readQr(boaCode(text))).toBeNull();
  });
});

describe('a code that bears plain text', () => {
  it.each([
    ['https://mbreciept.cbe.com.et/v2-hfHCxAAAAAAAAAAAAAAA', { provider: 'cbe' }],
    ['https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA00001', { provider: 'boa', qualifier: '00001' }],
    [' https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3\n', { provider: 'telebirr' }],
    [
      'Dear Customer, your receipt: https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA00001 - the bank.',
      { provider: 'boa' },
    ],
  ])('leads to the receipt of its link: %s', (payload, target) => {
    expect(readQr(payload)).toMatchObject({ by: 'qr', form: 'link', claims: null });
    expect(resolved(payload)).toMatchObject({ kind: 'target', target });
  });

  it("of Wegagen's is read as prose with its link inside", () => {
    const prose =
      'Receipt: https://transinfo.wegagenbanksc.com.et:8183/?id=150TBAW2626200001113DAAT - Wegagen Bank.';
    expect(readQr(prose)).toMatchObject({ form: 'link', request: { text: prose } });
    expect(resolved(prose)).toMatchObject({ kind: 'target', target: { provider: 'wegagen' } });
  });

  it('with a link that only looks like a bank leads nowhere', () => {
    expect(resolved('https://transactioninfo.ethiotelecom.et.evil.test/receipt/DKK4A1B2C3')).toEqual({
      kind: 'unsupported',
      by: 'url',
    });
  });

  it("of CBE's old screen gives the FT number, which needs its digits", () => {
    expect(resolved('FT261400AAAA')).toMatchObject({ kind: 'needs', provider: 'cbe', needs: ['account'] });
  });

  it("of Amhara's receipt gives its transaction, and the account it claims", () => {
    expect(readQr(sample('amhara/qr_payload.json'))).toEqual({
      by: 'qr',
      form: 'amhara',
      request: { reference: 'FT262500AAAA', provider: 'amhara' },
      claims: {
        amount: null,
        payerName: null,
        payerAccount: null,
        receiverName: null,
        receiverAccount: 'ETB1700000010003',
      },
    });
    expect(resolved(sample('amhara/qr_payload.json'))).toMatchObject({
      kind: 'target',
      target: { provider: 'amhara', reference: 'FT262500AAAA' },
    });
  });

  it("of Dashen's is asked about at Dashen when it is its long number, and opens nothing as a token", () => {
    expect(readQr('WDTS5186142501962751000')).toMatchObject({
      form: 'dashen',
      request: { reference: 'WDTS5186142501962751000', provider: 'dashen' },
    });
    expect(resolved('WDTS5186142501962751000')).toMatchObject({
      kind: 'unsupported',
      provider: 'dashen',
      message: expect.stringContaining('FT Ref'),
    });
    expect(readQr('9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d')).toBeNull();
  });

  it.each(['', '   ', 'WIFI:S:home;T:WPA;P:secret;;', 'hello', '{}', '{"transactionId":"../../x"}', '0'])(
    'of something else is no hint: %j',
    (payload) => {
      expect(readQr(payload)).toBeNull();
    },
  );
});

describe('any payload whatever', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.base64String({ maxLength: 600 }),
    fc.json(),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc
      .string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 80 })
      .map((hex) => Buffer.from(`8018${hex}`.toUpperCase()).toString('base64')),
    fc.string({ maxLength: 120 }).map(boaCode),
    fc.array(fc.string({ maxLength: 20 }), { maxLength: 12 }).map((fields) => boaCode(fields.join(','))),
    fc.constantFrom('A', '=', '0', ' ', 'FT').map((piece) => piece.repeat(4_200)),
  );

  it('is read without ever throwing, and leads to nothing but a resolution', () => {
    const check = (payload: string) => {
      const hint = readQr(payload);
      if (hint) expect(resolve(providers, hint.request, now).kind).toMatch(/^[a-z]+$/);
    };
    fc.assert(fc.property(hostile, check), { numRuns: 3_000 });
  });
});
