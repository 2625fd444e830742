/**
 * Records what the page /sandbox shows of every receipt of the simulated banks: the answer of the API, and the message of the
 * cashier bot. `npm run docs` writes it; test/docs/sandbox-answers.test.ts fails when service or bot answer otherwise.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  failureNamed,
  loadVocabulary,
  type Message,
  renderFailure,
  renderVerdict,
  type Setting,
} from '../bots/cashier/render/index.js';
import { loadConfig } from '../src/config/index.js';
import type { Payment } from '../src/engine/index.js';
import { createBanks } from '../src/engine/shared/banks.js';
import { evaluatePayment } from '../src/engine/shops/ledger/evaluate.js';
import { createProviders } from '../src/providers/registry.js';
import { examples } from '../src/sandbox/examples.js';
import { rowsOf } from '../src/web/pages/sandbox/matrix.js';
import {
  type ChatMessage,
  chatLanguages,
  type Recorded,
  recordedName,
} from '../src/web/pages/sandbox/recorded.js';
import { openEnvironment } from '../test/sidecar/environment.js';
import { bodyOf } from './sandbox-answers.js';

export const pageFile = new URL('../src/web/pages/sandbox/recorded.json', import.meta.url);

/** Longer than a slow bank takes; a silent one is waited for twice. */
const attemptSeconds = '10';
/** A shop with the usual settings is shown a receipt this long after the payment. */
const shownAfterMs = 5 * 60_000;
const settings = { tolerance: '0', maxAgeHours: 24 };

const providers = createProviders({ cbeAppId: '', cbeAppVersion: '' });
const banks = createBanks(providers);
const names = new Map(providers.map(({ key, name }) => [key, name]));
const vocabulary = loadVocabulary();
/** Of the usual configuration. */
const links = loadConfig({}, null).SIINQEE_LINK_HOSTS;

/** The members of an answer that the bot's message depends on. */
interface Body {
  verdict: string;
  providerKey: string;
  reference: string;
  livemode: boolean;
  payment: Payment;
  receipt: { source: string };
  error: { code?: string; reason?: string } | null;
}

interface Receipt {
  ending: string;
  request: object;
  /** What comes of it: `Example.answer`. */
  answer: string;
}

type Receipts = ReadonlyMap<string, Receipt>;

/** Every receipt by its name on the page. */
export function pageExamples(): Receipts {
  const all = examples(links).map(({ body, ...example }) => ({ ...example, request: body }));
  const named = rowsOf(all).flatMap(({ key, examples: own }) =>
    [...own].map(([ending, { request }]): [string, Receipt] => {
      const { answer = '' } = all.find((one) => one.request === request) ?? {};
      return [recordedName(key, ending), { ending, request, answer }];
    }),
  );
  return new Map(named);
}

/**
 * Asks a service of its own for these receipts.
 * @throws Error when one is answered otherwise than the simulated bank says
 */
export async function recordedPage(chosen: Receipts): Promise<Record<string, Recorded>> {
  const found = new Map<string, Recorded>();
  for (const group of groupsOf(chosen))
    for (const [name, recorded] of await ask(group)) found.set(name, recorded);
  return Object.fromEntries([...chosen.keys()].map((name) => [name, found.get(name) as Recorded]));
}

/** A bank that fails is not asked again for a while: such endings go one by one to a service of their own. */
function groupsOf(chosen: Receipts): [string, Receipt][][] {
  const said = new Set(['verified', 'not_found', 'not_settled', 'mismatch']);
  const groups = new Map<string, [string, Receipt][]>();
  for (const [name, receipt] of chosen) {
    const group = said.has(receipt.answer) && receipt.ending !== 'ONCE' ? '' : receipt.ending;
    groups.set(group, [...(groups.get(group) ?? []), [name, receipt]]);
  }
  return [...groups.values()];
}

async function ask(chosen: readonly [string, Receipt][]): Promise<[string, Recorded][]> {
  const environment = await openEnvironment({
    BASE_URL: 'https://deresegn.example',
    ATTEMPT_TIMEOUT_SECONDS: attemptSeconds,
  });
  try {
    return await Promise.all(
      chosen.map(async ([name, { request, answer }]): Promise<[string, Recorded]> => {
        // Of an account of its own, whose history has nothing else.
        const { key } = await environment.mint({ name: 'Selam Shop', label: 'Till 1' });
        const answered = await environment.post(key, request);
        const body = bodyOf(answered) as Body;
        if ((body.error?.reason ?? body.verdict) !== answer) throw new Error(`${name}: ${answered.body}`);
        return [name, { status: answered.statusCode, body, chat: chatOf(body) }];
      }),
    );
  } finally {
    await environment.close();
  }
}

function chatOf(body: Body): Recorded['chat'] {
  return Object.fromEntries(
    chatLanguages.map((language) => [language, plainMessage(messageOf(body, language))]),
  ) as Recorded['chat'];
}

/** As `answerReceipt` and `answerFailure` of the bot render it for an owner. */
function messageOf(body: Body, language: 'am' | 'en'): Message {
  const words = vocabulary.of(language);
  const { payment, providerKey, reference, error } = body;
  const setting: Setting = { timeZone: 'Africa/Addis_Ababa', now: 0, banks: names };
  if (body.verdict !== 'verified') {
    const failure = failureNamed(error?.reason ?? error?.code ?? '');
    const viewLimited = providers.some((bank) => bank.key === providerKey && bank.viewLimited);
    return renderFailure(
      words,
      { failure, details: { providerKey, reference, receipt: body.receipt } },
      setting,
      {
        job: 'job',
        viewLimited,
      },
    );
  }
  const now = Date.parse(payment.paidAt ?? '') + shownAfterMs;
  const accounts = [receiverOf(providerKey, payment)];
  const evaluation = evaluatePayment({ paid: body, settings, accounts, accepted: null, now }, banks);
  const offers = { job: 'job', undo: evaluation.answer === 'accept' };
  return renderVerdict(words, body, evaluation, { ...setting, now }, { acceptable: 'entry', offers });
}

/** The account that was paid, as its owner has saved it: stars stand for digits that the bank hides. */
function receiverOf(payer: string, { receiver }: Payment) {
  const provider = (receiver.bank && banks.keyOf(receiver.bank)) ?? payer;
  const [number = ''] = (receiver.account ?? '').replaceAll('*', '0').split('/');
  return { provider, number, holder: receiver.name };
}

function plainMessage({ text, entities, buttons }: Message): ChatMessage {
  return {
    text,
    code: entities
      .filter(({ type }) => type === 'code')
      .map(({ offset, length }) => [offset, offset + length]),
    buttons: buttons.map((row) => row.map((one) => one.text)),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lines = Object.entries(await recordedPage(pageExamples())).map(
    ([name, recorded]) => `${JSON.stringify(name)}: ${JSON.stringify(recorded)}`,
  );
  writeFileSync(pageFile, `{\n${lines.join(',\n')}\n}\n`);
}
