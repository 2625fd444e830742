import { describe, expect, it } from 'vitest';
import {
  dayAndMonthInWords,
  dayFirst,
  figuresOnly,
  monthFirst,
  monthInWords,
  withOffset,
  yearFirst,
} from '../../../src/providers/parsing/dates.js';
import { letterDay, ordinalDay } from '../../../src/providers/parsing/references.js';

describe('printed dates', () => {
  it.each([
    [dayFirst, '07-06-2026 18:37:39', '2026-06-07T18:37:39+03:00'],
    [dayFirst, '23/01/26 14:04', '2026-01-23T14:04:00+03:00'],
    [dayFirst, '29/02/2024', '2024-02-29T00:00:00+03:00'],
    [monthFirst, '5/20/2026, 7:29:00 PM', '2026-05-20T19:29:00+03:00'],
    [monthFirst, '5/20/2026, 12:00:00\u202fAM', '2026-05-20T00:00:00+03:00'],
    [monthFirst, '12/31/2026, 12:59:59 PM', '2026-12-31T12:59:59+03:00'],
    [monthInWords, 'Sat Aug 24 2024', '2024-08-24T00:00:00+03:00'],
    [monthInWords, 'Jun 19, 2026, 4:45 PM', '2026-06-19T16:45:00+03:00'],
    [yearFirst, '2026-09-04T10:59:00Z', '2026-09-04T10:59:00+03:00'],
    [yearFirst, '2026-09-04 10:59:00.123', '2026-09-04T10:59:00+03:00'],
    [yearFirst, '2026-05-19 03:05:53 PM', '2026-05-19T15:05:53+03:00'],
    [dayAndMonthInWords, '29-Jun-2025', '2025-06-29T00:00:00+03:00'],
    [dayAndMonthInWords, '29-Jun-2025, 10:55:59 am', '2025-06-29T10:55:59+03:00'],
    [dayAndMonthInWords, '1 January 2026, 12:00:00 AM', '2026-01-01T00:00:00+03:00'],
    [figuresOnly, '2609060908', '2026-09-06T09:08:00+03:00'],
    [figuresOnly, '2402292359', '2024-02-29T23:59:00+03:00'],
  ])('%o reads %s in local time', (read, text, expected) => {
    expect(withOffset(read(text))).toBe(expected);
  });

  it.each([
    [dayFirst, '31-02-2026 10:00:00'],
    [dayFirst, '29-02-2026'],
    [dayFirst, '01-13-2026'],
    [dayFirst, '01-06/2026'],
    [dayFirst, '07-06-2026 24:00:00'],
    [dayFirst, '07-06-2026 10:60:00'],
    [dayFirst, '07-06-2026 noon:ish'],
    [monthFirst, '5/20/2026, 13:00 PM'],
    [monthFirst, '20/5/2026'],
    [monthInWords, 'Sat Foo 24 2024'],
    [yearFirst, '2026-09-04T10:59:00+05:00'],
    [yearFirst, '0000-00-00'],
    [yearFirst, ''],
    [dayAndMonthInWords, '31-Jun-2025'],
    [dayAndMonthInWords, '29-Foo-2025'],
    [dayAndMonthInWords, '29-06-2025'],
    [figuresOnly, '2613060908'],
    [figuresOnly, '2602290908'],
    [figuresOnly, '2609062400'],
    [figuresOnly, '260906090'],
  ])('%o reads nothing into %s', (read, text) => {
    expect(read(text)).toBeNull();
  });
});

describe('dates inside references', () => {
  it('are read as docs/providers/README.md#dates-in-references says', () => {
    expect(letterDay('DF70AAAA00', 2023)).toEqual({ year: 2026, month: 6, day: 7 });
    expect(letterDay('DLV0AAAA00', 2023)).toEqual({ year: 2026, month: 12, day: 31 });
    expect(letterDay('UGO0AAAA00', 2006)).toEqual({ year: 2026, month: 7, day: 24 });
    expect(ordinalDay('26001')).toEqual({ year: 2026, month: 1, day: 1 });
    expect(ordinalDay('26365')).toEqual({ year: 2026, month: 12, day: 31 });
    expect(ordinalDay('24366')).toEqual({ year: 2024, month: 12, day: 31 });
  });

  it('are none where the calendar has no such day', () => {
    for (const reference of [
      'DBT0AAAA00',
      'DDV0AAAA00',
      'DZ10AAAA00',
      'DF00AAAA00',
      'DFW0AAAA00',
      '',
      'D',
      'DF',
    ]) {
      expect(letterDay(reference, 2023), reference).toBeNull();
    }
    for (const digits of ['26000', '26366', '24367', '26999', '', 'AAAAA', '2600']) {
      expect(ordinalDay(digits), digits).toBeNull();
    }
  });
});
