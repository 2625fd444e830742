import type { IncidentKind } from '../../../engine/index.js';

export interface IncidentText {
  title(bank: string, egress: string): string;
  /** What it meant for callers. */
  effect: string;
}

const incidents: Record<IncidentKind, IncidentText> = {
  bank_down: {
    title: (bank) => `${bank} is down`,
    effect: 'Its receipts could not be checked, except those that had been checked before.',
  },
  egress_blocked: {
    title: (bank, egress) => `${bank} does not answer our address “${egress}”`,
    effect: 'Other addresses were used. Some checks took longer.',
  },
  layout_changed: {
    title: (bank) => `Receipts of ${bank} cannot be read`,
    effect: 'Its receipts got “Could not check”.',
  },
  monitor_blind: {
    title: () => 'Monitoring is not running: bank status unknown',
    effect: 'Receipts were checked as usual, but an outage of a bank was not noticed.',
  },
  extractor_failing: {
    title: () => 'Pictures cannot be read',
    effect: 'Links, reference numbers and SMS were checked as usual.',
  },
};

/** The status page and its feed. */
export const status = {
  title: 'Status',
  overall: {
    operational: 'All systems operational',
    slow: 'Slow: a bank has many calls waiting, some for more than 10 seconds',
    down: 'Down: new receipts cannot be checked at the moment',
    unknown: 'Unknown: the banks have not been tested recently',
  },
  states: {
    operational: 'Operational',
    degraded: 'Degraded',
    down: 'Down',
    unknown: 'Unknown',
  },
  checked: 'As of',
  live: 'This page refreshes automatically.',
  simulated: 'The banks here are simulated.',
  embedded: 'This service runs on the embedded store: history is lost when it stops.',
  banks: 'Banks and wallets',
  columns: {
    state: 'State',
    bank: 'Bank or wallet',
    days: 'Last 90 days',
    uptime: 'Uptime',
    time: 'Response time, 24 hours',
    waiting: 'Waiting',
  },
  ms: (milliseconds: string) => `${milliseconds} ms`,
  noData: 'No data',
  noHistory: 'The history cannot be read at the moment.',
  since: 'Since',
  host: 'Host',
  queue: 'Calls now',
  calls: (running: number, waiting: number) => `Running: ${running}. Waiting: ${waiting}.`,
  addresses: 'Our addresses',
  noAddress: 'No test has finished yet.',
  days: (known: number, bad: number, partly: number) =>
    `Days with data: ${known}. Days with an outage: ${bad}. Days when the bank answered only some of our addresses: ${partly}.`,
  noDays: 'No tests have been recorded yet.',
  incidentDays: 'Days with problems, and the share of tests',
  times: {
    title: 'Response time, last 24 hours',
    summary: (mean: string, slowest: string, at: string) => `Mean: ${mean}. Slowest: ${slowest}, at ${at}.`,
    failed: (failed: string, tests: string) => `Failed tests: ${failed} of ${tests}.`,
    key: 'Line: mean of 15 minutes. Bar: slowest. Cross: a test failed.',
    none: 'No response times are known for the last 24 hours.',
  },
  service: 'The service',
  internal: {
    'verify-web (this service)': 'Verification',
    'Redis (auth + API keys)': 'Database',
    'Screenshot extractor': 'Picture reading',
    'Probe rounds': 'Bank monitoring',
  } as Readonly<Record<string, string>>,
  /** By the text of `GET /api/status`. */
  errors: {
    'no answer in time': 'no answer in time',
    'no connection': 'no connection',
    'the certificate does not verify': 'the certificate is not valid',
    'a redirect': 'sends us to another page',
    'a block page': 'blocks this address',
    'an unexpected answer': 'unexpected answer',
    'nothing was sent': 'nothing was sent',
    'no round has been made': 'no test has been made yet',
    'no round for three intervals': 'no test for three intervals',
    'no round of probes for three intervals': 'no test for three intervals',
    'the store does not answer': 'the database does not answer',
    'not asked yet': 'not asked yet',
    'switched off': 'switched off',
    'QR codes and text in PDFs only; no AI extractor is configured': 'QR codes and text in PDFs only',
  } as Readonly<Record<string, string>>,
  incidents: 'Incidents',
  noIncidents: 'No incidents',
  noIncidentsHint: 'Nothing has been recorded for the last 90 days.',
  moreIncidents: 'Earlier incidents are in the Atom feed.',
  incident: incidents,
  from: 'From',
  to: 'to',
  lasting: 'Ongoing',
  over: 'Resolved',
  unknownStart: 'some time before',
  duration: (days: number, hours: number, minutes: number) =>
    [
      days > 0 ? `${days} d` : '',
      hours > 0 ? `${hours} h` : '',
      minutes > 0 || days + hours === 0 ? `${minutes} min` : '',
    ]
      .filter(Boolean)
      .join(' '),
  meaning: {
    title: 'What the states mean',
    means: 'Meaning',
    todo: 'What a cashier should do',
    operational: ['The bank answers all our addresses.', 'Check receipts as usual.'],
    degraded: [
      'The bank answers some of our addresses, but not all. We ask from those that it answers.',
      'Check receipts as usual. An answer may take longer.',
    ],
    down: [
      'The bank answers none of our addresses. We send it no calls until it answers again.',
      'Do not call the receipt fake: nobody can check it now. Check your balance, or check the receipt again later.',
    ],
    unknown: [
      'We have not been able to test the bank recently.',
      'Check receipts as usual. “Could not check” says nothing about the payment.',
    ],
  },
  subscribe: {
    title: 'Subscribe',
    feed: [
      'Atom feed',
      'Every incident of the last 90 days, once when it begins and once when it ends. For feed readers and chat programs.',
    ],
    json: ['JSON', 'The current state: each bank, our addresses, the queues. No key is needed.'],
    webhook: [
      'Webhooks',
      'Your server gets `bank.down` and `bank.up`, signed, as soon as they happen. Add an endpoint in the dashboard.',
    ],
    reference: 'Events in the API reference',
  },
  feedTitle: 'Deresegn: incidents',
};
