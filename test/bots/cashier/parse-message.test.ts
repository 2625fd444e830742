/** What is owed is read as people write it, and never out of a receipt. */
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../../bots/cashier/amount.js';
import { hiddenLinks, readFile, repliedOf } from '../../../bots/cashier/parse-message.js';

const under = (text: string) => readAmount(text, { ofReceipt: true });
const alone = (text: string) => readAmount(text, { ofReceipt: false });

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

  it('is on a line of its own, and the rest is kept', () => {
    expect(under('for table 4\n500\nthanks')).toMatchObject({ expected: '500', text: 'for table 4\nthanks' });
  });

  it.each([
    'DKK4A1B2C3',
    'table 4',
    'from Abebe 0911000000, 14:02',
    'paid 5 min ago',
    '20/11/2026',
    '2026-11-20',
    '14:02',
    '',
  ])('is not %j', (text) => {
    expect(under(text)).toEqual({ expected: null, text, problem: null });
  });

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
  ])('is not guessed where there is none or could be two: %s', (text) => {
    expect(under(`for table 4\n${text}`)).toEqual({
      expected: null,
      text: 'for table 4',
      problem: 'bad_amount',
    });
  });
});

describe('an amount in a text that is itself a receipt', () => {
  it('needs its unit on a line of its own, or a bare number of the receipt would be taken for it', () => {
    expect(alone('500\nDKK4A1B2C3')).toMatchObject({ expected: null, problem: 'bad_amount' });
    expect(alone('500 birr\nDKK4A1B2C3')).toEqual({ expected: '500', text: 'DKK4A1B2C3', problem: null });
  });

  it('says so where it has its unit and cannot be read', () => {
    expect(alone('1.500,50 birr\nDKK4A1B2C3')).toMatchObject({ text: 'DKK4A1B2C3', problem: 'bad_amount' });
  });

  it('is not looked for inside a sentence', () => {
    expect(alone('You have received ETB 500.00 from Selam').expected).toBeNull();
  });
});

describe('an amount in a sentence', () => {
  it.each([
    ['total 99999', '99999'],
    ['500 birr paid', '500'],
    ['500 ብር ነው', '500'],
    ['በ500 ብር', '500'],
    ['ለጠረጴዛ 4 500 ብር', '500'],
    ['500 for table 4', '500'],
    ['500 bir paid', '500'],
    ['500?', '500'],
    ['qarshii 500 kaffale', '500'],
    ['2 coffee, 80 birr', '80'],
    ['1,250.50birr from Abebe', '1250.50'],
    ['Table 4, two macchiato and a cake: 500 birr, paid by Abebe', '500'],
  ])('under a picture: %s', (text, expected) => {
    expect(under(text)).toMatchObject({ expected, text, problem: null });
  });

  it.each([
    '5k',
    '2 coffee 150',
    'paid 300 birr of 500',
    '1 250 birr paid',
    '፭፻ ብር ነው',
    '500 birr and 40 birr',
    '3 of them',
  ])('is asked for where it could be another: %s', (text) => {
    expect(under(text)).toMatchObject({ expected: null, problem: 'bad_amount' });
  });

  it.each([
    ['DKK4A1B2C3 500', '500'],
    ['500 birr paid DKK4A1B2C3', '500'],
    ['DKK4A1B2C3 total 99999', '99999'],
  ])('next to the receipt itself: %s', (text, expected) => {
    expect(alone(text)).toMatchObject({ expected, problem: null });
  });

  it.each([
    'Total paid amount\n99.00 Birr\nTransaction number\nDKK4A1B2C3',
    'Amount\n99.00 Birr\nDKK4A1B2C3',
    '-500.00 ETB\nDKK4A1B2C3',
    'Dear Selam, you have transferred ETB 500.00. Transaction number DKK4A1B2C3.',
    'ውድ ደንበኛ 500.00 ብር ተቀብለዋል። የግብይት ቁጥር DKK4A1B2C3',
  ])('is never read from what a bank wrote: %j', (text) => {
    expect(alone(text)).toEqual({ expected: null, text, problem: null });
    expect(readAmount('500', { ofReceipt: true, forwarded: true }).expected).toBeNull();
  });

  it.each(['BR', 'BIR', 'BIRR', 'ETB', 'QAR', 'br'])(
    'is not looked for in a reference that ends or begins as a unit: %s',
    (unit) => {
      for (const reference of [`DKK4A1B${unit}`, `DKK4A1B2C3${unit}`, `${unit}4A1B2C3D`]) {
        for (const read of [under, alone, (text: string) => alone(`/v ${text}`)])
          expect(read(reference)).toEqual({ expected: null, text: reference, problem: null });
        expect(alone(`/v 500 ${reference}`)).toEqual({ expected: '500', text: reference, problem: null });
        expect(alone(`${reference} 500 birr`)).toMatchObject({ expected: '500', problem: null });
      }
    },
  );

  it('takes no longer for hostile texts than for others', () => {
    for (const piece of ['1 ', '1,', 'ብር', '500 birr ', 'a1', '[(', '.']) under(piece.repeat(20_000));
  });
});

describe('the words next to an amount', () => {
  it.each([
    ['500 table 4', 'table 4'],
    ['table 4 500 birr', 'table 4'],
    ['table 4, 500 birr.', 'table 4'],
    ['500\ntable 4', 'table 4'],
    ['2 coffee, 80 birr', '2 coffee'],
    ['ለጠረጴዛ 4 500 ብር', 'ለጠረጴዛ 4'],
    ['500 for table 4', 'for table 4'],
    ['/v 500 table 4', 'table 4'],
    ['500 table 500', 'table 500'],
  ])('are a note: %j', (text, note) => {
    expect(under(text).note).toBe(note);
  });

  it('are a note next to the receipt itself, which is not part of it', () => {
    expect(alone('DKK4A1B2C3 500 table 4').note).toBe('table 4');
    expect(alone('/v 500 DKK4A1B2C3 table 4').note).toBe('table 4');
    expect(alone('500 birr\nDKK4A1B2C3\ntable 4').note).toBe('table 4');
    expect(alone('/v 500 https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3').note).toBeUndefined();
  });

  it.each([
    'table 4',
    '500',
    'total 500 birr',
    '500 ብር ነው',
    '5k table 4',
    'Dear Selam, ETB 500.00 for shoes',
    '500.00 ETB sent to Selam via telebirr',
    '500 birr debited from the card 1234',
    '/v 500 Dear Selam, you have received ETB 500.00 from Abebe. Transaction number DKK4A1B2C3',
    `500 ${'word '.repeat(13)}`,
  ])('are no note where nothing is left, no amount is given, or a bank wrote them: %j', (text) => {
    expect(under(text).note).toBeUndefined();
  });

  it('are never taken from a forwarded message', () => {
    expect(readAmount('500 table 4', { ofReceipt: true, forwarded: true }).note).toBeUndefined();
    expect(
      alone('Dear Selam, you have received ETB 500.00. Transaction number DKK4A1B2C3.').note,
    ).toBeUndefined();
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
    ['/v DKK4A1B2C3', null, 'DKK4A1B2C3'],
  ])('%s', (text, expected, rest) => {
    expect(alone(text)).toEqual({ expected, text: rest, problem: null });
  });

  it.each(['/v', '/v lots DKK4A1B2C3', '/v 1.234 DKK4A1B2C3', '/v ፭፻ DKK4A1B2C3'])(
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
    [{ document: { file_id: 'x', mime_type: 'image/heic' } }, { problem: 'not_as_file' }],
    [{ document: { file_id: 'x', mime_type: 'image/png', file_size: 6e6 } }, { problem: 'too_big' }],
    [{ voice: { file_id: 'x' } }, { problem: 'wrong_type' }],
    [{ text: 'no file' }, null],
  ])('%j', (more, read) => {
    expect(readFile(message(more))).toEqual(read);
  });
});

it('what only stands in a topic of a forum answers nothing; what answers there does', () => {
  const message = (more: object) =>
    ({ message_id: 9, is_topic_message: true, message_thread_id: 5, ...more }) as never;
  const root = { message_id: 5, forum_topic_created: { name: 'Receipts' } };
  expect(repliedOf(message({ reply_to_message: root }))).toBeUndefined();
  expect(repliedOf(message({ reply_to_message: { message_id: 5 } }))).toBeUndefined();
  expect(repliedOf(message({ reply_to_message: { message_id: 7 } }))).toEqual({ message_id: 7 });
});

it('links in words, on buttons and in previews are found, each once', () => {
  const url = 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3';
  expect(
    hiddenLinks({
      entities: [{ type: 'text_link', offset: 0, length: 4, url }],
      caption_entities: [{ type: 'bold', offset: 0, length: 4 }],
      reply_markup: {
        inline_keyboard: [
          [
            { text: 'Receipt', url: `${url}2` },
            { text: 'No', callback_data: 'x' },
          ],
        ],
      },
      link_preview_options: { url },
    }),
  ).toEqual([url, `${url}2`]);
});
