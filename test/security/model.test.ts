/** SECURITY.md names files and tests: each is there, and every test of this room is named. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../support/processes.js';

const text = readFileSync(join(repository, 'SECURITY.md'), 'utf8');

const files = ['src', 'bots', 'test', 'scripts', 'docs'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  ),
);
const all = [...files, ...readdirSync(repository)];

/** A path, or the last part of one where the text has named its folder just before. */
const isThere = (path: string) =>
  all.some((file) => file === path.replace(/\/$/, '') || file.endsWith(`/${path}`));

it('names no file that is not there', () => {
  const named = [
    ...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|lua|yaml|json|service)|(?:src|test|bots)\/[\w./-]+)`/g),
  ];
  const paths = named.map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

it('names every test of this room', () => {
  const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  expect(tests.filter((name) => name !== 'model.test.ts' && !text.includes(name))).toEqual([]);
});
