/** Replies to commands: plain text, one screen each. */
import { type AccountUsage, type KeyInfo, parseBirr, type ScreenshotBudget } from '../../src/engine/index.js';
import { decimal, sumOf } from '../../src/money.js';
import { causeWords, clip, messageLengthMax, moment, nameOf, span } from './format.js';
import { isOpen, silenceOf } from './incidents/selectors.js';
import type { Message, RenderContext } from './render.js';
import type { BankSnapshot, Incident, PastIncident } from './types.js';

export function page(lines: readonly string[], buttons: Message['buttons'] = []): Message {
  return { text: clip(lines.join('\n'), messageLengthMax), buttons, silent: true };
}

export const commands = [
  { command: 'status', description: 'Banks, egress addresses, queues' },
  { command: 'incidents', description: 'Open and recent incidents' },
  { command: 'silence', description: '[bank …] 1h: mute alerts for 1 to 24 hours' },
  { command: 'unsilence', description: '[bank …]: end the silence' },
  { command: 'usage', description: 'Top accounts and spend' },
  { command: 'key', description: '<prefix>: plan, rate, revoke' },
  { command: 'daily', description: 'on or off: the daily summary at 09:00' },
  { command: 'test', description: 'A test alert to every chat' },
  { command: 'help', description: 'What this bot does' },
];

export function helpPage(): Message {
  return page([
    'Alerts about the banks and the service come here, one message per incident.',
    '',
    ...commands.map(({ command, description }) => `/${command} ${description}`),
    '',
    '/key <prefix> revoke, rate <n> or plan <name> changes a key; each asks for confirmation first.',
  ]);
}

export function statusPage(context: RenderContext): Message {
  const { state, view, now } = context;
  const banks = Object.values(view.banks);
  const { up, unknown, failing } = counts(banks);
  const problems = [
    ...(view.ready ? [] : ['the store cannot be reached']),
    ...(view.monitor === 'down' ? ['no probes are running: bank status unknown'] : []),
    ...(isOpen(state, 'webhooks') ? ['webhooks do not arrive'] : []),
  ];
  const unprobed = unknown > 0 ? `, ${unknown} not probed yet` : '';
  return page([
    `${signOf(problems.length + failing, unknown)} ${up} of ${banks.length} banks operational${unprobed}, ${moment(now, context)}`,
    ...problems.map((problem) => `- ${problem}`),
    ...banks.map(bankLine),
    `Egress: ${egressLine(banks)}`,
  ]);
}

function counts(banks: readonly BankSnapshot[]): { up: number; unknown: number; failing: number } {
  const up = banks.filter(({ status }) => status === 'operational').length;
  const unknown = banks.filter(({ status }) => status === 'unknown').length;
  return { up, unknown, failing: banks.length - up - unknown };
}

/** A bank that was not probed yet counts neither as operational nor as failing. */
function signOf(problems: number, unknown: number): string {
  if (problems > 0) return '🔴';
  return unknown > 0 ? '⚪' : '🟢';
}

function bankLine({ name, status, running, waiting, egress }: BankSnapshot): string {
  const failing = egress.filter(({ ok }) => !ok).map((address) => `${address.name}: ${address.error}`);
  const more = failing.length > 0 ? ` (${failing.join('; ')})` : '';
  const queue = running + waiting > 0 ? `, ${running} running, ${waiting} waiting` : '';
  return `- ${name}: ${status}${more}${queue}`;
}

/** Number of banks that each egress address reaches. */
function egressLine(banks: readonly BankSnapshot[]): string {
  const rows = banks.flatMap(({ egress }) => egress);
  const names = [...new Set(rows.map(({ name }) => name))].sort();
  const reached = names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    return `${name} reaches ${own.filter(({ ok }) => ok).length} of ${own.length}`;
  });
  return reached.join(', ') || 'no probes yet';
}

export function incidentsPage(context: RenderContext): Message {
  const { state } = context;
  const open = state.incidents.filter(({ endedAt }) => endedAt === null);
  const silences = state.silences.map(
    ({ scopes, until, by }) =>
      `- ${scopes.map((scope) => scopeWords(context, scope)).join(', ')} until ${moment(until, context)}, by ${by}`,
  );
  return page([
    open.length > 0 ? `🔴 ${open.length} open` : '🟢 No incident is open.',
    ...open.map((incident) => `- ${openLine(context, incident)}`),
    ...(silences.length > 0 ? ['', 'Silenced:', ...silences] : []),
    ...(state.past.length > 0
      ? ['', 'Ended:', ...state.past.toReversed().map((past) => pastLine(context, past))]
      : []),
  ]);
}

type HoldReason = NonNullable<Incident['hold']>['why'];

/** Null: the line says so anyway. */
const holdTexts: Readonly<Record<HoldReason, string | null>> = {
  company: 'held back in case other banks follow',
  settling: 'held back in case it ends at once',
  inhibited: 'held back because of the store',
  silenced: null,
};

function openLine(context: RenderContext, incident: Incident): string {
  const { now, state } = context;
  const notes = [
    incident.flapping && 'flapping',
    incident.acknowledged && `acknowledged by ${incident.acknowledged.by}`,
    silenceOf(state, incident, now) && 'silenced',
    incident.hold && holdTexts[incident.hold.why],
  ].filter(Boolean);
  const about = incident.troubles
    .filter(({ endedAt }) => endedAt === null)
    .map(({ kind, provider }) => kindWords(context, kind, provider));
  const more = notes.length > 0 ? ` (${notes.join('; ')})` : '';
  return `${about.join(', ') || 'up now'}, since ${moment(incident.openedAt, context)}${more}`;
}

function pastLine(context: RenderContext, { kind, providers, openedAt, endedAt }: PastIncident): string {
  const names = providers.length > 0 ? providers : [null];
  const about = names.map((provider) => kindWords(context, kind, provider)).join(', ');
  return `- ${about}: ${moment(openedAt, context)}, ${span(endedAt - openedAt)}`;
}

/** @param scope `all`, a bank's key, or the subject of a problem (`bank:telebirr`, `store`) */
function scopeWords({ view }: RenderContext, scope: string): string {
  if (scope === 'all') return 'all alerts';
  const [kind = '', provider] = scope.split(':');
  return nameOf(view, provider ?? kind).replaceAll('_', ' ');
}

function kindWords({ view }: RenderContext, kind: string, provider: string | null): string {
  const words = kind.replaceAll('_', ' ');
  return provider === null ? words : `${nameOf(view, provider)} ${words.replace(/^bank /, '')}`;
}

/** Reply to the button Details. */
export function detailsPage(context: RenderContext, incident: Incident): Message {
  const { view } = context;
  const at = (ms: number) => moment(ms, context);
  const rows = incident.troubles.flatMap(({ provider, kind, since, endedAt, cause, httpStatus, facts }) => [
    `${kindWords(context, kind, provider)}: ${at(since)} to ${endedAt === null ? 'now' : at(endedAt)}`,
    ...(cause === null ? [] : [`  cause: ${causeWords(cause, httpStatus)}`]),
    ...Object.entries(facts).map(
      ([name, value]) => `  ${name}: ${name === 'endsAt' ? at(Number(value)) : value}`,
    ),
    ...(view.banks[provider ?? '']?.egress ?? []).map(
      (row) => `  ${row.name}: ${row.ok ? 'ok' : row.error}, probed ${at(Date.parse(row.at))}`,
    ),
  ]);
  const next = incident.acknowledged || incident.remindAt === null ? 'none' : at(incident.remindAt);
  return page([
    `Incident ${incident.id}, reported: ${incident.toldAt === null ? 'not yet' : at(incident.toldAt)}`,
    ...rows,
    ...incident.notes.map((note) => `${at(note.at)} ${note.kind}`),
    `Next reminder: ${next}`,
  ]);
}

export function usagePage(top: readonly AccountUsage[], budget: ScreenshotBudget | null): Message {
  const cents = (amount: number) => parseBirr(amount) ?? 0n;
  const spend = sumOf(top.map(({ usage }) => cents(usage.verifications.overage.amountEtb)));
  const lines = top.map(({ account, usage }) => {
    const { used, cap, window, overage } = usage.verifications;
    const over =
      overage.count > 0 ? `, ${overage.count} over for ${decimal(cents(overage.amountEtb))} ETB` : '';
    const name = clip(account.name.replace(/[\p{C}\s]+/gu, ' ').trim(), 40) || account.id;
    const reads = usage.screenshots.used;
    return `- ${name} (${usage.plan}): ${used} of ${cap ?? 'unlimited'} this ${window}${over}, ${reads} reads`;
  });
  return page([
    top.length > 0 ? `Top ${top.length} accounts` : 'No account has used anything in this window.',
    ...lines,
    `Overage total: ${decimal(spend)} ETB`,
    ...(budget ? [`Screenshot reads today: ${budget.used} of ${budget.budget}`] : []),
  ]);
}

/** @param revoke callback data of the button Revoke */
export function keyPage(context: RenderContext, key: KeyInfo, revoke: string): Message {
  const at = (iso: string | null) => (iso === null ? 'never' : moment(Date.parse(iso), context));
  const label = clip(key.label.replace(/[\p{C}\s]+/gu, ' ').trim(), 40);
  return page(
    [
      `Key ${key.prefix}${label && label !== key.prefix ? `, ${label}` : ''}`,
      `Account: ${key.account}`,
      `Plan: ${key.plan}, ${key.mode} mode`,
      `Rate: ${key.rate} a minute`,
      `Cap: ${key.cap ?? 'unlimited'}; screenshot reads: ${key.reads ?? 'unlimited'}`,
      `Created ${at(key.createdAt)}, last used ${at(key.lastUsedAt)}`,
      key.revokedAt === null ? 'Active' : `Revoked ${at(key.revokedAt)}`,
    ],
    key.revokedAt === null ? [[{ text: 'Revoke', data: revoke }]] : [],
  );
}

export function askPage(question: string, yes: string): Message {
  const answers = [
    { text: 'Yes', data: yes },
    { text: 'No', data: 'no' },
  ];
  return page([question], [answers]);
}

/** The daily summary: one line. */
export function dailyText({ state, view }: RenderContext): string {
  const banks = Object.values(view.banks);
  const { up, unknown, failing } = counts(banks);
  const open = state.incidents.filter(({ endedAt }) => endedAt === null).length;
  const answering = `${up} of ${banks.length} banks operational`;
  switch (signOf(open + failing, unknown)) {
    case '🟢':
      return `🟢 ${answering}, no incident is open. (/daily off turns this summary off)`;
    case '⚪':
      return `⚪ ${answering}, ${unknown} not probed yet, no incident is open.`;
    default:
      return `🔴 ${answering}, open incidents: ${open}. See /incidents.`;
  }
}
