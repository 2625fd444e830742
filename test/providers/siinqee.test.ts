import { describe, expect, it } from 'vitest';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import { now, pdfResponse, provider, providers, sample, targetOf, textResponse } from './support.js';

const unconfigured = createProviders({ cbeAppId: '', cbeAppVersion: '' });
const asked = { reference: 'SQB26K20A1B2', provider: 'siinqee' };
const receipt = sample('siinqee/receipt.txt').split('\n');

function judged(change: (line: string) => string | null) {
  const lines = receipt.map(change).filter((line) => line !== null);
  return provider('siinqee').judge(pdfResponse(lines), targetOf(asked));
}

describe('Siinqee without configuration', () => {
  const bank = unconfigured.find(({ key }) => key === 'siinqee');

  it.each([
    { url: 'https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA' },
    {
      text: 'Ref: A35U2TB26226AAAA on 14-AUG-2026 13:08:51. https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA',
    },
    { reference: 'A35U2TB26226AAAA', provider: 'siinqee' },
  ])('is asked by the link of its SMS: %o', (request) => {
    expect(resolve(unconfigured, request, now)).toMatchObject({
      kind: 'target',
      target: {
        reference: 'A35U2TB26226AAAA',
        url: 'https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA',
      },
    });
    expect(bank).toMatchObject({ support: 'supported', viewLimited: true, probe: null });
    expect(bank?.origins).toEqual(['https://receipts.siinqeebank.com:871']);
  });

  it('verifies nothing: whatever its own page prints, the layout is not known', () => {
    const target = { ...targetOf({ reference: 'A35U2TB26226AAAA', provider: 'siinqee' }) };
    const own = receipt.join('\n').replaceAll('SQB26K20A1B2', 'A35U2TB26226AAAA').split('\n');
    for (const lines of [own.slice(1), ['Siinqee Bank S.C.', ...own.slice(1)], ['Siinqee Bank', ...own]]) {
      expect(bank?.judge(pdfResponse(lines), target).kind).toBe('unreadable');
    }
  });

  it('knows no link that only the simulated bank answers', () => {
    const url = 'https://siinqeebank.com/receipt/SQB26K20A1B2';
    expect(resolve(unconfigured, { url }, now)).toEqual({ kind: 'unsupported', by: 'url' });
  });
});

describe('Siinqee with links from the configuration', () => {
  it('recognises its retired links at Ebirr, and fetches none', () => {
    const url = 'https://receipt.ebirr.com/siinqee/AAAAAAAAAAA_0000AAAAAA';
    for (const request of [{ url }, { text: `Receipt: ${url} thank you` }]) {
      expect(resolve(providers, request, now)).toEqual({
        kind: 'unsupported',
        by: 'url',
        provider: 'siinqee',
        message: expect.stringContaining('Siinqee Bank'),
      });
    }
    expect(provider('siinqee').origins).not.toContain('https://receipt.ebirr.com');
  });

  it('still names the bank of the SMS where another link is configured, and fetches none', () => {
    const links = [{ host: 'receipts.siinqee.test', before: '/v/', after: '' }];
    const moved = createProviders({ cbeAppId: '', cbeAppVersion: '', siinqeeLinks: links });
    const url = 'https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA';
    expect(resolve(moved, { url }, now)).toMatchObject({ kind: 'unsupported', provider: 'siinqee' });
  });

  it('is unreadable where its day contradicts the one in its number', () => {
    const dated = (line: string) => line.replace('SQB26K20A1B2', 'A35U2TB26257AAAA');
    const judge = (day: string) =>
      provider('siinqee').judge(
        pdfResponse(receipt.map((line) => dated(line).replace('2026-09-14', day))),
        targetOf({ reference: 'A35U2TB26257AAAA', provider: 'siinqee' }),
      );
    expect(judge('2026-09-14').kind).toBe('settled');
    expect(judge('2026-09-15')).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
  });

  it('takes no bare reference for its own unless it is named', () => {
    const { reference } = asked;
    expect(resolve(providers, { reference }, now)).toEqual({ kind: 'unsupported', by: 'reference' });
    expect(resolve(providers, { text: `paid, see ${reference}` }, now)).toEqual({
      kind: 'unsupported',
      by: 'reference',
    });
  });

  it('has no receipt that a probe could spend a view of', () => {
    expect(provider('siinqee').probe).toBeNull();
  });

  it('believes its own layout only from the simulated bank, whose pages say so', () => {
    for (const title of ['Siinqee Bank - receipt', 'Siinqee Bank', '']) {
      const judgement = judged((line) => line.replace('Siinqee Bank - receipt (simulated)', title));
      expect(judgement, title).toMatchObject({ kind: 'unreadable', receipt: { source: 'siinqee-pdf' } });
    }
    const payers = judged((line) =>
      line.replace('Siinqee Bank - receipt (simulated)', 'Siinqee Bank').replace('Rent', receipt[0] ?? ''),
    );
    expect(payers.kind).toBe('unreadable');
  });

  it('is settled in whatever case', () => {
    expect(judged((line) => line.replace('Completed', 'COMPLETED')).kind).toBe('settled');
  });

  it.each(['Pending', 'Reversed'])('says that a payment is not settled: %s', (status) => {
    const judgement = judged((line) => line.replace('Completed', status));
    expect(judgement).toMatchObject({ kind: 'not_settled', receipt: { transactionStatus: status } });
  });

  it.each([
    ['Transaction Status Completed', 'Transaction Status COMPLETED?'],
    ['Transaction Status Completed', 'Transaction Status Completed\nPage 1 of 1'],
    ['Receiver Account 1000*****0002', 'Receiver Account 1000*****0002\nBole'],
    ['Payer Name ABEBE TEST KEBEDE', 'Payer Name X\nReceiver Name MALLORY'],
    ['Payment Reason Rent', 'Payment Reason Rent\nReceiver Bank OTHER'],
    ['Payer Account', 'Status: Reversed\nPayer Account'],
    ['Amount ETB 12,350.00', 'Amount ETB 92,350.00'],
    ['Amount ETB 12,350.00', 'Amount ETB 9 12,350.00'],
    ['2026-09-14 10:15:30', 'yesterday'],
  ])('with %j as %j is unreadable', (from, to) => {
    const text = receipt.join('\n');
    expect(text).toContain(from);
    const lines = text.replace(from, to).split('\n');
    expect(provider('siinqee').judge(pdfResponse(lines), targetOf(asked)).kind).toBe('unreadable');
  });

  it.each([
    ['Reference No', 'reference'],
    ['Transaction Status', 'transactionStatus'],
    ['Payer Name', 'payerName'],
    ['Receiver Name', 'receiverName'],
    ['Receiver Account', 'receiverAccount'],
    ['Transferred Amount', 'transferredAmount'],
  ])('believes no receipt without its %s', (label, field) => {
    const judgement = judged((line) => (line.startsWith(label) ? null : line));
    expect(judgement).toMatchObject({ kind: 'unreadable', missing: [field] });
  });

  it('believes no amount that the payer wrote himself', () => {
    expect(judged((line) => line)).toMatchObject({ kind: 'settled', payment: { amount: '12350.00' } });
    const without = judged((line) => (line.startsWith('Transferred Amount') ? null : line));
    expect(without.kind).toBe('unreadable');
  });

  it('judges a PDF that cannot be read as unreadable, and a missing page of any server as no answer', () => {
    const bank = provider('siinqee');
    expect(bank.judge(pdfResponse(null), targetOf(asked)).kind).toBe('unreadable');
    expect(bank.judge(textResponse('Not Found', 404), targetOf(asked)).kind).toBe('blocked');
  });
});
