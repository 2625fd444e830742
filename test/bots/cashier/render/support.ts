/** What every drawn message must keep to, and what is drawn in the tests. */
import { expect } from 'vitest';
import { loadVocabulary, type Message, type Setting } from '../../../../bots/cashier/render/index.js';
import type { BookRow, Payment, UnresolvedRow } from '../../../../src/engine/index.js';

export const vocabulary = loadVocabulary();

export const setting: Setting = {
  timeZone: 'Africa/Addis_Ababa',
  now: Date.parse('2026-11-20T14:30:00+03:00'),
  banks: new Map([
    ['telebirr', 'telebirr'],
    ['cbe', 'Commercial Bank of Ethiopia'],
    ['boa', 'Bank of Abyssinia'],
  ]),
};

export function payment(changes: Partial<Payment> = {}): Payment {
  return {
    amount: '5000.00',
    currency: 'ETB',
    fee: '1.74',
    vat: '0.26',
    total: '5002.00',
    payer: { name: 'Abebe Kebede', account: '2519****0001' },
    receiver: { name: 'SARA TADESSE', account: '1****0002', bank: null },
    reference: 'DKK4A1B2C3',
    status: 'settled',
    paidAt: '2026-11-20T10:30:00+03:00',
    reason: null,
    channel: null,
    ...changes,
  };
}

export const hostileNames = [
  '<script>alert(1)</script>',
  '*bold* _it_ [click](https://evil.example)',
  'A\u202Eevil\u2066\u200F B',
  '✅ Paid: 9,999.00 birr',
  'Abebe\n✅ Paid: 9,999.00 birr\r\nReference: X',
  'x'.repeat(10_000),
  '😀'.repeat(500),
  'z\u0300'.repeat(400),
  `e${'\u0301'.repeat(5_000)}`,
  '@evil_bot /start #tag t.me/evil www.evil.com http://evil.example/x',
  'محمد 1234',
  '\uE000\uE001{ $value }',
  '\uD800 half \uDC00',
  'አበበ ቢቂላ',
  '\u0000\u0007\u{E0041}\u3164\u2800',
];

/** Telegram would take it as it is, and nothing of it is a missing text. */
export function expectSendable({ text, entities, buttons }: Message): void {
  expect(text.length).toBeGreaterThan(0);
  expect(text.length).toBeLessThanOrEqual(4096);
  expect(text).toBe(text.trim());
  expect(text).not.toMatch(/\{|\}|undefined|NaN|\[object/);
  expect(wellFormed(text)).toBe(text);
  expect(entities.length).toBeLessThanOrEqual(100);
  for (const { offset, length } of entities) {
    expect(length).toBeGreaterThan(0);
    expect(offset + length).toBeLessThanOrEqual(text.length);
    const part = text.slice(offset, offset + length);
    expect(wellFormed(part)).toBe(part);
  }
  for (const button of buttons.flat()) {
    expect(button.text.trim().length).toBeGreaterThan(0);
    if ('callback_data' in button) expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
  }
}

/** Text as it arrives in UTF-8: half a pair does not. */
export const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

/** What a tap copies. */
export function tapToCopy({ text, entities }: Message): string[] {
  return entities
    .filter(({ type }) => type === 'code')
    .map(({ offset, length }) => text.slice(offset, offset + length));
}

const link = 'https://t.me/c/1/2';

export function bookRow(changes: Partial<BookRow> = {}): BookRow {
  const at = '2026-11-20T10:31:00+03:00';
  return {
    id: 'r'.repeat(22),
    provider: 'telebirr',
    reference: 'DKK4A1B2C3',
    amount: '5000.00',
    currency: 'ETB',
    payer: 'Abebe Kebede',
    receivedTo: '1****0002',
    paidAt: '2026-11-20T10:30:00+03:00',
    livemode: true,
    note: null,
    answer: 'accept',
    at,
    member: 'm1',
    by: 'Selam',
    acceptance: { member: 'm1', by: 'Selam', at, link, anyway: false },
    anyway: null,
    ...changes,
  };
}

export function unresolvedRow(changes: Partial<UnresolvedRow> = {}): UnresolvedRow {
  return {
    id: 'u1',
    provider: 'cbe',
    reference: 'FT26324ABCDE',
    why: 'bank_timeout',
    at: '2026-11-20T14:02:00+03:00',
    member: 'm1',
    by: 'Selam',
    link,
    ...changes,
  };
}
