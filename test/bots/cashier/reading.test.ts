/** What is owed is read as people write it, and never out of a receipt. */
import { describe, expect, it } from 'vitest';
import { readAmount, readFile } from '../../../bots/cashier/reading.js';

const under = (text: string) => readAmount(text, { beside: true });
const alone = (text: string) => readAmount(text, { beside: false });

describe('an amount under a picture or in a reply', () => {
  it.each([
    ['500', '500'],
    ['500 birr', '500'],
    ['1,250.50', '1250.50'],
    ['ETB 1 250', '1250'],
    ['500 ብር', '500'],
    ['500 Qarshii', '500'],
    ['500 birr.', '500'],
    ['500 ብር።', '500'],
    ['Br. 500', '500'],
    ['500.', '500'],
    ['500/=', '500'],
    ['500 /-', '500'],
    ['=500', '500'],
    ['\u202A500\u202C birr', '500'],
    ['12500000 birr', '12500000'],
    ['12,500,000', '12500000'],
  ])('%s', (text, expected) => {
    expect(under(text)).toEqual({ expected, text: '', problem: null });
  });

  it('stands on a line of its own, and the rest is kept', () => {
    expect(under('for table 4\n500\nthanks')).toMatchObject({ expected: '500', text: 'for table 4\nthanks' });
  });

  it.each(['DKK4A1B2C3', '500 each', 'table 4', '20/11/2026', '2026-11-20', '14:02', ''])(
    'is not %j',
    (text) => {
      expect(under(text)).toEqual({ expected: null, text, problem: null });
    },
  );

  it.each([
    '0911000000',
    '0911 00 00 00',
    '+251 911 000000',
    '911000000',
    '1000123456789',
    '260711302112345',
  ])('is no phone number, account or reference: %s', (text) =>
    expect(under(text)).toEqual({ expected: null, text, problem: null }),
  );

  it.each([
    ...['1.234', '5 00', '-500', '500,50', '1.500,50', '1.500,50 birr', 'ETB -500', '500/600', '.50'],
    ...['12500000', '፭፻', '፭፻ ብር', '٥٠٠'],
  ])('is not guessed where it is none or could be two: %s', (text) => {
    expect(under(`for table 4\n${text}`)).toEqual({
      expected: null,
      text: 'for table 4',
      problem: 'bad_amount',
    });
  });
});

describe('an amount in a text that is itself a receipt', () => {
  it('needs its unit, or a bare number of the receipt would be taken for it', () => {
    expect(alone('500\nDKK4A1B2C3').expected).toBeNull();
    expect(alone('500 birr\nDKK4A1B2C3')).toEqual({ expected: '500', text: 'DKK4A1B2C3', problem: null });
  });

  it('says so where it has its unit and cannot be read', () => {
    expect(alone('1.500,50 birr\nDKK4A1B2C3')).toMatchObject({ text: 'DKK4A1B2C3', problem: 'bad_amount' });
    expect(alone('1.500,50\nDKK4A1B2C3').problem).toBeNull();
  });

  it('is not looked for inside a sentence', () => {
    expect(alone('You have received ETB 500.00 from Selam').expected).toBeNull();
  });
});

describe('/v', () => {
  it.each([
    ['/v 500 DKK4A1B2C3', '500', 'DKK4A1B2C3'],
    ['/v@deresegn_bot 1,250.50 birr DKK4A1B2C3', '1250.50', 'DKK4A1B2C3'],
    ['/v 500', '500', ''],
    ['/v 500/= DKK4A1B2C3', '500', 'DKK4A1B2C3'],
    ['/v 500 birr. DKK4A1B2C3', '500', 'DKK4A1B2C3'],
    ['/v ETB 500 DKK4A1B2C3', '500', 'DKK4A1B2C3'],
  ])('%s', (text, expected, rest) => {
    expect(alone(text)).toEqual({ expected, text: rest, problem: null });
  });

  it.each(['/v', '/v DKK4A1B2C3', '/v lots DKK4A1B2C3', '/v 1.234 DKK4A1B2C3', '/v ፭፻ DKK4A1B2C3'])(
    '%s says no amount',
    (text) => {
      expect(alone(text).problem).toBe('bad_amount');
    },
  );
});

describe('a file', () => {
  const message = (more: object) => ({ message_id: 1, date: 0, chat: { id: 1 }, ...more }) as never;
  const photo = (size: number) => ({ file_id: `photo-${size}`, file_unique_id: `${size}`, file_size: size });

  it('is the largest size of a photo that is not too large', () => {
    expect(readFile(message({ photo: [photo(900), photo(90_000), photo(6_000_000)] }))).toEqual({
      file: 'photo-90000',
      unique: '90000',
    });
  });

  it.each([
    [{ document: { file_id: 'x', file_unique_id: 'u', file_size: 10 } }, { file: 'x', unique: 'u' }],
    [
      { document: { file_id: 'x', file_unique_id: 'u', mime_type: 'application/pdf' } },
      { file: 'x', unique: 'u' },
    ],
    [{ document: { file_id: 'x', mime_type: 'video/mp4' } }, { problem: 'wrong_type' }],
    [{ document: { file_id: 'x', mime_type: 'image/heic' } }, { problem: 'wrong_type' }],
    [{ document: { file_id: 'x', mime_type: 'image/png', file_size: 6e6 } }, { problem: 'too_big' }],
    [{ voice: { file_id: 'x' } }, { problem: 'wrong_type' }],
    [{ text: 'no file' }, null],
  ])('%j', (more, read) => {
    expect(readFile(message(more))).toEqual(read);
  });
});
