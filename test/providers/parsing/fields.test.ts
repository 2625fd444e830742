import { describe, expect, it } from 'vitest';
import { type Layout, type Pair, readFields, readLines } from '../../../src/providers/parsing/fields.js';
import { contradictsSettled } from '../../../src/providers/parsing/labels.js';

const layout = {
  payerName: { labels: ['Payer'] },
  payerAccount: { labels: ['Account'] },
  receiverName: { labels: ['Receiver'], decides: true },
  receiverAccount: { labels: ['Account'], decides: true, form: /^[\d*]+$/ },
  reference: { labels: ['Reference No. (VAT)', 'Reference No'], decides: true },
  reason: { labels: ['Reason'], payerWritten: true },
  amount: { labels: ['Amount'], decides: true },
  branch: { labels: ['Branch'] },
} satisfies Layout;

const lines = [
  'Payer ABEBE',
  'Account 1***1',
  'Receiver SARA',
  'Account 1***2',
  'Reference No. (VAT) FT1',
  'Reason rent',
  'Amount: 25.00 ETB',
  'Branch Bole',
];
const fields = {
  payerName: 'ABEBE',
  payerAccount: '1***1',
  receiverName: 'SARA',
  receiverAccount: '1***2',
  reference: 'FT1',
  reason: 'rent',
  amount: '25.00 ETB',
  branch: 'Bole',
};

function behind(line: string, ...added: string[]): string[] {
  return lines.flatMap((one) => (one.startsWith(line) ? [one, ...added] : [one]));
}

describe('labelled lines', () => {
  it('become fields in the order of the layout, two of them with one label', () => {
    expect(readLines(lines, layout)).toEqual({ fields, conflicts: [] });
  });

  it('may be wrapped, glued, spaced and in capitals', () => {
    const odd = ['PAYERABEBE', 'account  1***1', ' Receiver:', 'SARA', '\u200fAccount.: 1***2'];
    expect(readLines([...odd, ...lines.slice(4)], layout)).toEqual({ fields, conflicts: [] });
  });

  it('end a label with a full stop, and begin no sum with one', () => {
    const sums = { number: { labels: ['No'] }, total: { labels: ['Total'], sum: true } } satisfies Layout;
    expect(readLines(['No.: 12', 'Total. 5'], sums).fields).toEqual({ number: '12', total: '5' });
    expect(readLines(['No.12', 'Total .50'], sums)).toEqual({
      fields: { number: '12', total: '.50' },
      conflicts: ['total'],
    });
  });

  it.each([
    ['a name that wraps into a receiver', behind('Payer', 'Receiver MALLORY')],
    ['a name that wraps into a receiver and an account', behind('Payer', 'Receiver M', 'Account 1***9')],
    ['a reason that wraps into a receiver', behind('Reason', 'Receiver MALLORY')],
    ['a reason that wraps into an amount', behind('Reason', 'Amount 9.00 ETB')],
    ['two columns', lines.map((line) => (line.startsWith('Receiver') ? `${line} Reference No FT1` : line))],
    ['an amount twice', behind('Amount', 'Amount 25.00 ETB')],
    ['an unknown line behind an account', behind('Account', 'Counter 7')],
  ])('with %s contradict themselves', (_, changed) => {
    expect(readLines(changed, layout).conflicts).not.toEqual([]);
  });

  it('take what a reason wraps into for the reason, and a label that decides nothing too', () => {
    const { fields: read, conflicts } = readLines(behind('Reason', 'for May', 'Payer X'), layout);
    expect([read.reason, conflicts]).toEqual(['rent for May Payer X', []]);
  });

  it('show no deciding label behind their end', () => {
    const ends = ['Thank you'];
    expect(readLines([...lines, 'Thank you.', 'Receiver hotline 951'], layout, { ends }).conflicts).toEqual([
      'receiverName',
    ]);
    expect(readLines([...lines, 'Thank you.', 'Page 1'], layout, { ends }).fields).toEqual(fields);
  });

  it('of any order are read in any order, and each deciding one once', () => {
    const anyOrder = {
      payer: { labels: ['Payer'] },
      receiver: { labels: ['Receiver'], decides: true },
      words: { labels: ['Detail'], payerWritten: true },
      total: { labels: ['Total'], decides: true },
    } satisfies Layout;
    const read = (...all: string[]) => readLines(all, anyOrder, { order: 'any' });
    expect(read('Receiver S', 'Payer A', 'Detail x', 'Total 1')).toEqual({
      fields: { receiver: 'S', payer: 'A', words: 'x', total: '1' },
      conflicts: [],
    });
    expect(read('Receiver S', 'Detail x', 'Total 2', 'Total 1').conflicts).toEqual(['total']);
    // What the payer writes stands behind Detail, and no receiver does.
    expect(read('Payer A', 'Detail x', 'Receiver S', 'Total 1').conflicts).toEqual(['receiver']);
  });

  it.each(['Status: Reversed', 'Payment Status Pending', 'Reversed', 'Reversal of FT1', 'Status'])(
    'among which %j stands contradict a settled payment, wherever it is',
    (line) => {
      const ends = ['Thank you'];
      for (const changed of [
        [line, ...lines],
        [...lines, line],
        [...lines, 'Thank you', line],
      ]) {
        expect(readLines(changed, layout, { ends }).conflicts).toEqual(['status']);
      }
    },
  );

  it('among which a good status stands that nobody knew are read without it', () => {
    expect(readLines(behind('Reference', 'Payment Status COMPLETED'), layout)).toEqual({
      fields,
      conflicts: [],
    });
  });
});

describe('pairs', () => {
  const pairs: Pair[] = [
    { label: 'Payer:', value: ' ABEBE ' },
    { label: 'ተቀባይ / RECEIVER', value: 'SARA', section: 'Parties' },
    { label: 'Reason', value: 'Receiver MALLORY', section: 'Details' },
    { label: 'Amount.', value: '25.00', section: 'Details' },
  ];
  const cells = {
    payerName: { labels: ['Payer'] },
    receiverName: { labels: ['Receiver'], section: 'Parties', decides: true },
    reason: { labels: ['Reason'], payerWritten: true },
    amount: { labels: ['Amount'], section: 'Details', decides: true },
    branch: { labels: ['Branch'] },
  } satisfies Layout;

  it('become fields, and what a payer writes into a cell stays in it', () => {
    expect(readFields(pairs, cells)).toEqual({
      fields: { payerName: 'ABEBE', receiverName: 'SARA', reason: 'Receiver MALLORY', amount: '25.00' },
      conflicts: [],
    });
  });

  it.each([
    ['with another value', { label: 'Amount', value: '90.00', section: 'Details' }, 'amount'],
    ['in another section', { label: 'Amount', value: '25.00', section: 'Parties' }, 'amount'],
    ['in no section', { label: 'Receiver', value: 'SARA' }, 'receiverName'],
    ['behind the payer’s text', { label: 'Receiver', value: 'SARA', section: 'Parties' }, 'receiverName'],
    ['of a status nobody knows', { label: 'Transfer status', value: 'Held' }, 'status'],
    ['of a reversal', { label: 'Reversed on', value: '5 May' }, 'status'],
  ])('with a label %s contradict themselves', (_, added, conflict) => {
    expect(readFields([...pairs, added], cells).conflicts).toEqual([conflict]);
  });

  it('with a printed sum that is no money contradict themselves; a blank one says nothing', () => {
    const sums = { total: { labels: ['Total'], sum: true } } satisfies Layout;
    const read = (value: string) => readFields([{ label: 'Total', value }], sums).conflicts;
    expect([read('25.61 ETB'), read('-'), read('')]).toEqual([[], [], []]);
    expect([read('25.61 ETB Page 1'), read('9 25.61'), read('.50')]).toEqual([
      ['total'],
      ['total'],
      ['total'],
    ]);
  });

  it('may repeat a deciding value, and lose a field that decides nothing when it differs', () => {
    const twice = [...pairs, ...pairs.slice(3), { label: 'Branch', value: 'A' }];
    expect(readFields(twice, cells)).toEqual({
      fields: { ...readFields(pairs, cells).fields, branch: 'A' },
      conflicts: [],
    });
    expect(readFields([...twice, { label: 'Branch', value: 'B' }], cells)).toEqual(readFields(pairs, cells));
  });
});

describe('a label nobody knows', () => {
  it('speaks against a payment only when it is about a status that is not good', () => {
    expect(contradictsSettled('Status', ' Success ')).toBe(false);
    expect(contradictsSettled('Reversed', 'No')).toBe(false);
    expect(contradictsSettled('Branch', 'Reversed')).toBe(false);
    expect(contradictsSettled('St\u200batus', 'Held')).toBe(true);
    expect(contradictsSettled('REVERSAL', '')).toBe(true);
  });
});
