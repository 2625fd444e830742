/**
 * Writes the generated parts of the Markdown pages, so that what the code says or a benchmark measured is not typed a
 * second time. `npm run docs` writes them; test/docs/readme.test.ts fails when they are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { answersText, callsOf } from '../bench/chaos/report.js';
import { type Kept, readChaos } from '../bench/chaos/results.js';
import { type Measured, machineText, readResults } from '../bench/results.js';
import { cellsOf } from '../bench/table.js';
import { failureKinds, type Verdict } from '../src/engine/api/errors.js';
import { plans } from '../src/engine/api/plans.js';
import { createProviders } from '../src/providers/registry.js';
import type { Provider } from '../src/providers/types.js';
import { examples } from '../src/sandbox/examples.js';
import { factsOf } from '../src/sandbox/fake-data.js';
import { eventSections, eventTable } from './webhook-events.js';

const repository = new URL('../', import.meta.url);

/** Each page, with what makes the parts between its markers. */
const parts: Record<string, Record<string, () => string>> = {
  'README.md': { 'first-call': firstCall, verdicts: verdictTable, banks: bankTable, plans: planTable },
  'docs/api.md': { plans: planTable },
  'docs/webhooks.md': { types: () => table(['type', 'when'], eventTable()) },
  'docs/webhook-events.md': { events: () => eventSections(table) },
  'docs/configuration.md': { configuration: configurationTable },
  'docs/benchmarks.md': { figures: () => figures(readResults()), faults: () => faultTable(readChaos()) },
};

/** The pages that have generated parts: paths from the root of the repository. */
export const generatedPages: readonly string[] = Object.keys(parts);

/** The page as it stands, by a path from the root of the repository. */
export function readPage(path: string): string {
  return readFileSync(new URL(path, repository), 'utf8');
}

/** The page with every generated part as the code has it now. */
export function generated(path: string): string {
  const made = Object.entries(parts[path] ?? {});
  return made.reduce((page, [name, part]) => replacePart(page, name, part()), readPage(path));
}

function replacePart(page: string, name: string, part: string): string {
  const [opening, closing] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
  const from = page.indexOf(opening);
  const to = page.indexOf(closing);
  if (from === -1 || to === -1) throw new Error(`The page has no part ${name}`);
  return `${page.slice(0, from + opening.length)}\n${part}\n${page.slice(to)}`;
}

/** A call that works as pasted, and expects the amount that the simulated bank prints: the receipt of README's picture. */
function firstCall(): string {
  const reference = 'DKK4A1B2C3';
  const body = { reference, expect: { amount: factsOf(reference).amount / 100 } };
  return `\`\`\`sh
KEY=$(npm run -s cli -- keys mint --mode test --json | node -p 'JSON.parse(fs.readFileSync(0)).key')
curl -sS http://127.0.0.1:8080/api/verify \\
  -H 'content-type: application/json' -H "x-api-key: $KEY" \\
  -d '${JSON.stringify(body)}'
\`\`\``;
}

function verdictTable(): string {
  const meanings: Record<Verdict, string> = {
    verified: 'the bank shows this payment as settled',
    not_verified: 'the bank has no such receipt, has not settled it, or sent another one',
    could_not_check:
      'nothing is known about the payment: the bank is busy or down, its answer is unreadable, the number was read from a picture and may have been misread, or the call is wrong or over a limit',
  };
  const rows = Object.entries(meanings).map(([verdict, meaning]) => [
    `\`${verdict}\``,
    statusesOf(verdict).join(', '),
    meaning,
  ]);
  return table(['verdict', 'HTTP status', 'meaning'], rows);
}

function statusesOf(verdict: string): number[] {
  if (verdict === 'verified') return [200];
  const failures = Object.values(failureKinds).filter((kind) => kind.verdict === verdict);
  return [...new Set(failures.map(({ status }) => status))].toSorted((a, b) => a - b);
}

function planTable(): string {
  const rows = Object.values(plans).map(({ name, cap, window, overageEtb, reads, waiting }) => [
    name,
    figure(cap),
    window === 'day' ? 'day' : 'calendar month',
    overageEtb === null ? 'hard stop' : `${overageEtb} ETB each, opt-in`,
    figure(reads),
    figure(waiting),
  ]);
  return table(
    ['plan', 'verifications', 'window', 'over the cap', 'screenshot reads a month', 'waiting calls'],
    rows,
  );
}

function bankTable(): string {
  const providers = createProviders({ cbeAppId: '', cbeAppVersion: '' });
  const rows = providers.map((provider) => [
    `[${provider.name}](docs/providers/${provider.key}.md) (\`${provider.key}\`)`,
    heldBy(provider),
    provider.needs.join(', ') || '-',
    provider.support,
  ]);
  return table(['bank', 'reference or link', 'needs', 'support'], rows);
}

/** What a customer of the simulated bank holds; of a bank that is not simulated, where its links lead. */
function heldBy({ key, hosts, needs }: Provider): string {
  const settled = examples().filter(({ provider, outcome }) => provider === key && outcome === 'SETTLED');
  const held = settled.map(({ reference, url }) => (needs.includes('link') ? url : reference));
  return (settled.length > 0 ? held : hosts).map((text) => `\`${text}\``).join(', ') || '-';
}

/** Each variable with the comment above it in .env.example. */
function configurationTable(): string {
  const rows: string[][] = [];
  let comment: string[] = [];
  for (const line of readPage('.env.example').split('\n')) {
    const assignment = /^#?([A-Z][A-Z_]+)=(.*)$/.exec(line);
    if (assignment) {
      rows.push([
        `\`${assignment[1]}\``,
        assignment[2] ? `\`${assignment[2]}\`` : 'unset',
        comment.join(' '),
      ]);
      comment = [];
    } else if (line.startsWith('# ')) comment.push(line.slice(2).trim());
    else comment = [];
  }
  return table(['variable', 'default', 'meaning'], rows);
}

/** What was measured last (bench/results/latest.json), and on what; a budget that is missed is said to be. */
export function figures(measured: readonly Measured[]): string {
  const rows = measured.map((row) => cellsOf(row).map((cell) => (cell === 'MISSED' ? '**missed**' : cell)));
  const head = ['what', 'measured', 'baseline, same run', 'budget', ''];
  return [table(head, rows), '', ...runsOf(measured)].join('\n');
}

/** What became of each fault when it was done last (`chaos.json` of bench/results); what did not hold is said by its kind. */
function faultTable(kept: readonly Kept[]): string {
  const rows = kept.map(({ title, answers, healedMs, healsMsMax, refusedMs, audit }) => {
    const broken = Object.entries(audit).filter(([, times]) => times > 0);
    return [
      title,
      figure(callsOf(answers)),
      answersText(answers),
      healedMs === null ? '**never**' : `${(healedMs / 1000).toFixed(1)} s`,
      `${healsMsMax / 1000} s`,
      refusedMs === null ? '-' : `${(refusedMs / 1000).toFixed(1)} s`,
      broken.map(([kind, times]) => `**${kind} ${times}**`).join(', ') || 'holds',
    ];
  });
  const head = ['fault', 'calls', 'answers', 'healed after', 'at most', '503 within', 'audit'];
  return [
    table(head, rows),
    '',
    ...runsOf(kept.map((one) => ({ ...one, benchmark: one.title, quick: false }))),
  ].join('\n');
}

/** One line for each day and machine, with the benchmarks it is true of where there are several. */
function runsOf(
  measured: readonly Pick<Measured, 'benchmark' | 'measuredAt' | 'machine' | 'quick'>[],
): string[] {
  const runs = new Map<string, Set<string>>();
  for (const { benchmark, measuredAt, machine, quick } of measured) {
    const short = quick
      ? ' A shortened run (`--quick`): it shows that the benchmarks work, and little of speed.'
      : '';
    const run = `Measured ${measuredAt.slice(0, 10)} on ${machineText(machine)}.${short}`;
    runs.set(run, (runs.get(run) ?? new Set()).add(benchmark));
  }
  if (runs.size === 1) return [...runs.keys()];
  return [...runs].map(([run, names]) => `- ${[...names].join(', ')}: ${run}`);
}

function figure(value: number | null): string {
  return value === null ? 'per contract' : value.toLocaleString('en');
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of generatedPages) writeFileSync(new URL(path, repository), generated(path));
}
