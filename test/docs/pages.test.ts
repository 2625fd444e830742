/** The written pages point at what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProviders } from '../../src/providers/registry.js';
import { repository } from '../support/processes.js';

const page = (path: string) => readFileSync(join(repository, 'docs', path), 'utf8');

describe('docs/adding-a-bank.md', () => {
  const paths = [...page('adding-a-bank.md').matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  );

  it('names files that exist', () => {
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});

describe('docs/providers', () => {
  const providers = createProviders({ cbeAppId: '', cbeAppVersion: '' });
  const pages = readdirSync(join(repository, 'docs/providers'));

  it('has a page for every bank, and for no other', () => {
    expect(pages.toSorted()).toEqual(providers.map(({ key }) => `${key}.md`).toSorted());
  });

  it.each(providers.map(({ key, name, sources, hosts }) => ({ key, name, sources, hosts })))(
    'says of $key where its links lead and what its receipts are called',
    ({ key, name, sources, hosts }) => {
      const text = pages.includes(`${key}.md`) ? page(`providers/${key}.md`) : '';
      for (const fact of [name, ...sources, ...hosts]) expect(text).toContain(fact);
    },
  );
});
