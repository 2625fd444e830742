import { describe, expect, it } from 'vitest';
import { inputProblems } from '../../../../bots/cashier/render/failure.js';
import {
  decodeAction,
  failureNamed,
  locales,
  type Message,
  renderChecking,
  renderFailure,
  renderInputProblem,
  renderNotice,
  renderSlow,
} from '../../../../bots/cashier/render/index.js';
import { Failure, type FailureName, failureKinds, type NoticeKind } from '../../../../src/engine/index.js';
import { expectSendable, setting, tapToCopy, vocabulary } from './support.js';

const names = Object.keys(failureKinds) as FailureName[];
const job = '0b0a1f6e-5c1d-4a3e-9b7a-1d2c3b4a5f60';
const secret = 'ECONNREFUSED redis://:secret@10.0.0.1';

const known = {
  message: secret,
  providerKey: 'cbe',
  reference: 'FT26324ABCDE',
  candidates: ['cbe', 'boa'],
  used: 200,
  cap: 200,
};

const actions = (message: Message) =>
  message.buttons.flat().map((one) => ('callback_data' in one ? decodeAction(one.callback_data)?.do : null));

describe.each(locales)('in %s', (locale) => {
  const words = vocabulary.of(locale);

  it.each(names)('%s has the right sign, its own words and nothing of the error', (name) => {
    const message = renderFailure(words, new Failure(name, known), setting, { job });
    expectSendable(message);
    const refused = failureKinds[name].verdict === 'not_verified';
    expect(message.text.startsWith(refused ? '❌ ' : '⏳ ')).toBe(true);
    expect(message.text.includes(words.t('not-confirmed'))).toBe(!refused);
    expect(message.text).not.toContain('secret');
    expect(message.text).not.toContain(failureKinds[name].message);
    expect(message.text).not.toMatch(/failure-|_/);
    expect(tapToCopy(message)).toEqual(['FT26324ABCDE']);
  });

  it.each(names)('%s is rendered also where nothing else is known', (name) => {
    expectSendable(renderFailure(words, { failure: name }, setting, { job }));
  });

  it.each(inputProblems)('%s is not confirmed, and says what to do', (problem) => {
    const message = renderInputProblem(words, problem);
    expectSendable(message);
    expect(message.text).toMatch(/^⏳ /);
    expect(message.text).toContain(words.t('not-confirmed'));
    expect(message.text.split('\n')).toHaveLength(3);
  });

  it('an outage says that the message will change by itself', () => {
    const failure = new Failure('provider_down', known);
    expect(renderFailure(words, failure, setting, { job, watched: true }).text).toContain(
      words.t('next-watched'),
    );
    expect(renderFailure(words, failure, setting, { job }).text).not.toContain(words.t('next-watched'));
  });

  it('checking carries no sign, also when the bank is slow', () => {
    for (const message of [renderChecking(words), renderSlow(words, { bank: 'cbe', position: 3 }, setting)]) {
      expectSendable(message);
      expect(message.text).not.toMatch(/[✅⚠❌⏳]/u);
    }
    expect(renderSlow(words, { bank: 'cbe', position: 3 }, setting).text).toContain(
      'Commercial Bank of Ethiopia',
    );
    expectSendable(renderSlow(words, {}, setting));
  });

  it.each<NoticeKind>(['quota', 'screenshots', 'revoked'])('the owner is told the numbers: %s', (kind) => {
    const usage = {
      verifications: { used: 200, cap: 200, endsAt: '2026-12-01T00:00:00+03:00' },
      screenshots: { used: 150, cap: 151, endsAt: '2026-12-01T00:00:00+03:00' },
    };
    const message = renderNotice(words, kind, usage, setting);
    expectSendable(message);
    const figures = { quota: ['200', '01/12/2026'], screenshots: ['150', '151', '01/12/2026'], revoked: [] }[
      kind
    ];
    for (const figure of figures) expect(message.text).toContain(figure);
    expectSendable(renderNotice(words, kind, null, setting));
  });
});

const words = vocabulary.of('en');
const drawn = (name: FailureName, options: object = {}) =>
  renderFailure(words, new Failure(name, known), setting, { job, ...options });

it('offers to try again where that can help, and only there', () => {
  for (const name of [
    'bank_busy',
    'bank_timeout',
    'bank_unreachable',
    'bank_blocked',
    'unreadable',
    'unavailable',
    'internal',
    'rate_limited',
    'receipt_not_found',
    'not_settled',
  ] as const) {
    expect({ name, actions: actions(drawn(name)) }).toEqual({ name, actions: ['retry'] });
  }
  for (const name of [
    'quota_exceeded',
    'revoked_key',
    'unsupported_url',
    'detection_failed',
    'mismatch',
    'doubtful_reading',
  ] as const) {
    expect({ name, actions: actions(drawn(name)) }).toEqual({ name, actions: [] });
  }
  expect(actions(drawn('provider_down', { watched: true }))).toEqual([]);
});

it('never offers to open a view-limited link again, nor promises it', () => {
  for (const name of names) {
    const message = drawn(name, { viewLimited: true, watched: true });
    expect(actions(message)).not.toContain('retry');
    expect(message.text).not.toContain(words.t('next-watched'));
  }
});

it('asks which bank it is, and on which of the saved accounts', () => {
  expect(actions(drawn('ambiguous'))).toEqual(['chooseBank', 'chooseBank']);
  const accounts = [
    { id: 'a'.repeat(22), provider: 'cbe', lastFour: '0002', holder: 'ሳራ ታደሰ' },
    { id: 'b'.repeat(22), provider: 'cbe', lastFour: '0003', holder: null },
  ];
  const message = drawn('needs_account', { accounts });
  expectSendable(message);
  expect(actions(message)).toEqual(['chooseAccount', 'chooseAccount', 'typeDigits']);
  expect(message.buttons[0]?.[0]?.text).toBe('Commercial Bank of Ethiopia · …0002 · ሳራ ታደሰ');
  expect(actions(drawn('needs_phone'))).toEqual(['typeDigits']);
});

it('distinguishes a reversed payment from a pending one', () => {
  const status = (transactionStatus: string) =>
    renderFailure(
      words,
      { failure: 'not_settled', details: { receipt: { source: 'x', transactionStatus } } },
      setting,
      { job },
    ).text;
  expect(status('Reversed')).toMatch(/^❌ .*REVERSED/);
  expect(status('Pending')).toMatch(/^❌ .*PENDING/);
});

it('recognises a failure by the code or reason that was stored', () => {
  for (const name of names) {
    const { code, reason } = failureKinds[name];
    const expected = name === 'not_found' ? 'receipt_not_found' : name;
    expect(failureNamed(reason ?? code ?? '')).toBe(expected);
  }
  expect(failureNamed('something else')).toBe('internal');
});
