/** .github, the dotfiles and CHANGELOG.md: YAML that GitHub accepts, and commands and versions that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { repository } from '../support/processes.js';

const text = (path: string) => readFileSync(join(repository, path), 'utf8');
const manifest = z
  .looseObject({
    version: z.string(),
    engines: z.object({ node: z.string() }),
    scripts: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(text('package.json')));

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax */
const workflow = z.looseObject({
  on: z.looseObject({ push: z.unknown(), pull_request: z.unknown() }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.looseObject({
      'runs-on': z.string().regex(/^ubuntu-\d/),
      'timeout-minutes': z.int().positive(),
      strategy: z.looseObject({ matrix: z.object({ node: z.array(z.int()) }) }).optional(),
      steps: z.array(
        z.union([
          z.strictObject({ uses: z.string().regex(/@v\d+$/), with: z.looseObject({}).optional() }),
          z.strictObject({ run: z.string() }),
        ]),
      ),
    }),
  ),
});

/** https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-issue-forms */
const issueForm = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z
    .array(
      z.looseObject({
        type: z.enum(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']),
        id: z.string().optional(),
      }),
    )
    .min(1),
});

describe('.github/workflows/ci.yml', () => {
  const { jobs } = workflow.parse(parse(text('.github/workflows/ci.yml')));
  const commands = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ('run' in step ? [step.run] : [])),
  );

  it('runs .ci/run, and npm test on every Node that is named', () => {
    expect(commands).toContain('bash .ci/run');
    expect(commands).toContain('npm test');
    expect(existsSync(join(repository, '.ci/run'))).toBe(true);
    const majors = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix.node ?? []);
    expect(majors).toEqual([20, 22, 24]);
    for (const major of majors) expect(satisfies(`${major}.99.0`, manifest.engines.node)).toBe(true);
  });
});

it.each(['bug', 'bank-changed', 'feature'])(
  'the issue form %s has a known shape, each field its id',
  (name) => {
    const { body } = issueForm.parse(parse(text(`.github/ISSUE_TEMPLATE/${name}.yml`)));
    const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(undefined);
  },
);

it('every other YAML file of .github can be read', () => {
  const files = readdirSync(join(repository, '.github'), { recursive: true, encoding: 'utf8' });
  const yaml = files.filter((file) => file.endsWith('.yml'));
  expect(yaml.length).toBeGreaterThan(4);
  for (const file of yaml) expect(parse(text(`.github/${file}`)), file).toBeTypeOf('object');
});

it('the pull request template and CONTRIBUTING.md name scripts that package.json has', () => {
  const pages = text('.github/pull_request_template.md') + text('CONTRIBUTING.md') + text('README.md');
  const named = [...pages.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script = '']) => script);
  expect(named.length).toBeGreaterThan(3);
  expect([...new Set(named)].filter((script) => manifest.scripts[script] === undefined)).toEqual([]);
});

it('.nvmrc names the oldest Node that package.json promises', () => {
  expect(Number(text('.nvmrc'))).toBe(minVersion(manifest.engines.node)?.major);
});

it('CHANGELOG.md begins with Unreleased and the version of package.json and package-lock.json', () => {
  const [unreleased, newest] = [...text('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$/gm)];
  expect(unreleased?.[1]).toBe('Unreleased');
  expect(newest?.[1]).toBe(manifest.version);
  const lock = z.looseObject({ version: z.string() }).parse(JSON.parse(text('package-lock.json')));
  expect(lock.version).toBe(manifest.version);
});
