/** The README of a package names files that are there, and names every file of its folder where it lists them in a table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../support/processes.js';

const pages = ['src', 'bots', 'test', 'bench', 'scripts', 'clients']
  .flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter(
    (file) =>
      file.endsWith('README.md') &&
      !file.includes('node_modules') &&
      !file.startsWith(join('test', 'samples')),
  );

const code = /\.(tsx?|mjs|lua|sh)$/;

it.each(pages)('%s names files that are there', (page) => {
  const folder = dirname(page);
  const named = [...readFileSync(join(repository, page), 'utf8').matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => code.test(path) && !path.startsWith('.ts'));
  const places = ['', 'src', folder, dirname(folder)];
  expect(named.filter((path) => !places.some((place) => existsSync(join(repository, place, path))))).toEqual(
    [],
  );
});

it.each(pages)('%s leaves out no file where it lists them', (page) => {
  const folder = join(repository, dirname(page));
  const text = readFileSync(join(repository, page), 'utf8');
  if (!text.includes('| File | What it does | Used by |')) return;
  const files = readdirSync(folder).filter((file) => code.test(file));
  expect(files.filter((file) => !text.includes(`\`${file}\``))).toEqual([]);
});
