/** The texts of the pages: none is missing in a language, none is left in another. */
import { describe, expect, it } from 'vitest';
import { failureKinds } from '../../src/engine/api/errors.js';
import { pageLanguages, wordsOf } from '../../src/web/i18n/index.js';

type Leaf = [path: string, text: string];

function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'function') return [[`${path}()`, String(value(1, 2))]];
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
}

const paths = (language: (typeof pageLanguages)[number]) => leaves(wordsOf(language)).map(([path]) => path);

describe('the words of the pages', () => {
  it('are the same in every language, and no text is empty', () => {
    for (const language of pageLanguages) {
      expect(paths(language)).toEqual(paths('en'));
      expect(leaves(wordsOf(language)).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  it('are Amharic in Amharic: nothing has been left in English', () => {
    const left = leaves(wordsOf('am')).filter(([, text]) => !/[\u1200-\u137f]/.test(text));
    // Names, signs and figures are written alike everywhere.
    expect(left.filter(([, text]) => /[a-z]{4}/.test(text))).toEqual([]);
  });

  it('are Afaan Oromo in Afaan Oromo: nothing has been left in English', () => {
    const english = new Map(leaves(wordsOf('en')));
    // Names, signs and figures are written alike everywhere.
    const left = leaves(wordsOf('om')).filter(([path, text]) => text === english.get(path));
    expect(left.filter(([, text]) => /[a-z]{4}/.test(text))).toEqual([]);
  });

  it('know every failure', () => {
    for (const language of pageLanguages) {
      const { kinds } = wordsOf(language).problems;
      expect(Object.keys(kinds).sort()).toEqual(Object.keys(failureKinds).sort());
    }
  });

  it('say of plans and usage that a picture counts, whatever comes of it', () => {
    const notes = pageLanguages
      .map((language) => wordsOf(language))
      .map(({ landing, dashboard }) => [landing.plans.note, dashboard.usage.note]);
    for (const note of notes.flat())
      expect(note).toMatch(/picture counts once it has been read|ፎቶ ግን ከተነበበ|Suuraan garuu erga dubbifamee/);
  });
});
