import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import { findAll, now, provider, providers, textResponse } from './support.js';

const keys = ['berhan', 'ahadu', 'bunna', 'chapa', 'oromia', 'zamzam', 'hulubeje'];
const berhan = 'https://transactioninfo.berhanonline.et/ereceipt/99921032026000000.pdf';
const ahadu = 'https://receipt.ahadubank.com/digitalreceipt?es=1000000000001/30-AUG-26/0000';
const ahaduWithBlank = 'https://receipt.ahadubank.com/digitalreceipt?es=1000000000001/02-SEP-26/ 0000';
const bunna = 'https://online.bunnabanksc.com/receipt/#/AAAAAAAAAAAAAAAAAAAA+AAAAAAAAAA/AAAAAAAAAAA=';

const named = (key: string, by: string) => ({
  kind: 'unsupported',
  by,
  provider: key,
  message: `${provider(key).name} is recognised, but not yet supported.`,
});

describe('a bank that is only recognised', () => {
  it.each([
    ['berhan', berhan],
    ['ahadu', ahadu],
    ['ahadu', ahaduWithBlank],
    ['ahadu', ahaduWithBlank.replace(' ', '%20')],
    ['bunna', bunna],
    ['bunna', `${bunna}.`],
    ['chapa', 'https://chapa.link/payment-receipt/APAAAA0000'],
  ])('%s is named for its link %s, alone and in a text', (key, url) => {
    expect(resolve(providers, { url }, now)).toEqual(named(key, 'url'));
    const text = `Dear ABEBE,\nyour receipt: ${url}\nThank you!`;
    expect(resolve(providers, { text }, now)).toEqual(named(key, 'url'));
    expect(findAll(text)).toEqual([named(key, 'url')]);
  });

  it.each(keys)('%s is named when the caller names it, whatever the reference', (key) => {
    for (const reference of ['12345678', 'DKK4A1B2C3', 'anything at all', 'FT261960AAAA00001']) {
      expect(resolve(providers, { reference, provider: key }, now)).toEqual(named(key, 'reference'));
      expect(resolve(providers, { text: reference, provider: key }, now)).toEqual(named(key, 'reference'));
    }
    const url = 'https://receipts.example.test/abc';
    expect(resolve(providers, { url, provider: key }, now)).toEqual(named(key, 'url'));
  });

  it.each([
    'https://transactioninfo.berhanonline.et.evil.test/ereceipt/99921032026000000.pdf',
    'https://transactioninfo.berhanonline.et/ereceipt/9992103202600000.pdf',
    'https://transactioninfo.berhanonline.et/ereceipt/99921032026000000.pdf.exe',
    'https://transactioninfo.berhanonline.et:8443/ereceipt/99921032026000000.pdf',
    'http://transactioninfo.berhanonline.et/ereceipt/99921032026000000.pdf',
    'https://receipt.ahadubank.com/digitalreceipt?es=1000000000001/30-AUG-26/',
    'https://receipt.ahadubank.com/digitalreceipt?es=1000000000001/30-AUG-26/0000&es=x',
    'https://chapa.link/payment/APAAAA0000',
    'https://chapa.link/payment-receipt/',
    bunna.replace('#/', '#/feedback/'),
    bunna.replace('#/', ''),
    bunna.replace('/#/', '#/'),
    bunna.replace('=', ''),
    bunna.replace('A+', '-A+'),
    bunna.replace('#/', '?x=1#/'),
    bunna.replace('.com', '.com.evil.test'),
    'https://receipt.ahadubank.com/other?es=1000000000001/30-AUG-26/0000',
    'https://receipt.ahadubank.com.evil.test/digitalreceipt?es=1000000000001/30-AUG-26/ 0000',
  ])('is not named for what only looks like its link: %s', (url) => {
    expect(resolve(providers, { url }, now)).toEqual({ kind: 'unsupported', by: 'url' });
  });

  it('is told when the caller names another bank than the link does', () => {
    expect(resolve(providers, { url: berhan, provider: 'telebirr' }, now)).toMatchObject({ kind: 'invalid' });
  });

  it.each(keys)('%s is never fetched and never judged', (key) => {
    const bank = provider(key);
    expect(bank).toMatchObject({ support: 'recognised', origins: [], probe: null });
    const target = {
      provider: key,
      source: bank.sources[0] ?? '',
      reference: 'x',
      qualifier: '',
      url: berhan,
    };
    expect(() => bank.request(target, 0)).toThrow('never asked');
    expect(bank.judge(textResponse('Completed'), target).kind).toBe('blocked');
  });
});
