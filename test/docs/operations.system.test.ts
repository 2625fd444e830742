/** docs/operations.md and docs/operations/ against the service itself: what is explained exists, what exists is explained. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureStore } from '../../docs/operations/measure-store.js';
import { createProgram } from '../../src/cli/program.js';
import { failureKinds } from '../../src/engine/api/errors.js';
import { builtService } from '../support/built.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { removeDataDirectory, temporaryDirectory } from '../support/redis.js';
import { expressionsOf, labelsAsked, metricsIn, readAlerts, readDashboard } from './rules.js';

const repository = resolve(import.meta.dirname, '../..');
const directory = join(repository, 'docs/operations');
const indexPath = join(repository, 'docs/operations.md');
/** The index and the pages of one topic each, by their paths. */
const pages = new Map(
  [
    indexPath,
    ...readdirSync(directory)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(directory, name)),
  ].map((path) => [path, readFileSync(path, 'utf8')]),
);
const pageOf = (name: string) => pages.get(join(directory, `${name}.md`)) ?? '';
const everything = [...pages.values()].join('\n');
const alerts = readAlerts(join(repository, 'docs/operations/alerts.yml'));
const dashboard = readDashboard(join(repository, 'docs/operations/dashboard.json'));

/** Every expression, with where it stands. */
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...expressionsOf(dashboard),
];

/** GitHub's anchors of headings. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

/** Rows of the table of metrics: each name with its type and labels. */
const explained = new Map(
  [...pageOf('metrics').matchAll(/^\| (`(?:deresegn|process|nodejs)_.*?`) \| (\w+) \| (.*?) \|/gm)].flatMap(
    ([, names = '', type, labels = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [
        name,
        { type, labels: labels.split(', ').filter(Boolean) },
      ]),
  ),
);

describe('metrics', () => {
  let service: TestProcess;
  let dataDir: string;
  let served: string;

  beforeAll(async () => {
    dataDir = await temporaryDirectory();
    const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'development' };
    service = startProcess(builtService, [], { env });
    const output = await service.until(/serves at .*\n.*Banks[\s\S]*curl/);
    const url = /serves at (\S+)/.exec(output)?.[1] ?? '';
    const key = /vk_test_\w{32}/.exec(output)?.[0] ?? '';
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const body = JSON.stringify({ reference: 'DKK4A1B2C3' });
    await fetch(`${url}/api/verify`, { method: 'POST', headers, body });
    served = await (await fetch(`${url}/metrics`)).text();
  }, 90_000);
  afterAll(async () => {
    await service?.end('SIGTERM');
    await removeDataDirectory(dataDir);
  });

  it('that are served are explained with their type, and no others are', () => {
    const types = [...served.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]);
    expect(types.length).toBeGreaterThan(20);
    const rows = [...explained].map(([name, { type }]) => [name, type]);
    expect(rows.toSorted()).toEqual(types.toSorted());
  });

  it('carry the labels that are explained', () => {
    const labels = new Map<string, Set<string>>();
    for (const [, sample = '', text = ''] of served.matchAll(/^(\w+)\{(.*)\} /gm)) {
      const name = explained.has(sample) ? sample : sample.replace(/_(bucket|sum|count)$/, '');
      const known = labels.get(name) ?? new Set();
      for (const [, label = ''] of text.matchAll(/(\w+)="/g)) if (label !== 'le') known.add(label);
      labels.set(name, known);
    }
    expect(labels.size).toBeGreaterThan(8);
    for (const [name, known] of labels) {
      expect([...known].toSorted(), name).toEqual(explained.get(name)?.labels.toSorted());
    }
  });
});

describe('alerts and dashboard', () => {
  it('ask for metrics, labels and outcomes that are there', () => {
    const own = new Set([...explained.keys(), 'up']);
    const outcomes = new Set(['verified', 'cached']);
    for (const { code, reason } of Object.values(failureKinds)) outcomes.add(reason ?? code ?? '');
    expect(expressions.length).toBeGreaterThan(30);
    for (const { where, expr } of expressions) {
      const metrics = metricsIn(expr);
      expect(metrics.length, where).toBeGreaterThan(0);
      for (const metric of metrics) {
        expect(own, where).toContain(own.has(metric) ? metric : metric.replace(/_bucket$/, ''));
      }
      for (const { metric, label, values } of labelsAsked(expr)) {
        const labels = explained.get(metric)?.labels ?? [];
        expect(['job', 'instance', 'worker', ...labels], `${where}: ${metric}`).toContain(label);
        if (metric !== 'deresegn_verifications_total' || label !== 'outcome') continue;
        for (const value of values) expect(outcomes, where).toContain(value);
      }
    }
  });

  it('lead to a runbook each: meaning, impact, diagnosis, mitigation, escalation', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook).toBe(`docs/operations/runbooks.md#${alert.toLowerCase()}`);
      expect(anchorsOf(pageOf('runbooks'))).toContain(alert.toLowerCase());
    }
    const headings = [...pageOf('runbooks').matchAll(/^## (Deresegn\w+)$/gm)].map(([, heading]) => heading);
    expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
    const [, ...runbooks] = pageOf('runbooks').split('\n## ');
    for (const runbook of runbooks) {
      const steps = [...runbook.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, step]) => step);
      expect(steps, runbook.split('\n')[0]).toEqual([
        'Meaning',
        'Impact',
        'Diagnosis',
        'Mitigation',
        'Escalation',
      ]);
    }
  });

  it('have a runbook for every kind of incident the admin bot reports', () => {
    const types = readFileSync(join(repository, 'bots/admin/types.ts'), 'utf8');
    const union = /export type ProblemKind =([^;]+);/.exec(types)?.[1] ?? '';
    const kinds = [...union.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
    const rows = [...pageOf('runbooks').matchAll(/^\| `(\w+)` \| \[.*\]\(#\w+\) \|$/gm)].map(
      ([, kind]) => kind,
    );
    expect(kinds.length).toBeGreaterThan(5);
    expect(rows.toSorted()).toEqual(kinds.toSorted());
  });

  it('pass promtool: rules, their test, and the expressions of the dashboard', {
    tags: ['needs-promtool'],
  }, async () => {
    const promtool = (...args: string[]) =>
      execFileSync('promtool', args, {
        cwd: directory,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    const rules = expressionsOf(dashboard).map(({ expr }, index) => ({
      record: `dashboard:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$provider', '.*'),
    }));
    const temporary = await temporaryDirectory();
    const file = join(temporary, 'dashboard.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool('check', 'rules', file)).toContain(`${rules.length} rules found`);
    await rm(temporary, { recursive: true });
  });
});

describe('the dashboard', () => {
  it('has panels that do not overlap, with unique ids, queries and the data source of the reader', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = new Set<string>();
    for (const { title, type, gridPos, targets = [] } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(cells.has(`${x} ${y}`), title).toBe(false);
          cells.add(`${x} ${y}`);
        }
      }
      expect(targets.length > 0, title).toBe(type !== 'row');
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });

  it('uses no variable it does not define', () => {
    const defined = dashboard.templating.list.map(({ name }) => name);
    const text = JSON.stringify(dashboard);
    const used = [...text.matchAll(/\$\{?([a-z]\w*)/g)].map(([, name = '']) => name);
    expect([...new Set(used)].toSorted()).toEqual(defined.toSorted());
  });
});

describe('the pages', () => {
  it('show commands that exist, with options that exist', () => {
    const program = createProgram({} as Parameters<typeof createProgram>[0]);
    const shown = [...everything.matchAll(/^deresegn (.+?)(?: +#.*)?$|`deresegn (.+?)`/gm)];
    expect(shown.length).toBeGreaterThan(12);
    for (const [, inBlock, inText] of shown) {
      const words = (inBlock ?? inText ?? '').split(/\s+/);
      const [command, rest] = commandOf(program, words);
      expect(command, words.join(' ')).not.toBe(program);
      expect(command.commands, words.join(' ')).toEqual([]);
      const options = command.options.map(({ long }) => long);
      for (const word of rest) if (word.startsWith('--')) expect(options).toContain(word);
    }
  });

  it('name log lines that are written somewhere, at that level', () => {
    const sources = sourcesIn('src') + sourcesIn('bots');
    const rows = [...pageOf('logs').matchAll(/^\| `([^`]+)` \| (\w+) \|/gm)].filter(
      ([, message]) => message !== 'msg',
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const [, message = '', level = ''] of rows) {
      const at = sources.indexOf(`'${message}'`);
      expect(at, message).toBeGreaterThan(0);
      const call = sources.slice(Math.max(0, at - 250), at);
      const before = [...call.matchAll(/\b(debug|info|warn|error|fatal)\(/g)].at(-1);
      // A message that stands in a table is written by the call below it.
      const said = before ?? /\blog\.(debug|info|warn|error|fatal)\(/.exec(sources.slice(at));
      expect(said?.[1], message).toBe(level);
    }
  });

  it('link to files and headings that exist', () => {
    const links = [...pages].flatMap(([path, page]) =>
      [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ path, link })),
    );
    expect(links.length).toBeGreaterThan(40);
    for (const { path, link } of links) {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      expect(existsSync(target), `${path}: ${link}`).toBe(true);
      if (anchor !== undefined)
        expect(anchorsOf(pages.get(target) ?? ''), `${path}: ${link}`).toContain(anchor);
    }
  });

  it('are all listed in the index', () => {
    const listed = [...(pages.get(indexPath) ?? '').matchAll(/\]\((operations\/[\w-]+\.md)\)/g)].map(
      ([, link]) => link,
    );
    const names = readdirSync(directory).filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(listed.toSorted()).toEqual(names.map((name) => `operations/${name}`).toSorted());
  });

  it('show how much memory stored data takes, as it is measured now', {
    tags: ['needs-redis-server'],
  }, async () => {
    const shown = [...pageOf('sizing').matchAll(/^\| (.+) \| ([\d,]+) \|$/gm)].map(
      ([, what, bytes = '']) => ({
        what,
        bytes: Number(bytes.replaceAll(',', '')),
      }),
    );
    const { sizes } = await measureStore();
    expect(shown.map(({ what }) => what)).toEqual(sizes.map(({ what }) => what));
    for (const [nth, { what, bytes }] of sizes.entries()) {
      // Another version of Redis, or a run over the end of a minute, needs a little more or less.
      expect(Math.abs((shown[nth]?.bytes ?? 0) / bytes - 1), what).toBeLessThan(0.25);
    }
  });
});

/** The command that the first words name, and the words that are left. */
function commandOf(program: Command, words: readonly string[]): [Command, readonly string[]] {
  const [word, ...rest] = words;
  const next = program.commands.find((command) => command.name() === word);
  return next === undefined ? [program, words] : commandOf(next, rest);
}

function sourcesIn(directory: string): string {
  const files = readdirSync(join(repository, directory), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  return sources.map((file) => readFileSync(join(repository, directory, file), 'utf8')).join('\n');
}
