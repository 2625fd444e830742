/**
 * Writes the table of docs/verdicts.md: every attack of test/providers/attacks.ts with what comes of it now. `npm run docs`
 * writes it; test/docs/verdicts.test.ts fails when it is stale, or when an attack succeeds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Judgement } from '../src/providers/types.js';
import { type Attack, attacks, outcomesOf, rules } from '../test/providers/attacks.js';

export const page = new URL('verdicts.md', import.meta.url);
const marks = (part: string) => [`<!-- generated:${part} -->`, `<!-- /generated:${part} -->`] as const;

/** The page as it stands, with its generated parts as they would be now. */
export async function generated(): Promise<string> {
  const text = readFileSync(page, 'utf8');
  const ruleTable = table(['rule', ''], Object.entries(rules));
  return replaced(replaced(text, 'rules', ruleTable), 'attacks', await attackTable());
}

function replaced(text: string, part: string, content: string): string {
  const [opening, closing] = marks(part);
  const [before, rest = ''] = text.split(opening);
  const [, after] = rest.split(closing);
  if (after === undefined) throw new Error(`${page.pathname} has no ${opening}`);
  return `${before}${opening}\n${content}\n${closing}${after}`;
}

async function attackTable(): Promise<string> {
  return table(['receipt', 'attack', 'outcome', 'rule'], await Promise.all(attacks.map(rowOf)));
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

async function rowOf(attack: Attack): Promise<string[]> {
  const all = await outcomesOf(attack);
  const counts = new Map<string, number>();
  for (const { judgement, fault } of all) {
    const outcome = fault === null ? outcomes[judgement.kind] : `**${fault}**`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const outcome = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([text, count]) => (all.length === 1 ? text : `${count} × ${text}`))
    .join(', ');
  return [attack.receipt, attack.what, outcome, attack.rule];
}

const outcomes: Record<Judgement['kind'], string> = {
  settled: '`verified`, unchanged',
  not_found: '`not_verified`',
  not_settled: '`not_verified`',
  mismatch: '`not_verified`',
  unreadable: '`could_not_check`',
  blocked: '`could_not_check`',
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, await generated());
