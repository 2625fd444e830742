/**
 * Writes the message that the landing page shows beside its form: what the cashier bot says of a recorded answer of the service, in
 * each of its languages. `npm run docs` writes it; test/docs/pictures.test.ts fails when the bot says something else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { loadVocabulary, locales, renderVerdict } from '../bots/cashier/render/index.js';
import type { Payment } from '../src/engine/index.js';
import { createProviders } from '../src/providers/registry.js';
import { file as answers } from './sandbox-answers.js';

export const file = new URL('../src/web/pages/landing/bot-answer.json', import.meta.url);

interface Answer {
  providerKey: string;
  livemode: boolean;
  payment: Payment;
  checks: { ok: boolean; amount: { expected: string } };
}

/** What the cashier wrote under the picture, and the bot's lines by language. */
interface BotAnswer {
  expected: string;
  lines: Record<string, string[]>;
}

/** Of a payment that is as expected, a few minutes after it. */
export function botAnswer(): BotAnswer {
  const { as_expected: answer } = JSON.parse(readFileSync(answers, 'utf8')) as { as_expected: Answer };
  const { expected } = answer.checks.amount;
  const providers = createProviders({ cbeAppId: '', cbeAppVersion: '' });
  const setting = {
    timeZone: 'Africa/Addis_Ababa',
    now: Date.parse(answer.payment.paidAt ?? '') + 300_000,
    banks: new Map(providers.map(({ key, name }) => [key, name])),
  };
  const vocabulary = loadVocabulary();
  const said = locales.map((locale) => {
    const judged = { answer: 'accept' as const, remarks: [] };
    const { text } = renderVerdict(vocabulary.of(locale), answer, judged, setting, { expected });
    return [locale, text.split('\n')];
  });
  return { expected: expected.replace(/\.00$/, ''), lines: Object.fromEntries(said) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(file, `${JSON.stringify(botAnswer(), null, 2)}\n`);
}
