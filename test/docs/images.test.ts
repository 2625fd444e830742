/** Pictures of pages in the documentation: each that is shown is there, light and dark, and none is left over or heavy. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesMax, pictureNames } from '../../docs/take-pictures.js';
import { repository } from '../support/processes.js';

const images = join(repository, 'docs/images');
const pages = ['README.md', ...readdirSync(join(repository, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** From the root of the repository. */
const shown = pages.flatMap((page) => {
  const text = readFileSync(join(repository, page), 'utf8');
  const found = text.matchAll(/(?:src|srcset)="([^":]+\.png)"|\]\(([^):]+\.png)\)/g);
  return [...found].map(([, source, markdown]) => join(dirname(page), source ?? markdown ?? ''));
});

it('every picture that a page shows is there, and has its other theme', () => {
  expect(shown.length).toBeGreaterThan(5);
  for (const path of shown) {
    expect(pictureNames.map((name) => `docs/images/${name}`)).toContain(path);
    expect(shown).toContain(path.replace(/light|dark/, (theme) => (theme === 'light' ? 'dark' : 'light')));
  }
});

it('docs/images has the pictures that `npm run pictures` takes, each small, together under 2 MB', () => {
  const there = readdirSync(images).filter((name) => name.endsWith('.png'));
  expect(there.toSorted()).toEqual(pictureNames.toSorted());
  const sizes = there.map((name) => statSync(join(images, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(bytesMax);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});
