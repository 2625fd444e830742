import { describe, expect, it } from 'vitest';
import { sample } from '../../providers/support.js';
import { addsUp, many, simulatedBank } from './support.js';

const bank = simulatedBank();
const tokens = many('Kz7mQ2xL000ETTB26170', '', 12);

describe('Zemen', () => {
  it('prints the lines of the sample, label by label', async () => {
    const lines = await bank.printed({ reference: 'Kz7mQ2xL000ETTB26170A1B2' });
    const labels = sample('zemen/pdf_text.txt')
      .split('\n')
      .map(
        (line) => /^(?:[^:\n]+:|Transaction Detail|Service Charge|VAT 15%|Total Amount Paid)/.exec(line)?.[0],
      )
      .filter((label) => label !== undefined);
    expect(labels).toHaveLength(13);
    for (const [index, label] of labels.entries()) expect(lines[index + 1]).toMatch(label);
  });

  it('adds up, and bears the date inside its number, with or without the time', async () => {
    const dates = new Set<string>();
    for (const reference of tokens) {
      const { receipt, payment } = await bank.settled({ reference });
      expect(addsUp(payment)).toBe(true);
      expect(payment.reference).toBe(reference.slice(-16));
      expect(payment.paidAt).toMatch(/^2026-06-19T/);
      dates.add(/,/.test(String(receipt.paymentDate)) ? 'with time' : 'day only');
    }
    expect(dates).toEqual(new Set(['with time', 'day only']));
  });

  it('distinguishes tokens by case, and reads its outcome in capitals only', async () => {
    const url = (token: string) => ({ url: `https://share.zemenbank.com/rt/${token}/pdf` });
    const one = await bank.settled(url('Kz7mQ2xL000ETTB26170A1B2'));
    const other = await bank.settled(url('kz7mQ2xL000ETTB26170A1B2'));
    expect(other.payment.payer).not.toEqual(one.payment.payer);
    expect((await bank.judge(url('Kz7mQ2xL000ETTB26170gone'))).kind).toBe('settled');
  });

  it('answers for transfers to other banks at the second path, and there alone', async () => {
    const url = (path: string) => ({
      url: `https://share.zemenbank.com/${path}/Kz7mQ2xL000IBET26170A1B2/pdf`,
    });
    expect((await bank.settled(url('ft'))).payment.reference).toBe('000IBET26170A1B2');
    expect((await bank.settled({ reference: 'Kz7mQ2xL000IBET26170A1B2' })).payment.channel).toBeNull();
    expect((await bank.judge(url('rt'))).kind).toBe('not_found');
    expect((await bank.judge({ url: `https://share.zemenbank.com/ft/${tokens[0]}/pdf` })).kind).toBe(
      'not_found',
    );
  });

  it.each(['PORE', 'ATCW', 'ATWR'])('shows %s with nobody who is paid by it', async (kind) => {
    const { payment } = await bank.settled({ reference: `Kz7mQ2xL000${kind}26170A1B2` });
    expect(payment).toMatchObject({ receiver: { name: null, account: null }, channel: expect.any(String) });
  });

  it('shows the end of the account that a token of figures names', async () => {
    const { payment } = await bank.settled({ reference: '12345678000P2PI26170A1B2' });
    expect(payment.payer.account).toMatch(/678$/);
  });

  it('says with HTTP 404 that there is no such receipt', async () => {
    const gone = await bank.ask({ reference: 'Kz7mQ2xL000ETTB26170GONE' });
    expect(gone.status).toBe(404);
    expect(JSON.parse(gone.text)).toEqual(JSON.parse(sample('zemen/not_found_404.json')));
    for (const token of ['AAAAAAAA000ETTB260000000', 'AAAAAAAA000ETTB253660000', 'short']) {
      expect((await bank.get(`https://share.zemenbank.com/rt/${token}/pdf`)).text, token).toBe(gone.text);
    }
  });
});
