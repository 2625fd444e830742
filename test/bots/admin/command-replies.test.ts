/** What administrators read claims nothing that nobody has seen. */
import { expect, it } from 'vitest';
import { dailyText, incidentsPage, statusPage, usagePage } from '../../../bots/admin/command-replies.js';
import { advance } from '../../../bots/admin/incidents/incidents.js';
import { card, noteText, type RenderContext } from '../../../bots/admin/render.js';
import { type BankSnapshot, type Input, noIncidents, type State } from '../../../bots/admin/types.js';
import type { AccountUsage, RecordedEvent } from '../../../src/engine/index.js';

const now = Date.parse('2026-11-20T07:30:00Z');
const at = new Date(now).toISOString();

function bank(name: string, status: BankSnapshot['status']): BankSnapshot {
  return { name, status, running: 0, waiting: 0, httpStatus: null, egress: [] };
}

function context(statuses: BankSnapshot['status'][], state: State = noIncidents()): RenderContext {
  const banks = Object.fromEntries(statuses.map((status, at) => [`b${at}`, bank(`Bank ${at}`, status)]));
  return { state, view: { ready: true, monitor: 'operational', banks }, timeZone: 'Africa/Addis_Ababa', now };
}

function after(...inputs: Input[]): State {
  return inputs.reduce((state, input) => advance(state, input, now).state, noIncidents());
}

const layoutChanged: Input = {
  kind: 'event',
  event: { kind: 'layout_changed', realm: 'sandbox', provider: 'b0', at } as RecordedEvent,
};

it('banks that were not probed yet count as unknown: ⚪, in /status and in the daily summary', () => {
  const none = context(['unknown', 'unknown']);
  expect(statusPage(none).text).toMatch(/^⚪ 0 of 2 banks operational, 2 not probed yet, /);
  expect(dailyText(none)).toMatch(/^⚪ 0 of 2 banks operational, 2 not probed yet/);
  expect(statusPage(context(['operational', 'down', 'unknown'])).text).toMatch(
    /^🔴 1 of 3 banks operational, 1 not/,
  );
  expect(statusPage(context(['operational'])).text).toMatch(/^🟢 1 of 1 banks operational, /);
  expect(dailyText(context(['operational']))).toMatch(/^🟢 1 of 1 banks operational/);
});

it('webhooks that do not arrive are an alert of ours with its cause, in /status too, until they arrive again', () => {
  const failing = { kind: 'webhooks_failing', since: at, accounts: 4, cause: 'private_address', at } as const;
  const over = { kind: 'webhooks_arrive', failingSince: at, at } as const;
  const told = after({ kind: 'event', event: failing });
  const shown = context(['operational'], told);
  expect(card(shown, told.incidents).text.split('\n')).toEqual([
    '🔴 Webhooks do not arrive: our network, DNS or firewall?',
    'Since 10:30:00',
    'Cause: names that resolve to private addresses',
    'Accounts that no webhook reaches: 4',
  ]);
  expect(statusPage(shown).text).toMatch(/^🔴 1 of 1 banks operational.*\n- webhooks do not arrive\n/);
  const { state, transitions } = advance(told, { kind: 'event', event: over }, now);
  expect(transitions.map(({ what }) => what)).toContain('recovery');
  expect(card(context(['operational'], state), state.incidents).text).toMatch(/^🟢 Webhooks arrive again\n/);
  expect(statusPage(context(['operational'], state)).text).toMatch(/^🟢 1 of 1 banks operational/);
});

it('an incident that a person marked as fixed is reported as that, not as verified', () => {
  const told = after(layoutChanged);
  const id = told.incidents[0]?.id ?? '';
  const { state, transitions } = advance(
    told,
    { kind: 'press', press: { what: 'fixed', incident: id, by: 'Selam' } },
    now,
  );
  expect(transitions.map(({ what }) => what)).toContain('recovery');
  const drawn = context(['operational'], state);
  const [incident] = state.incidents;
  if (!incident) throw new Error('it was there a moment ago');
  const note = noteText(drawn, incident, { kind: 'recovery', at: now, changes: 0 } as never);
  for (const { text } of [card(drawn, [incident]), note]) {
    expect(text).toMatch(/^⚪ Bank 0: marked fixed by Selam, not verified/);
    expect(text).not.toContain('again');
  }
});

it('a silence is named by the bank, not by the key of an incident', () => {
  const silent = after(layoutChanged);
  silent.silences = [
    { scopes: ['bank:b0'], until: now + 3_600_000, by: 'Selam', at: now },
    { scopes: ['all'], until: now + 3_600_000, by: 'Abel', at: now },
  ];
  const { text } = incidentsPage(context(['operational'], silent));
  expect(text).toContain('- Bank 0 until 11:30:00, by Selam');
  expect(text).toContain('- all alerts until 11:30:00, by Abel');
});

it('adds up what accounts owe to the cent', () => {
  const owing = (amountEtb: number, count: number) =>
    ({
      account: { id: 'acc_1', name: 'Selam' },
      usage: {
        plan: 'developer',
        verifications: { used: 30_000 + count, cap: 30_000, window: 'month', overage: { count, amountEtb } },
        screenshots: { used: 0 },
      },
    }) as unknown as AccountUsage;
  const { text } = usagePage([owing(0.1, 2), owing(0.2, 4), owing(34_000.05, 680_001)], null);
  expect(text).toContain('680001 over for 34000.05 ETB');
  expect(text).toContain('Overage total: 34000.35 ETB');
});
