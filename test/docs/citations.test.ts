/** What comments, pages and messages cite is in the repository: whoever has a clone has all of it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/processes.js';

/** Not part of a clone, or made by a command. */
const ignoredFolders = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage']);
/** No text, or text of banks and packages. */
const ignoredFiles = /\.(png|tsbuildinfo)$|^package-lock\.json$|^test\/samples\/.*\.(html|json|txt)$/;
/** They lay out trees of their own, whose files are nowhere else. */
const inventing = new Set(['test/import-rules.test.ts', 'test/docs/citations.test.ts']);
/** Folders whose paths are told from other words with a slash. */
const folders = ['.ci', '.github', 'bench', 'bots', 'clients', 'docs', 'scripts', 'src', 'test'];

/** Every file and folder, from the root of the repository. No `git ls-files`: an archive has no .git. */
const paths = filesBelow('');
const texts = new Map(
  paths
    .filter(
      (path) => !ignoredFiles.test(path) && !inventing.has(path) && statSync(join(repository, path)).isFile(),
    )
    .map((path) => [path, readFileSync(join(repository, path), 'utf8')]),
);

function filesBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !ignoredFolders.has(entry.name) ? [path, ...filesBelow(path)] : [];
  });
}

interface Citation {
  line: number;
  /** A path, in which `*` and `{a,b}` may stand. */
  path: string;
  /** Of a heading; empty for none. */
  anchor: string;
}

/** A path, with or without the anchor of a heading; not a part of a longer one, of an address or of an import. */
const word = /(?<![\w/.@$:*~^#-])((?:\.{1,2}\/)*[\w.{},*-]+(?:\/[\w.{},*-]+)*\/?)(?:#([\p{L}\d_*-]+))?/gu;

/** Paths and Markdown files that a text mentions. What stands for a name is any name: `<bank>`, `${key}`, `NAME`. */
function citationsIn(text: string): Citation[] {
  return text.split('\n').flatMap((line, index) => {
    const own = line
      .replaceAll(/\b[a-z]+:\/\/[^\s)>"'`]+/g, '')
      .replaceAll(/\$\{[^}]*\}|(?<=\/)<[^<>/]+>|\bNAME\b/g, '*');
    return [...own.matchAll(word)]
      .map(([, path = '', anchor = '']) => ({ line: index + 1, path: path.replace(/[.,]+$/, ''), anchor }))
      .filter(({ path }) => /[\w*}]\.md$/.test(path) || isInFolder(path));
  });
}

function isInFolder(path: string): boolean {
  return folders.some(
    (folder) => path.startsWith(`${folder}/`) && /^[\w*{]/.test(path.slice(folder.length + 1)),
  );
}

/** Relative links of a Markdown page, outside of code. */
function linksIn(page: string): Citation[] {
  return withoutCode(page)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)\s]+)\)/g)]
        .filter(([, target = '']) => !/^[a-z]+:/.test(target))
        .map(([, target = '']) => {
          const [path = '', anchor = ''] = target.split('#');
          return { line: index + 1, path, anchor };
        }),
    );
}

/** Blocks become empty lines, so that lines keep their numbers. */
function withoutCode(page: string): string {
  return page.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''));
}

/** Every path of the repository that is meant; `.` is its root. */
function found(cited: string): string[] {
  const path = normalize(cited).replace(/\/$/, '');
  const pattern = new RegExp(`^${patternOf(path)}$`);
  return path === '.' ? [path] : paths.filter((one) => pattern.test(one));
}

function patternOf(path: string): string {
  return path
    .replaceAll(/[.+()[\]^$|]/g, '\\$&')
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*');
}

/** As GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = [...withoutCode(texts.get(path) ?? '').matchAll(/^#{1,6} (.+)$/gm)];
  const slugs = headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter((earlier) => earlier === slug).length;
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** What is wrong with a citation that may be read as any of the candidates; nothing when one leads somewhere. */
function problems(from: string, { line, path, anchor }: Citation, candidates: readonly string[]): string[] {
  const targets = candidates.flatMap(found);
  if (targets.length === 0) return [`${from}:${line}: ${path} does not exist`];
  const isThere = (target: string) => !target.endsWith('.md') || anchorsOf(target).includes(anchor);
  if (anchor === '' || anchor.includes('*') || targets.some(isThere)) return [];
  return [`${from}:${line}: ${path} has no heading #${anchor}`];
}

/** Paths are told from the root or from beside the page; the tests of the pages leave `docs/` out. */
function readings(from: string, path: string): string[] {
  const beside = [path, join(dirname(from), path)];
  return from.startsWith('test/docs/') ? [...beside, join('docs', path)] : beside;
}

/** Paths of code that lead above the root: those of a file count from its folder, those joined to the root from there. */
function leaving(from: string, text: string): string[] {
  const calls = text.matchAll(
    /\b(?:URL|join|resolve|from|import)\b[( ]*(repository|root)?[^\n'"`]*['"`]((?:\.\.(?:\/|(?=['"`])))+)/g,
  );
  return [...calls]
    .filter(([, root, up = '']) => {
      const depth = root === undefined ? from.split('/').length - 1 : 0;
      return up.split('..').length - 1 > depth;
    })
    .map(([call]) => `${from}: ${call}`);
}

describe('the repository', () => {
  const all = [...texts];

  it('has every document and path that a text mentions', () => {
    const cited = all.flatMap(([from, text]) => citationsIn(text).map((citation) => ({ from, citation })));
    expect(cited.length).toBeGreaterThan(500);
    expect(
      cited.flatMap(({ from, citation }) => problems(from, citation, readings(from, citation.path))),
    ).toEqual([]);
  });

  it('has what its pages link to, headings included', () => {
    const links = all
      .filter(([from]) => from.endsWith('.md'))
      .flatMap(([from, text]) => linksIn(text).map((link) => ({ from, link })));
    expect(links.length).toBeGreaterThan(100);
    const target = (from: string, path: string) => (path === '' ? from : join(dirname(from), path));
    expect(links.flatMap(({ from, link }) => problems(from, link, [target(from, link.path)]))).toEqual([]);
  });

  it('reads nothing that lies outside of it', () => {
    const code = all.filter(([from]) => /\.([cm]?[jt]sx?|json)$/.test(from));
    expect(code.flatMap(([from, text]) => leaving(from, text))).toEqual([]);
  });
});

describe('a citation that leads nowhere', () => {
  it.each([
    ['See PLAN.md section 3.', 'PLAN.md'],
    ['in [the plan](../plans/README.md#goal)', '../plans/README.md'],
    ['`docs/providers/<bank>.txt`', 'docs/providers/*.txt'],
    ['`test/{docs,documents}.ts`, and so on', 'test/{docs,documents}.ts'],
    ['written to src/nowhere/at-all.', 'src/nowhere/at-all'],
  ])('is found in "%s"', (text, path) => {
    const found = citationsIn(text);
    expect(found).toMatchObject([{ path }]);
    expect(
      found.flatMap((one) => problems('docs/api.md', one, readings('docs/api.md', one.path))),
    ).toHaveLength(1);
  });

  it('is a heading that is not there', () => {
    const [citation] = citationsIn('see README.md#no-such-heading');
    expect(citation && problems('SECURITY.md', citation, ['README.md'])).toHaveLength(1);
  });

  it('is not seen in an address, nor in a path that exists', () => {
    expect(citationsIn('https://example.com/docs/none.md, /docs/guide, ./none, dist/src/none.js')).toEqual(
      [],
    );
    const [citation] = citationsIn('`docs/providers/<bank>.md#links`');
    expect(citation).toMatchObject({ path: 'docs/providers/*.md', anchor: 'links' });
    expect(found('test/docs/{readme,citations}.test.ts')).toHaveLength(2);
  });

  it('is a path of code above the root', () => {
    expect(leaving('test/docs/a.ts', "new URL('../../../elsewhere/', import.meta.url)")).toHaveLength(1);
    expect(leaving('test/docs/a.ts', "join(repository, '../elsewhere')")).toHaveLength(1);
    expect(leaving('test/docs/a.ts', "new URL('../../README.md', import.meta.url)")).toEqual([]);
  });
});
