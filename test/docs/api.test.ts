/** docs/api.md says what the code says: errors, sandbox endings, links, and examples of the shape that is answered. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../docs/generate.js';
import { failureKinds } from '../../src/engine/api/errors.js';
import { outcomeNamed, outcomeNames } from '../../src/sandbox/outcomes.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { repository } from '../support/processes.js';

const page = readPage('docs/api.md');
const running = 'http://127.0.0.1:8080';

/** Rows of the table between two markers, cell by cell, without backticks. */
function rowsOf(name: string): string[][] {
  const [, part = ''] = page.split(new RegExp(`<!-- /?${name} -->`));
  const rows = part.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  );
}

it('lists every error there is, and no other, with status, verdict and retry', () => {
  const kinds = Object.values(failureKinds).map(({ code, reason, status, verdict, retry }) =>
    [code ?? reason, code ? 'code' : 'reason', status, verdict, retry].join(' '),
  );
  expect(
    rowsOf('errors')
      .map((row) => row.slice(0, 5).join(' '))
      .toSorted(),
  ).toEqual(kinds.toSorted());
});

it('lists every ending of the sandbox with its answer', () => {
  const named = rowsOf('endings').map(([ending, , answer]) => [ending, answer]);
  const inCode = outcomeNames.map((name) => [name, outcomeNamed(name).answer]);
  expect(named).toEqual([['anything else', 'verified'], ...inCode.slice(1)]);
});

/** Of headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return [...readPage(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const links = [...new Set([...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link))];

it.each(links.filter((link) => !link.startsWith('http')))('leads somewhere: %s', (link) => {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? 'docs/api.md' : posix.join('docs', file);
  expect(existsSync(join(repository, path)), path).toBe(true);
  if (anchor !== undefined) expect(anchorsOf(path)).toContain(anchor);
});

describe('the service', () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await openEnvironment();
  });
  afterAll(() => environment?.close());

  it.each(links.filter((link) => link.startsWith(running)))('serves %s', async (link) => {
    const { statusCode } = await environment.app.inject({
      url: link.slice(running.length),
      headers: { accept: 'text/html' },
    });
    expect(statusCode).toBe(200);
  });

  it('answers the members the examples have', async () => {
    const { key } = await environment.mint();
    const bodies = [...page.matchAll(/^\{\n[\s\S]*?^\}$/gm)].map(([json]) => JSON.parse(json) as object);
    const asked = [
      { reference: 'DKK4A1B2C3', expect: { amount: '22,467.88', name: 'Selam Test Tesfaye' } },
      { reference: 'FT26140CA1B2' },
      { reference: 'DKK4A1GONE' },
      { reference: 'DKK4A1SLOW', waitMs: 0 },
    ];
    expect(page).toContain(JSON.stringify(asked[0]));
    const answers = await Promise.all(asked.map((body) => environment.post(key, body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 502, 202]);
    expect(answers.map((answer) => shapeOf(answer.json()))).toEqual(bodies.map(shapeOf));
  });
});

/** Names of members, in their order, down to the last. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  return Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]);
}
