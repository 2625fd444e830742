/**
 * Writes the generated parts of README.md: what stands in the code, or was measured, is not typed a second time.
 * `npm run docs` writes them; a test fails when they are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Measured, machineText, readResults } from '../bench/results.js';
import { cellsOf } from '../bench/table.js';
import { plans } from '../src/engine/plans.js';
import { createProviders } from '../src/providers/registry.js';
import type { Provider } from '../src/providers/types.js';
import { examples } from '../src/sandbox/examples.js';

const readme = new URL('../README.md', import.meta.url);
const envExample = new URL('../.env.example', import.meta.url);

/** README.md with every generated part as the code has it now. */
export function generated(text: string): string {
  const parts = {
    plans: planTable(),
    banks: bankTable(),
    configuration: configurationTable(),
    figures: figures(readResults()),
  };
  return Object.entries(parts).reduce((page, [name, part]) => replacePart(page, name, part), text);
}

function replacePart(page: string, name: string, part: string): string {
  const [opening, closing] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`];
  const from = page.indexOf(opening);
  const to = page.indexOf(closing);
  if (from === -1 || to === -1) throw new Error(`README.md has no part ${name}`);
  return `${page.slice(0, from + opening.length)}\n${part}\n${page.slice(to)}`;
}

function planTable(): string {
  const rows = Object.values(plans).map(({ name, cap, window, overageEtb, reads }) => [
    name,
    figure(cap),
    window === 'day' ? 'day' : 'calendar month',
    overageEtb === null ? 'hard stop' : `${overageEtb} ETB each, opt-in`,
    figure(reads),
  ]);
  return table(['plan', 'verifications', 'window', 'over the cap', 'screenshot reads a month'], rows);
}

function bankTable(): string {
  const providers = createProviders({ cbeAppId: '', cbeAppVersion: '' });
  const rows = providers.map((provider) => [
    `[${provider.name}](docs/providers/${provider.key}.md) (\`${provider.key}\`)`,
    linksOf(provider),
    ...factsOf(provider),
  ]);
  return table(['bank', 'link form', 'bare reference?', 'needs', 'source', 'support'], rows);
}

/** The links of the simulated banks' first examples; of a bank that has none, where its links lead. */
function linksOf({ key, hosts }: Provider): string {
  const settled = examples().filter(({ provider, outcome }) => provider === key && outcome === 'SETTLED');
  const links = settled.length > 0 ? settled.map(({ url }) => url) : hosts;
  return links.map((link) => `\`${link}\``).join(', ') || '-';
}

function factsOf({ bareReference, needs, sources, support }: Provider): string[] {
  return [
    bareReference ? 'yes' : 'no',
    needs.join(', ') || '-',
    sources.map((source) => `\`${source}\``).join(', '),
    support,
  ];
}

/** Each variable with the comment above it in .env.example. */
function configurationTable(): string {
  const rows: string[][] = [];
  let comment: string[] = [];
  for (const line of readFileSync(envExample, 'utf8').split('\n')) {
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

/** One line for each day and machine, with the benchmarks it is true of where there are several. */
function runsOf(measured: readonly Measured[]): string[] {
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
  writeFileSync(readme, generated(readFileSync(readme, 'utf8')));
}
