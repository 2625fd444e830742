/** docs/architecture.md against the code: every key, script, lease and file it names is there, and none is missing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as names from '../../src/engine/store/key-names.js';
import { repository } from '../support/processes.js';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const page = read('docs/architecture.md');

const keyFolder = 'src/engine/store/keys';
const scriptFolder = 'src/engine/store/scripts';
const scriptPaths = readdirSync(join(repository, scriptFolder), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.lua'))
  .map((file) => join(scriptFolder, file));

/** Everything between backticks, code blocks aside. */
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** A section without those beside it: from its heading to the next of the same depth. */
function section(heading: string): string {
  const [, text = ''] = page.split(`\n## ${heading}\n`);
  expect(text, heading).not.toBe('');
  return text.split('\n## ')[0] ?? '';
}

/** Rows of all tables, cell by cell, without their heads. */
function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line, index, all) => line.startsWith('| ') && !all[index + 1]?.startsWith('| ---'))
    .filter((line) => !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
}

describe('keys', () => {
  /** Part of `seen`, and no key by itself. */
  const noKeys = ['printed'];
  /** What a parameter stands for, where that is no word of the page's own. */
  const longer: Record<string, string> = { receiptName: '{r:…}', bank: '<realm>:<provider>' };

  /** Each name as the page writes it, made by the function that makes it in Redis. */
  const made = readdirSync(join(repository, keyFolder))
    .flatMap((file) => [...read(join(keyFolder, file)).matchAll(/^export const (\w+) = \(([^)]*)\)/gm)])
    .filter(([, name = '']) => !noKeys.includes(name))
    .map(([, name = '', parameters = '']) => {
      const given = [...parameters.matchAll(/(\w+):/g)].map(([, one = '']) => longer[one] ?? `<${one}>`);
      const make = (names as unknown as Record<string, (...parts: string[]) => string>)[name];
      return make?.(...given) ?? name;
    });
  const table = rows(section('Redis keys')).filter(
    (cells) => cells.length === 5 && /^`/.test(cells[0] ?? ''),
  );

  it('in the tables are those the code makes, each once', () => {
    expect(made).toHaveLength(Object.keys(names).length - noKeys.length);
    expect(table.flatMap(([key = '']) => quoted(key)).toSorted()).toEqual(made.toSorted());
  });

  it('say how long they live, and why where they do not expire', () => {
    for (const [key, , expires = ''] of table) expect(expires, key).toMatch(/^(none: .{5}|(?!none).{3})/);
  });

  it('are written by files that write to Redis', () => {
    for (const [key, , , , writers = ''] of table) {
      for (const file of quoted(writers)) {
        const path =
          scriptPaths.find((script) => basename(script) === file) ??
          (file.startsWith('src/') ? file : `src/engine/${file}`);
        expect(read(path), `${key} ${file}`).toMatch(/redis\.call|names\.|keys\.|client\.publish/);
      }
    }
  });

  it('of the bots are named in their files', () => {
    const ofBots = rows(section('Redis keys')).filter(([bot = '']) => /^(both|cashier|admin)$/.test(bot));
    expect(ofBots.length).toBeGreaterThan(5);
    for (const [, what = '', , , files = ''] of ofBots) {
      const all = quoted(files).map(read);
      for (const name of quoted(what)) {
        const start = name.split('<')[0] ?? '';
        for (const text of all) expect(text, name).toContain(start);
      }
    }
  });
});

describe('scripts', () => {
  const table = rows(section('Lua scripts'));

  it('in the table are those there are, each once', () => {
    expect(table.flatMap(([script = '']) => quoted(script)).toSorted()).toEqual(
      scriptPaths.map((path) => basename(path)).toSorted(),
    );
  });

  it('are run by the files that are said to', () => {
    for (const [script = '', , files = ''] of table) {
      const texts = quoted(files).map(read);
      for (const name of quoted(script).map((file) => file.replace('.lua', ''))) {
        for (const text of texts) expect(text, name).toMatch(new RegExp(`\\(\\s*'${name}'|: '${name}'`));
      }
    }
  });
});

describe('leases and other times', () => {
  /** `15 s (`leaseMs`)`, with the file of the row, or `(`leaseMs` in `file`)`. */
  const claim = /(\d+) s \(`(\w+?)(?:\.(\w+))?(?<=Ms)`(?: in `([\w./-]+)`)?\)/g;

  /** The value of a constant, ms: a number, a product of numbers, or a member of an object. */
  function constant(file: string, name: string, member?: string): number {
    const [, text = ''] = new RegExp(`\\bconst ${name}\\b[^=]*= ([^;]+);`).exec(read(file)) ?? [];
    const [, value = ''] = member ? (new RegExp(`\\b${member}: ([^,}]+)`).exec(text) ?? []) : ['', text];
    return value.split('*').reduce((product, part) => product * Number(part.replaceAll('_', '')), 1);
  }

  const claims = page.split('\n').flatMap((line) => {
    const file = quoted(line).at(-1) ?? '';
    return [...line.matchAll(claim)].map(([text, seconds, name = '', member, own]) => {
      return { text, ms: Number(seconds) * 1000, file: own ?? file, name, member };
    });
  });

  it.each(claims)('$text of $file', ({ ms, file, name, member }) => {
    expect(constant(file, name, member)).toBe(ms);
  });

  it('are all checked, and every lease of the engine is told', () => {
    expect(claims.length).toBeGreaterThan(15);
    const engine = readdirSync(join(repository, 'src/engine'), { recursive: true, encoding: 'utf8' });
    const leases = engine
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...read(`src/engine/${file}`).matchAll(/^const (\w*[lL]easeMs) =/gm)].map(
          ([, name]) => `${name} src/engine/${file}`,
        ),
      );
    expect(leases.length).toBeGreaterThan(6);
    expect(claims.map(({ name, file }) => `${name} ${file}`)).toEqual(expect.arrayContaining(leases));
  });
});

describe('names', () => {
  it('of files lead to files', () => {
    const paths = quoted(page).filter((code) => /^[\w.-]+(\/[\w.-]+)*\.(ts|lua|mjs|cjs|md)$/.test(code));
    expect(paths.length).toBeGreaterThan(200);
    const places = [
      '',
      'src/engine',
      'src/engine/store',
      'src/engine/api',
      ...new Set(scriptPaths.map(dirname)),
    ];
    const missing = paths.filter(
      (path) => !places.some((place) => existsSync(join(repository, place, path))),
    );
    expect(missing).toEqual([]);
  });

  it('of packages are all there are', () => {
    const own = readdirSync(join(repository, 'src'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    const table = rows(section('Packages')).flatMap(([cell = '']) => quoted(cell));
    for (const { name } of own) expect(table).toContain(`src/${name}`);
    for (const path of table) expect(existsSync(join(repository, path)), path).toBe(true);
  });

  it('of events are those of the stream', () => {
    const [, cases = ''] = read('src/engine/store/events.ts').split('function identityOf');
    const kinds = [...cases.matchAll(/case '(\w+)'/g)].map(([, kind]) => kind);
    expect(kinds.length).toBeGreaterThan(10);
    const [, told = ''] = page.split('lists the kinds:');
    expect(quoted(told.split('.')[0] ?? '').toSorted()).toEqual(kinds.toSorted());
  });

  it('of chosen packages stand in package.json', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const chosen = rows(section('Choices')).flatMap(([, part = '']) => quoted(part));
    const packages = chosen.filter((name) => /^[a-z][\w-]*$/.test(name));
    expect(packages.length).toBeGreaterThan(10);
    for (const name of packages) expect(Object.keys(dependencies)).toContain(name);
  });

  it('behind links are pages and headings', () => {
    const links = [...page.matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)];
    expect(links.length).toBeGreaterThan(5);
    for (const [link, path = '', anchor] of links) {
      const file = join(repository, 'docs', path === '' ? 'architecture.md' : path);
      expect(existsSync(file), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(readFileSync(file, 'utf8')), link).toContain(anchor);
    }
  });
});

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
