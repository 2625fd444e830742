import { describe, expect, it } from 'vitest';
import { sample } from '../../providers/support.js';
import { cents, many, simulatedBank } from './support.js';

const bank = simulatedBank();
const asked = (reference: string) => ({ reference, provider: 'amhara' });
const references = many('FT26250A');
const membersOf = (json: string) => (JSON.parse(json) as { data: Record<string, string> }).data;

describe('Amhara Bank', () => {
  it('has the members of the samples, in their order, for transfers out and in', async () => {
    const kinds = new Set<string>();
    for (const reference of references) {
      const served = membersOf((await bank.ask(asked(reference))).text);
      const file = served.transactionDesc === 'IPS Outgoing Txn' ? 'outgoing' : 'incoming';
      expect(Object.keys(served)).toEqual(Object.keys(membersOf(sample(`amhara/${file}.json`))));
      kinds.add(file);
    }
    expect(kinds).toEqual(new Set(['outgoing', 'incoming']));
  });

  it('adds up, is booked on the day inside its number, and was paid then or the day before', async () => {
    const days = new Set<string>();
    for (const reference of references) {
      const { receipt, payment } = await bank.settled(asked(reference));
      const { amount, fee, vat, total } = payment;
      expect(cents(amount) + cents(fee) + cents(vat ?? '0')).toBe(cents(total));
      expect(receipt.bookingDate).toBe('20260907');
      days.add(payment.paidAt?.slice(0, 10) ?? '');
    }
    expect([...days].sort()).toEqual(['2026-09-06', '2026-09-07']);
  });

  it('says with HTTP 500 that there is no such receipt, and counts no number that cannot be', async () => {
    const gone = await bank.ask(asked('FT26250AGONE'));
    expect(gone.status).toBe(500);
    expect(gone.text).toBe('{"status":false,"message":"Transaction not found"}');
    for (const path of ['FT26000AAAAA', 'FT26366AAAAA', 'ft26250aa1b2', 'FT26250A']) {
      const answer = await bank.get(`https://transaction.amharabank.com.et/${path}`);
      expect(answer.text, path).toBe(gone.text);
      expect(await bank.hits('amhara', path)).toBe(0);
    }
    expect(await bank.hits('amhara', 'FT26250AGONE')).toBe(1);
  });

  it('returns a payment by the status known for it', async () => {
    expect(await bank.judge(asked('FT26250ABACK'))).toMatchObject({
      kind: 'not_settled',
      receipt: { transactionStatus: 'RET' },
    });
  });
});
