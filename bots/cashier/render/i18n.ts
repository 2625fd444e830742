/** Texts of the bot, from `locales/*.ftl`. Amharic replaces a missing locale. */
import { readFileSync } from 'node:fs';
import { I18n } from '@grammyjs/i18n';
import type { Context } from 'grammy';
import { fill } from './rich.js';
import { type Locale, locales, type Rich } from './types.js';

/** Strings are inserted unchanged; numbers are formatted and pluralised by the language. */
type Arguments = Record<string, string | number>;

/** The texts of one language. */
export interface Words {
  locale: Locale;
  t(key: string, args?: Arguments): string;
  /** The same with entities: a `Rich` argument keeps its entities wherever the language places it. */
  rich(key: string, args?: Record<string, string | number | Rich>): Rich;
}

export interface Vocabulary {
  of(locale: Locale): Words;
}

/** First placeholder character for rich arguments; private use, which `sanitizeName` removes. */
const firstPlaceholder = 0xe000;

/** Reads the files once. @throws Error when one does not parse */
export function loadVocabulary(directory = new URL('../locales/', import.meta.url)): Vocabulary {
  const i18n = new I18n<Context>({
    defaultLocale: 'am',
    // Isolation marks would be copied together with a reference.
    fluentBundleOptions: { useIsolating: false },
  });
  for (const locale of locales) {
    i18n.loadLocaleSync(locale, { source: readFileSync(new URL(`${locale}.ftl`, directory), 'utf8') });
  }
  const all = new Map(locales.map((locale) => [locale, wordsOf(i18n, locale)]));
  return { of: (locale) => all.get(locale) ?? wordsOf(i18n, 'am') };
}

/** The language for a new person, by Telegram's `language_code`; Amharic if that is not supported. */
export function localeOf(languageCode: string | undefined): Locale {
  return supportedLocale(languageCode) ?? 'am';
}

/** Undefined if Telegram's `language_code` is not supported. */
export function supportedLocale(languageCode: string | undefined): Locale | undefined {
  const language = languageCode?.toLowerCase().split('-')[0];
  return locales.find((locale) => locale === language);
}

function wordsOf(i18n: I18n<Context>, locale: Locale): Words {
  const translate = (key: string, args: Arguments) => i18n.t(locale, key, args);
  return {
    locale,
    t: (key, args = {}) => translate(key, withoutPrivateUse(args)),
    rich: (key, args = {}) => rich(translate, key, args),
  };
}

function rich(
  translate: (key: string, args: Arguments) => string,
  key: string,
  args: Record<string, string | number | Rich>,
): Rich {
  const pieces = new Map<string, Rich>();
  const placeholders: Record<string, string> = {};
  const flat: Arguments = {};
  for (const [name, value] of Object.entries(args)) {
    if (typeof value === 'object') {
      placeholders[name] = String.fromCharCode(firstPlaceholder + pieces.size);
      pieces.set(placeholders[name], value);
    } else {
      flat[name] = value;
    }
  }
  return fill(translate(key, { ...withoutPrivateUse(flat), ...placeholders }), pieces);
}

/** Removes private-use characters from arguments: they would be taken for placeholders. */
function withoutPrivateUse(args: Arguments): Arguments {
  const clean = (value: string | number) =>
    typeof value === 'string' ? value.replace(/\p{Co}/gu, '') : value;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, clean(value)]));
}
