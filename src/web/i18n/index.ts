/** The texts of the pages. English says which there are; a language that lacks one does not compile. */
import { am } from './am.js';
import { en, type Words } from './en.js';

export type { Words } from './en.js';

const all = { am, en } satisfies Record<string, Words>;

export type Language = keyof typeof all;

export const languages = Object.keys(all) as Language[];

/** Each in itself. */
export const languageNames: Readonly<Record<Language, string>> = { am: 'አማርኛ', en: 'English' };

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(all, value);
}

export function wordsOf(language: Language): Words {
  return all[language];
}
