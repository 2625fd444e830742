/** What every language must have: the same messages with the same arguments, and all that the bot asks for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../../bots/cashier/render/commands.js';
import { inputProblems } from '../../../bots/cashier/render/failure.js';
import { locales } from '../../../bots/cashier/render/index.js';
import { failureKinds } from '../../../src/engine/index.js';
import { repository } from '../../support/processes.js';

const room = join(repository, 'bots/cashier');

/** Every message and attribute of a file with the arguments it uses. */
function entries(ftl: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let message = '';
  let key = '';
  for (const line of ftl.split('\n')) {
    const head = /^([a-zA-Z][\w-]*) =/.exec(line)?.[1];
    const attribute = /^\s+\.(\w+) =/.exec(line)?.[1];
    if (line.startsWith('#') || line.trim() === '') continue;
    if (head !== undefined) message = key = head;
    if (attribute !== undefined) key = `${message}.${attribute}`;
    if (head !== undefined && found.has(head)) throw new Error(`${head} stands there twice`);
    const used = [...line.matchAll(/\$(\w+)/g)].map((match) => match[1] ?? '');
    found.set(key, [...new Set([...(found.get(key) ?? []), ...used])].toSorted());
  }
  return found;
}

const files = new Map(
  locales.map((locale) => [locale, entries(readFileSync(join(room, `locales/${locale}.ftl`), 'utf8'))]),
);
const english = files.get('en') ?? new Map<string, string[]>();

describe.each(locales)('%s', (locale) => {
  const texts = files.get(locale) ?? new Map<string, string[]>();

  it('has the messages and arguments of every other language, and no more', () => {
    expect(texts.size).toBeGreaterThan(200);
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(english));
  });

  it('has a text, and what to do next, for every failure of the engine and every wrong input', () => {
    const wanted = [
      ...Object.keys(failureKinds).map((name) => `failure-${name}`),
      ...inputProblems.map((problem) => `input-${problem}`),
    ];
    const missing = wanted.flatMap((key) => [key, `${key}.next`]).filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });

  it('describes every command', () => {
    expect(commandNames.filter((name) => !texts.has(`command-${name}`))).toEqual([]);
  });
});

it('every text the bot names is there', () => {
  const named = sources().flatMap(({ path, text }) =>
    [...text.matchAll(/(?:\bt|\.rich|renderText)\(\s*(?:\w+,\s*)?'([a-z][\w.-]*)'/g)].map((match) => ({
      path,
      key: match[1] ?? '',
    })),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ key }) => !english.has(key))).toEqual([]);
});

it('every text that native speakers are asked to read is there', () => {
  const [ofBot = ''] = readFileSync(join(repository, 'docs/translations.md'), 'utf8').split(
    '### On the pages',
  );
  const asked = [...ofBot.matchAll(/`([a-z]+-[\w-]*)(\*)?(?:\.\w+)?`/g)];
  const isThere = ([, name = '', rest]: RegExpMatchArray) =>
    [...english.keys()].some((key) => key === name || (rest === '*' && key.startsWith(name)));
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((one) => !isThere(one)).map(([whole]) => whole)).toEqual([]);
});

function sources(): { path: string; text: string }[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(room, path), 'utf8') }));
}
