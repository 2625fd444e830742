import { describe, expect, it } from 'vitest';
import type { Judgement, Payment } from '../../src/providers/types.js';
import { pdfResponse, provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('cbe');
const text = sample('cbe/pdf/text_labels_and_values_apart.txt');
const target = targetOf({ reference: 'FT261250AAAA00000001' });
const judge = (changed: string): Judgement => bank.judge(pdfResponse(changed.split('\n')), target);
const change = (from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

function settledPayment(): Payment {
  const judged = judge(text);
  if (judged.kind !== 'settled') throw new Error(judged.kind);
  return judged.payment;
}

describe("CBE's PDF", () => {
  it('is found in the body, and nowhere else', () => {
    const pdf = pdfResponse(null);
    expect(bank.document?.(pdf)).toBe(pdf.body);
    expect(bank.document?.(textResponse('<html>%PDF</html>'))).toBeNull();
    expect(bank.document?.(textResponse('%PD'))).toBeNull();
    expect(bank.document?.(textResponse(''))).toBeNull();
  });

  it('whose text cannot be read, or holds no receipt, is unreadable', () => {
    const unreadable = { kind: 'unreadable', missing: ['reference', 'transferredAmount'] };
    expect(bank.judge(pdfResponse(null), target)).toMatchObject(unreadable);
    expect(bank.judge(pdfResponse([]), target)).toMatchObject(unreadable);
    expect(bank.judge(pdfResponse(['Annual report', 'of the bank']), target)).toMatchObject(unreadable);
  });

  it('is read whatever stands between label and value', () => {
    const settled = judge(text);
    expect(judge(text.replace('Payer ABEBE', 'Payer:  ABEBE'))).toEqual(settled);
    expect(judge(text.replace('Payer ABEBE', 'Payer\nABEBE'))).toEqual(settled);
    expect(judge(text.replace('Account 1****0001', '  account\u00a01****0001 '))).toEqual(settled);
    expect(judge(text.replace('Amount 25.00 ETB', 'Amount25.00ETB'))).toEqual(settled);
    expect(judge(text.replaceAll('\n', '\r\n'))).toEqual(settled);
    expect(judge(text.replaceAll('\n', '\n\n'))).toEqual(settled);
  });

  it('reads names and reasons that take two lines', () => {
    const wrapped = text.replace('SARA TEST TADESSE', 'SARA TEST\nTADESSE').replace('Pay done', 'Pay\ndone');
    expect(judge(wrapped)).toEqual(judge(text));
  });

  it('reads the header blocks line by line too, side by side or below each other', () => {
    const payment = text.slice(text.indexOf('Payment / Transaction'));
    const below = `VAT Receipt No: FT261250AAAA\nFax:\nCustomer Information\nBranch: TEST BRANCH NAME\nVAT: _\n${payment}`;
    const beside = `City: Addis VAT Receipt No: FT261250AAAA Branch: TEST BRANCH NAME\n${payment}`;
    expect(judge(below)).toEqual(judge(text));
    expect(judge(beside)).toEqual(judge(text));
  });

  it('reads nothing rather than something wrong where header labels and values do not pair', () => {
    const judged = judge(change('Adama\n', ''));
    expect(judged.kind).toBe('settled');
    expect(judged.receipt).not.toHaveProperty('branch');
    expect(judged.receipt).toHaveProperty('vatReceiptNo', 'FT261250AAAA');
  });

  it.each([
    'Disaster recovery 5%',
    'Disaster Recovery (5%)',
    '5% Disaster Recovery',
    'Disaster Recovery(5%):',
  ])('reads the disaster recovery charge as %s', (label) => {
    const line = '15% VAT on Commission 0.08 ETB\n';
    const judged = judge(change(line, `${line}${label} 0.03 ETB\n`).replace('25.61 ETB', '25.64 ETB'));
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { disasterRecovery: 0.03, totalAmount: 25.64 },
      payment: { amount: '25.00', fee: '0.56', vat: '0.08', total: '25.64' },
    });
  });

  it.each([
    ['Receiver MALLORY'],
    ['Receiver MALLORY', 'Account 1****9999'],
    ['Reference No. (VAT Invoice No) FT261250AAAA'],
    ['Transferred Amount 90,000.00 ETB'],
    ['Transferred Amount 25.00 ETB', 'Total amount debited from customers account 90,000.00 ETB'],
    ['Transferred Amount 25.00 ETB', 'Disaster recovery 5% 1.00 ETB'],
    ['Payment Date 5/5/2026, 1:00:00 AM'],
    ['Payment / Transaction Information', 'Receiver MALLORY'],
  ])('believes nothing that the payer wrote into the reason: %j, %j', (...forged) => {
    const { kind, payment } = { payment: null, ...judge(change('Pay done', ['rent', ...forged].join('\n'))) };
    expect(kind).toBe('unreadable');
    expect(payment).toBeNull();
    const other = change('(VAT Invoice No) FT261250AAAA', '(VAT Invoice No) FT261250AAAB');
    expect(judge(other.replace('Pay done', ['rent', ...forged].join('\n'))).kind).not.toBe('settled');
  });

  it('believes no receiver out of a payer’s displayed name that wraps', () => {
    const name = [
      'ABEBE - - -',
      'Account 1****0001 - - -',
      'Receiver MALLORY - - -',
      'Account 1****9999 - - -',
      'Payment Date 5/5/2026',
    ];
    for (let lines = 2; lines <= name.length; lines += 1) {
      const forged = change('Payer ABEBE TEST KEBEDE', `Payer ${name.slice(0, lines).join('\n')}`);
      expect(judge(forged).kind, String(lines)).toBe('unreadable');
    }
  });

  it.each([
    ['Amount 25.00', 'Amount 9 25.00'],
    ['Amount 25.00', 'Amount 25\n000.00'],
    ['Amount 25.00', 'Amount .50'],
    ['Amount 25.00', 'Amount 925.00'],
    ['Amount 25.00', 'Amount 0.00'],
    ['Charge 0.53', 'Charge 0.54'],
    ['account 25.61', 'account 25.00'],
  ])('reads no amount out of %j as %j', (from, to) => {
    expect(judge(change(from, to)).kind).toBe('unreadable');
  });

  it.each(['Transaction Type Transfer', 'Channel Mobile', 'Payment Status Held', 'Page 1 of 1'])(
    'with the unknown line %j is never called another receipt',
    (line) => {
      const lines = text.split('\n');
      const payment = lines.findIndex((one) => one.startsWith('Payment / Transaction'));
      for (let at = payment + 1; at <= lines.length; at += 1) {
        const judged = judge(lines.toSpliced(at, 0, line).join('\n'));
        expect(['settled', 'unreadable'], `${at}`).toContain(judged.kind);
        expect(judged.kind === 'settled' && judged.payment).toEqual(
          judged.kind === 'settled' && {
            ...settledPayment(),
            payer: expect.anything(),
            receiver: { ...settledPayment().receiver, name: expect.stringMatching(/^SARA TEST TADESSE/) },
            reason: expect.stringMatching(/^Pay done via Mobile/),
          },
        );
      }
    },
  );

  it('with a status it never printed before is read only if that status is good', () => {
    for (const line of [
      'Payment Status Reversed',
      'Status: Pending',
      'REVERSED',
      'Reversal of FT261250AAAA',
    ]) {
      for (const place of ['Payer ABEBE', 'Receiver SARA', 'Commission or', '© 2026', 'Customer Name:']) {
        expect(judge(change(place, `${line}\n${place}`)).kind, `${line} at ${place}`).toBe('unreadable');
      }
    }
    expect(judge(change('Receiver SARA', 'Payment Status Completed\nReceiver SARA'))).toEqual(judge(text));
  });

  it('is another’s only by another FT number', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'cbe-pdf' } };
    expect(judge(change('(VAT Invoice No) FT261250AAAA', '(VAT Invoice No) FT261250AAAB'))).toEqual(mismatch);
    for (const other of ['FT261250AAAA\\BNK', 'FT261250AAAA (copy)', '0001234', 'FT261250AAAB x']) {
      const judged = judge(change('(VAT Invoice No) FT261250AAAA', `(VAT Invoice No) ${other}`));
      expect(judged.kind, other).toBe('unreadable');
    }
  });

  it('that breaks off within the amount is unreadable', () => {
    const amount = 'Transferred Amount 25.00 ETB';
    const upTo = (end: number) => judge(text.slice(0, text.indexOf(amount) + end)).kind;
    expect(
      ['Transferred Amount 2', 'Transferred Amount 25', 'Transferred Amount 25.0'].map(({ length }) =>
        upTo(length),
      ),
    ).toEqual(['unreadable', 'unreadable', 'unreadable']);
  });

  it('is nobody else’s where a payer’s text stands below the heading, and the bank’s facts beside the header', () => {
    const [start, heading] = [text.indexOf('Payer ABEBE'), 'Payment / Transaction Information'];
    const end = text.indexOf('Transferred Amount');
    const beside = `Customer Information ${text.slice(start, end).trimEnd().split('\n').join('\nBranch: X ')}`;
    const page = `${beside}\n${heading}\nReference No FT261259ZZZZ\n${text.slice(end)}`;
    expect(judge(page)).toMatchObject({ kind: 'unreadable', receipt: { source: 'cbe-pdf' } });
  });

  it('of another day than its number says is unreadable: holidays move bookings', () => {
    for (const day of ['5/6/2026', '5/1/2026', '30-08-2018', 'Meskerem 1']) {
      expect(judge(change('5/5/2026, 1:56:00 PM', day)), day).toMatchObject({
        kind: 'unreadable',
        conflicts: ['date'],
      });
    }
  });

  it('is not found in the bank’s own words alone, shown, under HTTP 404', () => {
    const page = sample('cbe/pdf/not_found_404.html');
    expect(bank.judge(textResponse(page, 404), target).kind).toBe('not_found');
    for (const status of [200, 403, 500, 503]) {
      expect(bank.judge(textResponse(page, status), target).kind, String(status)).toBe('blocked');
    }
    const hidden = '<p>Maintenance</p><script>var e = "You Are Not Allowed to See This Data";</script>';
    expect(bank.judge(textResponse(hidden, 404), target).kind).toBe('blocked');
  });

  it('may be booked up to three days after it was paid', () => {
    for (const day of ['5/5/2026', '5/4/2026', '5/3/2026', '5/2/2026']) {
      expect(judge(change('5/5/2026', day)).kind, day).toBe('settled');
    }
  });

  it.each([
    ['Reference No. (VAT Invoice No) FT261250AAAA\n', 'reference'],
    ['Transferred Amount 25.00 ETB\n', 'transferredAmount'],
    ['25.00 ETB', 'transferredAmount'],
  ])('without %j is unreadable, and keeps what there is', (line, missing) => {
    expect(judge(change(line, ''))).toMatchObject({
      kind: 'unreadable',
      missing: [missing],
      receipt: { source: 'cbe-pdf', payerName: 'ABEBE TEST KEBEDE' },
    });
  });

  it('is asked for as a PDF', () => {
    expect(bank.request(target, 0)).toEqual({
      method: 'GET',
      url: 'https://apps.cbe.com.et:100/?id=FT261250AAAA00000001',
      headers: { accept: 'application/pdf' },
    });
  });
});
