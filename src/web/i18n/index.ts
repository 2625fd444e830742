/** The texts of the pages. English says which there are; a language that lacks one does not compile. */
import { am } from './am.js';
import { en, type Words } from './en.js';
import { om } from './om.js';

export type { Words } from './en.js';

const all = { am, en } satisfies Record<string, Words>;

export type PageLanguage = keyof typeof all;

export const pageLanguages = Object.keys(all) as PageLanguage[];

/** Texts of the page of payers, which is in one more language. */
export type PayWords = Pick<Words, 'common' | 'pay'>;

const allPay = { am, om, en } satisfies Record<string, PayWords>;

export type PayLanguage = keyof typeof allPay;

export const payLanguages = Object.keys(allPay) as PayLanguage[];

/** Each in itself. */
export const languageNames: Readonly<Record<PayLanguage, string>> = {
  am: 'አማርኛ',
  om: 'Afaan Oromoo',
  en: 'English',
};

export function isLanguage(value: unknown): value is PageLanguage {
  return typeof value === 'string' && Object.hasOwn(all, value);
}

export function wordsOf(language: PageLanguage): Words {
  return all[language];
}

export function payWordsOf(language: PayLanguage): PayWords {
  return allPay[language];
}
