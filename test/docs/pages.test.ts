/** The written pages point at what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProviders } from '../../src/providers/registry.js';
import { repository } from '../support/processes.js';

const page = (path: string) => readFileSync(join(repository, 'docs', path), 'utf8');

/** The anchor of a heading, as GitHub makes it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Whether a link of a page in docs/providers leads to a file that is there, and to a heading of it. */
function leadsSomewhere(file: string, link: string): boolean {
  const [path, fragment] = link.split('#');
  const target = join('providers', path || file);
  if (!existsSync(join(repository, 'docs', target))) return false;
  const headings = [...page(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));
  return fragment === undefined || headings.includes(fragment);
}

describe('docs/adding-a-bank.md', () => {
  const paths = [...page('adding-a-bank.md').matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  );

  it('names files that exist', () => {
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});

/** What every page about a bank says, in this order. */
const bankHeadings = [
  'Links',
  'References',
  'Request',
  'Layout',
  'Settled, not found, everything else',
  'Traps',
  'QR code and SMS',
  'Not known',
];

describe('docs/providers', () => {
  const providers = createProviders({ cbeAppId: '', cbeAppVersion: '' });
  const pages = readdirSync(join(repository, 'docs/providers')).filter((file) => file !== 'README.md');
  const shared = page('providers/README.md');

  it('has a page for every bank, and for no other', () => {
    expect(pages.toSorted()).toEqual(providers.map(({ key }) => `${key}.md`).toSorted());
  });

  it('lists every bank in README.md, with a link to its page', () => {
    for (const file of pages) expect(shared).toContain(`](${file})`);
  });

  it.each(pages)('%s has the headings that all of them have', (file) => {
    const headings = [...page(`providers/${file}`).matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(bankHeadings);
  });

  it.each(['README.md', ...pages])('%s points at files and headings that exist', (file) => {
    const links = [...page(`providers/${file}`).matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !leadsSomewhere(file, link))).toEqual([]);
  });

  it.each(providers.map(({ key, name, sources, hosts }) => ({ key, name, sources, hosts })))(
    'says of $key where its links lead and what its receipts are called',
    ({ key, name, sources, hosts }) => {
      const text = pages.includes(`${key}.md`) ? page(`providers/${key}.md`) : '';
      for (const fact of [name, ...sources, ...hosts]) expect(text).toContain(fact);
    },
  );
});
