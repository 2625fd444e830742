/**
 * What the words themselves must never say, in any language: that an outage is an unpaid bill, a sign under what is no
 * answer, a form of address for men only.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  inputProblems,
  renderFailure,
  renderHint,
  renderInputProblem,
} from '../../../bots/cashier/render/failure.js';
import { type Locale, loadVocabulary, locales, renderHelp } from '../../../bots/cashier/render/index.js';
import { type FailureName, failureKinds } from '../../../src/engine/index.js';
import { setting } from './render/support.js';

const vocabulary = loadVocabulary();
const sign = /[✅⚠❌⏳]/u;

/** "Not paid", "unpaid", "treat as not paid". */
const notPaid: Record<Locale, RegExp> = {
  en: /\b(not|never|isn't|wasn't) (yet )?(been )?paid\b|unpaid|treat\b.{0,12}\bas paid/i,
  am: /አልተከፈለ|ያልተከፈለ|እንደተከፈለ አይ/u,
  om: /hin kaffalam|akka kaffalameetti hin/i,
};

const doubtful = { failure: 'doubtful_reading', details: { reference: 'DKK4A1B2C3' } } as const;

/** "Do not accept", which is what a bank's no says. */
const refusal: Record<Locale, RegExp> = { en: /do not accept/i, am: /አይቀበሉ/u, om: /hin fudhatinaa/i };

/** Words that address or name a man only, or a person nobody is polite to. */
const masculine: Record<Locale, readonly string[]> = {
  en: ['he', 'his', 'him'],
  am: [
    'ገብቷል',
    'ይወገድ',
    'ስሙ',
    'ሞክር',
    'ተቀበል',
    'አትቀበል',
    'አረጋግጥ',
    'ጻፍ',
    'ክፈት',
    'አስወግድ',
    'ጨምር',
    'ጋብዝ',
    'ቀይር',
  ].concat(['ተጠቀም', 'አጥፋ', 'ተው', 'ግባ', 'ፈልግ', 'ጀምር', 'ደንበኛው', 'ባለቤቱን', 'ከፋዩን', 'የሚችለው', 'ሊጨምረኝ']),
  om: [
    'yaali',
    'fudhadhu',
    'fudhatin',
    'barreessi',
    'bani',
    'haqi',
    'jijjiiri',
    'dabali',
    'affeeri',
    'dhiisi',
  ].concat([
    'seeni',
    'barbaadi',
    'ilaali',
    'jalqabi',
    'seeneera',
    'maqaan isaa',
    'kan kaffale',
    'kan fide',
    "danda'u abbaa",
  ]),
};

/** Every line of a file with the key it belongs to; the second language of `command-language` is no sentence. */
function lines(locale: Locale): { key: string; text: string }[] {
  const file = new URL(`../../../bots/cashier/locales/${locale}.ftl`, import.meta.url);
  let key = '';
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, head, rest = line] = /^([a-z][\w-]*) = (.*)$/i.exec(line) ?? [];
      key = head ?? key;
      return { key, text: rest };
    });
}

describe.each(locales)('in %s', (locale) => {
  const words = vocabulary.of(locale);
  const texts = lines(locale);
  const found = (wrong: RegExp) => texts.filter(({ text }) => wrong.test(text)).map(({ key }) => key);

  it('no text claims that a payment was not made: neither an outage nor any other sign', () => {
    expect(found(notPaid[locale])).toEqual([]);
    expect(renderHelp(words, 'owner').text).not.toMatch(notPaid[locale]);
  });

  it('signs are set by the code, and stand in no text but /help, which explains the four', () => {
    expect(found(sign)).toEqual(['help']);
    expect(words.t('help').match(/[✅⚠❌⏳]/gu)).toEqual(['✅', '⚠', '❌', '⏳']);
  });

  it('a hint to a message that is no receipt bears no sign and says nothing of a payment', () => {
    for (const problem of inputProblems) {
      const { text } = renderHint(words, problem);
      expect(text).not.toMatch(sign);
      expect(text).not.toContain(words.t('not-confirmed'));
    }
  });

  it('⏳ never says no: what could not be checked is neither refused nor unpaid', () => {
    const names = Object.keys(failureKinds) as FailureName[];
    const waiting = names.filter((name) => failureKinds[name].verdict === 'could_not_check');
    const drawn = [
      ...waiting.map((failure) => renderFailure(words, { failure }, setting, { job: 'j' })),
      ...inputProblems.map((problem) => renderInputProblem(words, problem)),
    ];
    const accepted = { by: 'Selam', at: new Date(setting.now).toISOString() };
    const again = waiting.map((failure) =>
      renderFailure(words, { failure }, setting, { job: 'j', accepted }),
    );
    for (const { text } of again) {
      expect(text).toMatch(/^⏳ /u);
      expect(text).toContain(words.t('still-accepted', { who: 'Selam', when: '' }).split('Selam')[0]);
      expect(text).not.toContain(words.t('not-confirmed'));
      expect(text).not.toMatch(notPaid[locale]);
    }
    expect(drawn.length).toBeGreaterThan(30);
    for (const { text } of drawn) {
      expect(text).toMatch(/^⏳ /u);
      expect(text).toContain(words.t('not-confirmed'));
      expect(text).not.toMatch(refusal[locale]);
      expect(text).not.toMatch(notPaid[locale]);
    }
  });

  it('a denial of the bank is shown as a refusal', () => {
    for (const failure of ['receipt_not_found', 'not_settled', 'mismatch'] as const) {
      expect(renderFailure(words, { failure }, setting, { job: 'j' }).text).toMatch(refusal[locale]);
    }
  });

  it('where pictures are not read at all, codes are not mentioned', () => {
    const said = (details: object) =>
      renderFailure(words, { failure: 'ai_not_configured', details }, setting, { job: 'j' }).text;
    expect(said({})).toMatch(/QR/);
    expect(said({ readsNothing: true })).not.toMatch(/QR/);
  });

  it('a number that may be misread is shown with the request to type it, with no word against the payment', () => {
    const { text } = renderFailure(words, doubtful, setting, { job: 'j' });
    expect(text).toContain(words.t('failure-doubtful_reading'));
    expect(text).toContain('DKK4A1B2C3');
    expect(text).not.toMatch(refusal[locale]);
  });

  it('people are addressed and named politely, women and men alike', () => {
    const wrong = masculine[locale].join('|');
    expect(found(new RegExp(`(?<![\\p{L}'])(${wrong})(?![\\p{L}'])`, 'iu'))).toEqual([]);
  });

  it('a date is to be typed as dates are shown', () => {
    expect(found(/\b2\d{3}-\d\d-\d\d\b/)).toEqual([]);
    expect(words.t('error-invalid-date')).toMatch(/20\/11\/2026/);
  });
});
