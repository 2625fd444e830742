import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Locale, locales, renderVerdict } from '../../../../bots/cashier/render/index.js';
import type { Evaluation, Payment } from '../../../../src/engine/index.js';
import {
  expectSendable,
  hostileNames,
  payment,
  setting,
  tapToCopy,
  vocabulary,
  wellFormed,
} from './support.js';

const accepted: Evaluation = { answer: 'accept', remarks: [] };
const link = 'https://t.me/c/123/45';
const judgements: Evaluation[] = [
  accepted,
  { answer: 'refuse', remarks: [{ kind: 'not_ours' }] },
  { answer: 'look', remarks: [{ kind: 'already_accepted', by: 'Selam', at: '2026-11-20T11:02:00Z', link }] },
  {
    answer: 'look',
    remarks: [{ kind: 'already_accepted', by: null, at: '2026-11-19T11:02:00Z', link: null }],
  },
  { answer: 'look', remarks: [{ kind: 'too_old', hours: 30.4, limitHours: 24 }] },
  { answer: 'look', remarks: [{ kind: 'too_old', hours: 4000, limitHours: 24 }] },
  { answer: 'look', remarks: [{ kind: 'too_old', hours: null, limitHours: 24 }] },
  { answer: 'look', remarks: [{ kind: 'future' }] },
  { answer: 'look', remarks: [{ kind: 'receiver_unchecked', why: 'no_accounts' }] },
  { answer: 'look', remarks: [{ kind: 'receiver_unchecked', why: 'unclear' }] },
  { answer: 'look', remarks: [short('-100.00')] },
  { answer: 'look', remarks: [{ kind: 'not_birr', amount: '41.00', currency: 'USD' }] },
];

function short(difference: string): Evaluation['remarks'][number] {
  return { kind: 'amount', expected: '5100.00', actual: '5000.00', difference };
}

function draw(locale: Locale, judgement = accepted, changes: Partial<Payment> = {}, livemode = true) {
  const verified = { payment: payment(changes), providerKey: 'telebirr', livemode };
  return renderVerdict(vocabulary.of(locale), verified, judgement, setting);
}

describe.each(locales)('in %s', (locale) => {
  it.each(judgements)('the sign of $answer comes first ($remarks.0.kind)', (judgement) => {
    const message = draw(locale, judgement);
    expectSendable(message);
    const sign = { accept: '✅', look: '⚠️', refuse: '❌' }[judgement.answer];
    expect(message.text.startsWith(`${sign} `)).toBe(true);
    expect(message.text.match(/[✅⚠❌⏳]/gu)).toHaveLength(1);
  });

  it('amount, payer, receiver, time and reference stand under it, the reference tap-to-copy', () => {
    const message = draw(locale);
    const lines = message.text.split('\n');
    for (const [at, part] of ['Abebe Kebede', 'SARA TADESSE', '10:30', 'telebirr'].entries()) {
      expect(lines[at + 1]).toContain(part);
    }
    expect(message.text.match(/5,000\.00/g)).toHaveLength(1);
    expect(message.text).not.toContain('2519');
    expect(tapToCopy(message)).toEqual(['DKK4A1B2C3']);
  });

  it.each(hostileNames)('a payer called %j is one harmless line', (name) => {
    const lines = draw(locale).text.split('\n').length;
    const message = draw(locale, accepted, {
      payer: { name, account: '1' },
      receiver: { name, account: '2', bank: name },
    });
    expectSendable({ ...message, text: message.text.replace(/[{}]/g, '.') });
    expect(message.text.split('\n')).toHaveLength(lines);
    expect(message.text.length).toBeLessThan(500);
    expect(message.text.indexOf('✅', 1)).toBe(-1);
    expect(message.text).not.toMatch(/[\u202A-\u202E\u2066\u2067\u200B-\u200F]/);
    expect(tapToCopy(message)).toEqual(['DKK4A1B2C3']);
  });

  it('says when no real bank was asked', () => {
    expect(draw(locale, accepted, {}, false).text).toContain(vocabulary.of(locale).t('verdict-sandbox'));
    expect(draw(locale).text).not.toContain(vocabulary.of(locale).t('verdict-sandbox'));
  });
});

it('says by how much an amount is short or over', () => {
  expect(draw('en', { answer: 'look', remarks: [short('-100.00')] }).text).toMatch(
    /^⚠️ SHORT by 100\.00 birr \(expected 5,100\.00\)\n/,
  );
  expect(draw('en', { answer: 'look', remarks: [short('1200.5')] }).text).toMatch(
    /^⚠️ OVER by 1,200\.50 birr/,
  );
});

describe('money that is not in birr', () => {
  const remarks: Evaluation['remarks'] = [{ kind: 'not_birr', amount: '41.00', currency: 'USD' }];
  const dollars = { amount: '41.00', currency: 'USD' };

  it.each(locales)('is never called birr, in %s', (locale) => {
    const { text } = draw(locale, { answer: 'look', remarks }, dollars);
    expect(text.split('\n')[0]).toMatch(/^⚠️ .+ 41\.00 USD$/);
    expect(text.split('\n')[1]).toMatch(/: 41\.00 USD$|፦ 41\.00 USD$/u);
    const refused = draw(locale, { answer: 'refuse', remarks: [{ kind: 'not_ours' }, ...remarks] }, dollars);
    for (const line of [...text.split('\n').slice(1), refused.text]) {
      expect(line).not.toMatch(/41\.00 (birr|ብር)|qarshii 41/u);
    }
  });

  it('is said to be so in the first line', () => {
    expect(draw('en', { answer: 'look', remarks }, dollars).text).toMatch(
      /^⚠️ This money is NOT in birr: 41\.00 USD\nAmount: 41\.00 USD\n/,
    );
  });

  it('is in whatever the bank prints, on one harmless line', () => {
    for (const currency of hostileNames) {
      const message = draw('en', accepted, { currency });
      expectSendable({ ...message, text: message.text.replace(/[{}]/g, '.') });
      expect(message.text).not.toMatch(/ birr/);
      expect(message.text.split('\n')).toHaveLength(draw('en').text.split('\n').length);
    }
  });
});

it('says who accepted it when, and links to that message', () => {
  const message = draw('en', judgements[2]);
  expect(message.text).toMatch(/^⚠️ Already accepted: 14:02 today by Selam\n/);
  const [first] = message.entities;
  expect(first).toMatchObject({ type: 'text_link', url: link });
  expect(message.text.slice(first?.offset, (first?.offset ?? 0) + (first?.length ?? 0))).toBe('14:02 today');
});

it('leaves out what the bank does not print', () => {
  const message = draw('en', accepted, {
    payer: { name: null, account: null },
    receiver: { name: null, account: '1****0002', bank: null },
    paidAt: null,
  });
  expect(message.text).not.toContain('From:');
  expect(message.text).not.toContain('Paid at:');
  expect(message.text).toContain('To: …0002');
});

it('offers "accept anyway" only where it is not accepted, and not twice', () => {
  const verified = { payment: payment(), providerKey: 'telebirr', livemode: true };
  const words = vocabulary.of('en');
  const row = 'a'.repeat(22);
  const buttons = (judgement: Evaluation, options: object) =>
    renderVerdict(words, verified, judgement, setting, options).buttons.flat();
  const refused: Evaluation = { answer: 'refuse', remarks: [{ kind: 'not_ours' }] };
  expect(buttons(refused, { acceptable: row })).toEqual([
    { text: 'Approve anyway', callback_data: `a:${row}` },
  ]);
  expect(buttons(refused, {})).toEqual([]);
  expect(buttons(accepted, { acceptable: row })).toEqual([]);
  const anyway = { by: 'Selam', at: '2026-11-20T11:05:00Z' };
  expect(buttons(refused, { acceptable: row, anyway })).toEqual([]);
  const after = renderVerdict(words, verified, refused, setting, { acceptable: row, anyway });
  expect(after.text).toMatch(/^❌ /);
  expect(after.text).toContain('Approved by Selam despite the warning, 14:05 today');
});

it('entities point at their words whatever names stand before them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.stringMatching(/^[A-Z0-9]{1,40}$/),
      (locale, payer, by, reference) => {
        const remarks: Evaluation['remarks'] = [
          { kind: 'already_accepted', by, at: '2026-11-20T11:02:00Z', link },
        ];
        const changes = { payer: { name: payer, account: payer }, reference };
        const message = draw(locale, { answer: 'look', remarks }, changes);
        expect(tapToCopy(message)).toEqual([reference]);
        const [first] = message.entities;
        expect(message.text.slice(first?.offset, (first?.offset ?? 0) + (first?.length ?? 0))).toContain(
          '14:02',
        );
        expect(message.text.length).toBeLessThan(4096);
        expect(wellFormed(message.text)).toBe(message.text);
      },
    ),
    { numRuns: 60 },
  );
});
