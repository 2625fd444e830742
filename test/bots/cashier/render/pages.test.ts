import { describe, expect, it } from 'vitest';
import * as render from '../../../../bots/cashier/render/index.js';
import type { BookRow, SearchResult } from '../../../../src/engine/index.js';
import {
  type CashierCounts,
  type DayReport,
  failureKinds,
  type Member,
  type PeriodReport,
  type RetainedData,
  type Shift,
  type Shop,
  type StatusReport,
} from '../../../../src/engine/index.js';
import {
  bookRow,
  expectSendable,
  hostileNames,
  setting,
  tapToCopy,
  unresolvedRow,
  vocabulary,
} from './support.js';

const hostile = hostileNames.filter((name) => !/[{}]/.test(name));

const shop = (name = 'Abebe Electronics'): Shop => ({
  id: 's1',
  name,
  settings: {
    language: 'am',
    tolerance: '5.00',
    maxAgeHours: 24,
    closingTime: '20:30',
    askAmount: false,
    alerts: true,
  },
});

const member = (changes: Partial<Member> = {}): Member => ({
  id: 'm1',
  person: 'tg:1',
  name: 'Selam',
  role: 'cashier',
  joinedAt: '2026-11-01T08:00:00Z',
  ...changes,
});

const report = (changes: Partial<DayReport> = {}): DayReport => ({
  date: '2026-11-20',
  count: 3,
  total: '12345.50',
  byBank: [{ provider: 'cbe', count: 3, total: '12345.50' }],
  byCashier: [{ member: 'm1', name: 'ሰላም', count: 3, total: '12345.50' }],
  notAccepted: 1,
  anyway: { count: 1, total: '45.50' },
  undone: 2,
  unresolved: [unresolvedRow()],
  cashiers: [counts('ሰላም'), counts('Abel', 'm2')],
  shifts: [shift(), shift({ endedAt: null }), shift({ leftOpen: true })],
  ...changes,
});

function counts(name: string, member = 'm1'): CashierCounts {
  return { member, name, accepted: 3, refused: 2, warned: 1, couldNotCheck: 4, usedTwice: 5 };
}

function shift(changes: Partial<Shift> = {}): Shift {
  return {
    ...{ member: 'm1', name: 'ሰላም', date: '2026-11-20', count: 2, total: '300.00', leftOpen: false },
    startedAt: '2026-11-20T05:00:00Z',
    endedAt: '2026-11-20T13:30:00Z',
    byBank: [{ provider: 'cbe', count: 2, total: '300.00' }],
    counts: counts('ሰላም'),
    ...changes,
  };
}

function period(changes: Partial<PeriodReport> = {}): PeriodReport {
  const { count, total, byBank, byCashier, anyway, cashiers } = report();
  return {
    ...{ period: 'month', from: '2026-11-01', to: '2026-11-30', count, total, byBank, byCashier, cashiers },
    byDay: Array.from({ length: 30 }, (_, at) => ({
      date: `2026-11-${String(at + 1).padStart(2, '0')}`,
      count: 1_000,
      total: '1234567.00',
    })),
    ...{ notAccepted: 7, unresolved: 8, undone: 3, anyway, earlier: '2026-10-01', later: null },
    ...changes,
  };
}

const usage = (cap: number | null) => ({
  verifications: {
    used: 1200,
    cap,
    window: 'day' as const,
    startsAt: '2026-11-20T00:00:00+03:00',
    endsAt: '2026-11-21T00:00:00+03:00',
    timeZone: 'Africa/Addis_Ababa',
    overage: { available: false, enabled: false, count: 0, priceEtb: null, amountEtb: 0 },
  },
  screenshots: { used: 40, cap, endsAt: '2026-12-01T00:00:00+03:00' },
});

function bank(providerKey: string, status: 'operational' | 'degraded' | 'down' | 'unknown') {
  return {
    name: providerKey,
    host: 'bank.example',
    group: 'upstream' as const,
    status,
    responseMs: null,
    httpStatus: null,
    error: 'ECONNREFUSED 10.0.0.1',
    providerKey,
    since: '2026-11-20T13:05:00+03:00',
    egress: [],
    queue: { running: 1, waiting: 7 },
  };
}

const components: StatusReport['components'] = [
  bank('telebirr', 'operational'),
  bank('boa', 'unknown'),
  bank('cbe', 'down'),
  { ...bank('abay', 'degraded') },
];

const every: Record<RetainedData, true> = {
  book: true,
  requests: true,
  openings: true,
  account: true,
  keys: true,
};
const remains = Object.keys(every) as RetainedData[];

/** Every page with an ordinary content and, where strangers' words are in it, with theirs. */
function pages(words: render.Words): [string, render.Message][] {
  const own = {
    ...{ date: '2026-11-20', count: 3, total: '12345.50', byBank: report().byBank },
    ...{ counts: counts('ሰላም'), shifts: [] },
  };
  const membership = { shop: shop(), member: member({ role: 'owner' }) };
  const account = { id: 'a1', provider: 'cbe', lastFour: '0002', holder: 'ሳራ ታደሰ' };
  const invitation = { token: 'x', uses: 1, expiresAt: '2026-11-21T14:30:00+03:00' };
  return [
    ['welcome', render.renderWelcome(words, vocabulary)],
    ['home', render.renderHome(words, membership)],
    ['choice of shops', render.renderShopChoice(words, [shop(), ...hostile.map((name) => shop(name))])],
    ['one shop', render.renderShopChoice(words, [shop()], { mayOpen: true })],
    ['of a shop', render.ofShop(words, shop(hostile[0]), render.renderDay(words, report(), setting))],
    [
      'invitation',
      render.renderInvitation(
        words,
        { ...invitation, role: 'cashier' },
        'https://t.me/bot?start=x',
        setting,
        shop(),
      ),
    ],
    [
      'invitation of an owner',
      render.renderInvitation(
        words,
        { ...invitation, role: 'owner' },
        'https://t.me/bot?start=x',
        setting,
        shop(),
      ),
    ],
    ['joined', render.renderJoining(words, { kind: 'joined', membership, notify: [] })],
    ['already there', render.renderJoining(words, { kind: 'already', membership })],
    ...(['unknown', 'used', 'expired', 'full'] as const).map((why): [string, render.Message] => [
      `refused: ${why}`,
      render.renderJoining(words, { kind: 'refused', why }),
    ]),
    ['somebody joined', render.renderJoined(words, membership)],
    ['help', render.renderHelp(words, 'owner')],
    ['privacy', render.renderPrivacy(words)],
    ['dashboard', render.renderDashboard(words, 'http://127.0.0.1:8080/login/abc')],
    ['asked before deletion', render.renderDeletionAsk(words, { leaves: [shop()], closes: [shop('B')] })],
    ['deleted', render.renderDeleted(words, { leaves: [shop()], closes: [shop('B')], remains: remains })],
    ['nothing left', render.renderDeleted(words, { leaves: [], closes: [], remains: [] })],
    ['settings', render.renderSettings(words, shop())],
    ['amount needed', render.renderAmountNeeded(words, 'j')],
    ...hostile.flatMap((name): [string, render.Message][] => {
      const event = { kind: 'undone', by: name, at: '2026-11-20T10:31:00+03:00', of: null } as const;
      const row = bookRow({ payer: name, receivedTo: name, events: [event] });
      const asks = { question: 'q', who: name, shop: name, link: 'https://t.me/c/1/2' };
      const question = render.renderQuestion(words, render.renderUndone(words, row, setting), asks);
      const decision = { kind: 'refused', by: name, at: event.at } as const;
      return [
        [`undone: ${name}`, render.renderUndone(words, row, setting)],
        [`undo: ${name}`, render.renderUndoAsk(words, row)],
        [`question: ${name}`, question],
        [`refused: ${name}`, render.renderAnswered(words, question, decision, setting)],
        [`no answer needed: ${name}`, render.renderAnswered(words, question, null, setting)],
      ];
    }),
    ['my total', render.renderMyTotal(words, { ...own, shifts: [shift({ endedAt: null })] }, setting)],
    ['no total', render.renderMyTotal(words, { ...own, count: 0, byBank: [], shifts: [] }, setting)],
    ['no shift', render.renderShift(words, null, setting)],
    ['a shift that runs', render.renderShift(words, shift({ endedAt: null }), setting)],
    ['a shift that is over', render.renderShift(words, shift({ leftOpen: true }), setting)],
    ['month', render.renderReport(words, period(), setting)],
    [
      'week',
      render.renderReport(
        words,
        period({ period: 'week', count: 0, byDay: [], later: '2026-12-01' }),
        setting,
      ),
    ],
    [
      'alert: shift',
      render.renderAlert(words, { kind: 'shift', shift: shift({ name: hostile[3] ?? '' }) }, setting),
    ],
    ['alert: more', render.renderAlert(words, { kind: 'more', times: 3 }, setting)],
    ...(['twice', 'foreign', 'reversed', 'anyway'] as const).flatMap((kind) =>
      [...hostile, null].map((who): [string, render.Message] => {
        const anyway = kind === 'anyway' ? { by: who, at: '2026-11-20T10:40:00+03:00' } : null;
        const row = bookRow({ payer: who, note: who, livemode: false, anyway });
        const at = setting.now;
        const alert = { kind, row, who, times: 3, link: 'https://t.me/c/1/2', at };
        return [`alert: ${kind}`, render.renderAlert(words, alert, setting)];
      }),
    ),
    ...(['name', 'tolerance', 'maxAgeHours', 'closingTime'] as const).flatMap(
      (setting): [string, render.Message][] => [
        [`asked: ${setting}`, render.renderSettingAsk(words, setting)],
        [`wrong: ${setting}`, render.renderSettingError(words, setting)],
        [`invalid: ${setting}`, render.renderShopError(words, { kind: 'invalid', field: setting })],
      ],
    ),
    ...(['unknown', 'invalid', 'too_many', 'last_owner', 'taken', 'not_owner'] as const).map(
      (kind): [string, render.Message] => [kind, render.renderShopError(words, { kind, field: 'whatever' })],
    ),
    [
      'staff',
      render.renderStaff(
        words,
        hostile.map((name, at) => member({ name, id: `m${at}` })),
        setting,
      ),
    ],
    [
      'a hundred staff',
      render.renderStaff(
        words,
        Array.from({ length: 100 }, () => member({ role: 'owner' })),
        setting,
      ),
    ],
    ['removal', render.renderRemovalAsk(words, member())],
    ['accounts', render.renderAccounts(words, [account], setting, { mayChange: true })],
    ['no account', render.renderAccounts(words, [], setting, { mayChange: false })],
    ['banks for an account', render.renderAccountBanks(words, ['telebirr', 'cbe', 'boa'], setting)],
    ['day', render.renderDay(words, report(), setting)],
    ['closing', render.renderDay(words, report(), setting, { closing: true })],
    [
      'empty day',
      render.renderDay(
        words,
        report({ count: 0, total: '0.00', byBank: [], byCashier: [], notAccepted: 0, unresolved: [] }),
        setting,
      ),
    ],
    [
      'a long day',
      render.renderDay(
        words,
        report({
          byCashier: Array.from({ length: 200 }, (_, at) => ({
            member: `m${at}`,
            name: 'ሰላም'.repeat(20),
            count: 1,
            total: '1.00',
          })),
          unresolved: Array.from({ length: 200 }, () => unresolvedRow()),
        }),
        setting,
      ),
    ],
    [
      'history',
      render.renderHistory(
        words,
        all([
          bookRow(),
          bookRow({
            answer: 'refuse',
            acceptance: null,
            anyway: { by: 'Selam', at: '2026-11-20T11:00:00Z' },
          }),
        ]),
        'Abebe',
        setting,
      ),
    ],
    [
      'a hostile history',
      render.renderHistory(
        words,
        all(hostile.map((payer) => bookRow({ payer, by: payer, acceptance: null }))),
        hostile[0] ?? '',
        setting,
      ),
    ],
    ['no history', render.renderHistory(words, all([]), 'x'.repeat(5_000), setting)],
    ['usage', render.renderUsage(words, usage(2_000), 'Shop', setting)],
    ['usage without end', render.renderUsage(words, usage(null), 'Enterprise', setting)],
    ['banks', render.renderBanks(words, { components }, setting)],
    ['language', render.renderLanguageChoice(vocabulary)],
    ['a text', render.renderText(words, 'shop-opened', { shop: hostile[0] ?? '' })],
  ];
}

/** Of a search that has read the whole book. */
const all = (rows: BookRow[]): SearchResult => ({ rows, more: false, isPartial: false, searchedTo: null });

describe.each(render.locales)('in %s', (locale) => {
  it.each(pages(vocabulary.of(locale)))('Telegram takes it: %s', (_, message) => {
    expectSendable(message);
    expect(message.text).not.toMatch(/ECONNREFUSED|\u202E/);
  });

  it('no text of one page has lost its words', () => {
    for (const [page, { text, buttons }] of pages(vocabulary.of(locale))) {
      const shown = [text, ...buttons.flat().map((one) => one.text)].join('\n');
      expect({ page, keys: shown.match(/\{[a-z-]+\}/g) }).toEqual({ page, keys: null });
    }
  });
});

const words = vocabulary.of('en');

it('the day tells count, total, banks, cashiers, and what is unresolved with why', () => {
  const { text, entities } = render.renderDay(words, report(), setting);
  expect(text.split('\n')).toEqual([
    'Today, 20/11/2026',
    'Accepted: 3 payments, 12,345.50 birr',
    'By bank:',
    '• Commercial Bank of Ethiopia: 12,345.50 birr (3)',
    'By cashier:',
    '• ሰላም: 12,345.50 birr (3) · refused: 2, warned: 1, could not check: 4, used again: 5',
    '• Abel: 0.00 birr (0) · refused: 2, warned: 1, could not check: 4, used again: 5',
    'Shifts:',
    '• ሰላም 08:00–16:30: 300.00 birr (2)',
    '• ሰላም 08:00–…: 300.00 birr (2)',
    '• ሰላም 08:00–16:30 (ended with the day): 300.00 birr (2)',
    'Checked, not accepted: 1',
    'Acceptances undone: 2',
    'Not checked yet (1):',
    '⏳ 14:02 Commercial Bank of Ethiopia FT26324ABCDE (bank did not answer)',
  ]);
  expect(entities.map(({ type }) => type)).toEqual(['text_link', 'code']);
});

it('every stored failure has a text in the list of unresolved receipts', () => {
  for (const { code, reason } of Object.values(failureKinds)) {
    const row = unresolvedRow({ why: reason ?? code ?? '', provider: null, reference: null });
    const { text } = render.renderDay(words, report({ unresolved: [row] }), setting);
    expect(text.split('\n').at(-1)).toMatch(/^⏳ 14:02 \([a-z ]+\)$/);
  }
});

it('a found payment has its sign, amount, payer, cashier and reference to copy', () => {
  const message = render.renderHistory(words, all([bookRow()]), 'Abebe', setting);
  expect(message.text).toBe(
    'Found for Abebe:\n✅ 5,000.00 birr Abebe Kebede\n10:31 today · Selam · telebirr · DKK4A1B2C3',
  );
  expect(tapToCopy(message)).toEqual(['DKK4A1B2C3']);
});

it("a day that is not the calendar's says so: it ends when the shop closes", () => {
  const first = (date: string) => render.renderDay(words, report({ date }), setting).text.split('\n')[0];
  expect(first('2026-11-20')).toBe('Today, 20/11/2026');
  expect(first('2026-11-21')).toBe('Since closing time, for 21/11/2026');
  expect(first('2026-11-19')).toBe('Until closing time, for 19/11/2026');
});

it('a search that did not reach the end of the ledger says so, found or not', () => {
  const searchedTo = '2026-10-03';
  for (const rows of [[], [bookRow()]]) {
    const { text } = render.renderHistory(
      words,
      { rows, more: false, isPartial: false, searchedTo },
      'Abebe',
      setting,
    );
    expect(text.split('\n').at(-1)).toBe(
      'Only payments since 03/10/2026 were searched. Older ones are found by their whole reference.',
    );
  }
});

it('a found payment in dollars is not called birr', () => {
  const { text } = render.renderHistory(
    words,
    all([bookRow({ amount: '41.00', currency: 'USD' })]),
    'Abebe',
    setting,
  );
  expect(text).toContain('41.00 USD Abebe Kebede');
  expect(text).not.toMatch(/ birr/);
});

it('banks that are down come first, with since when; nothing of the error is shown', () => {
  const lines = render.renderBanks(words, { components }, setting).text.split('\n');
  expect(lines[1]).toBe('Commercial Bank of Ethiopia: DOWN · since 13:05 today · 7 waiting');
  expect(lines.at(-2)).toContain('telebirr: working');
});

it('usage shows caps, reads and renewal', () => {
  const { text } = render.renderUsage(words, usage(2_000), 'Shop', setting);
  expect(text).toBe(
    'Plan: Shop\nChecks today: 1,200 of 2,000\nRenews on 21/11/2026\nPhoto checks this month: 40 of 2,000\nRenews on 01/12/2026',
  );
});

it('an account is shown by its last four; only an owner may change accounts', () => {
  const account = { id: 'a1', provider: 'cbe', lastFour: '0002', holder: 'ሳራ ታደሰ' };
  const may = render.renderAccounts(words, [account], setting, { mayChange: true });
  expect(may.text).toContain('• Commercial Bank of Ethiopia · …0002 · ሳራ ታደሰ');
  expect(may.buttons).toHaveLength(2);
  expect(render.renderAccounts(words, [account], setting, { mayChange: false }).buttons).toEqual([]);
});

it('a message goes to Telegram with its entities and buttons, and without previews', () => {
  const options = render.asOptions(render.renderWelcome(words, vocabulary));
  expect(options.link_preview_options).toEqual({ is_disabled: true });
  expect(options.reply_markup.inline_keyboard).toHaveLength(3);
});

it('the data left after a deletion is listed item by item', () => {
  const { text } = render.renderDeleted(words, { leaves: [], closes: [shop()], remains: remains });
  for (const remain of remains) expect(text).toContain(words.t(`remains-${remain}`));
});

it('a wrong value is named, whatever the engine calls its field', () => {
  const invalid = (field: string) => render.renderShopError(words, { kind: 'invalid', field }).text;
  expect(invalid('shopName')).toBe(words.t('error-invalid-name'));
  expect(invalid('to')).toBe(words.t('error-invalid-date'));
  for (const field of ['person', 'constructor', '']) expect(invalid(field)).toBe(words.t('error-invalid'));
});

it('a search that found more than it shows says so', () => {
  const { text } = render.renderHistory(
    words,
    { rows: [bookRow()], more: true, isPartial: false, searchedTo: null },
    'Abebe',
    setting,
  );
  expect(text.split('\n').at(-1)).toBe(
    'There are more. Write more of the reference or the name to find them.',
  );
});

it('a search that could not compare all that is similar says so, found or not', () => {
  for (const rows of [[], [bookRow()]]) {
    const found = { rows, more: false, isPartial: true, searchedTo: null };
    const { text } = render.renderHistory(words, found, 'Abebe', setting);
    expect(text.split('\n').at(-1)).toBe(
      'Very many payments are similar, so not all were compared. Write the whole reference or the amount.',
    );
  }
});
