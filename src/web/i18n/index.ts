/** The texts of the pages. English defines which there are: a language that lacks one does not compile. */
import * as am from './am.js';
import * as en from './en.js';
import * as om from './om.js';
import type { Words } from './words.js';

export type { Words } from './words.js';

const all = { am, om, en } satisfies Record<string, Words>;

export type PageLanguage = keyof typeof all;

export const pageLanguages = Object.keys(all) as PageLanguage[];

/** In their own language. */
export const languageNames: Readonly<Record<PageLanguage, string>> = {
  am: 'አማርኛ',
  om: 'Oromoo',
  en: 'English',
};

export function wordsOf(language: PageLanguage): Words {
  return all[language];
}
