/**
 * Names and comments use the words of the field and of docs/glossary.md. The words below once stood for several things each,
 * in ways that only their authors knew.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { repository } from '../support/processes.js';

interface Rule {
  word: string;
  /** Matched against a comment, or against a name in lower case with a blank between its words: `lookUp` is `look up`. */
  pattern: RegExp;
  /** What it stood for, and the words to use. */
  instead: string;
  /** Where it stays, by the beginning of the path, and why. */
  allowed?: Readonly<Record<string, string>>;
}

const names: readonly Rule[] = [
  { word: 'house', pattern: /\bhouses?\b/, instead: 'the application, or the environment of a test' },
  { word: 'room', pattern: /\brooms?\b/, instead: 'decoder pool, memory budget, box, space' },
  { word: 'door', pattern: /\bdoors?\b/, instead: 'public API, transport, session guard' },
  { word: 'desk', pattern: /\bdesks?\b/, instead: 'commands, job context, client' },
  { word: 'notebook', pattern: /\bnotebooks?\b/, instead: 'bot store' },
  { word: 'stage', pattern: /\bstages?\b/, instead: 'connection, environment' },
  { word: 'studio', pattern: /\bstudios?\b/, instead: 'render pool' },
  {
    word: 'look',
    pattern: /\blook(s|ed|ing)?\b(?! (up|like|alikes?)\b)/,
    instead: 'poll, read, check, verify',
  },
  { word: 'hear', pattern: /\b(ears?|hear(s|d|ing|er)?)\b/, instead: 'subscription, onMessage, notified' },
  { word: 'bus', pattern: /\b(bus|buses)\b/, instead: 'notifier' },
  { word: 'gate', pattern: /\bgates?\b/, instead: 'authenticator, rate limit' },
  { word: 'bell', pattern: /\bbells?\b/, instead: 'notification, alert sign' },
  { word: 'knock', pattern: /\bknocks?\b/, instead: 'connect check' },
  { word: 'stir', pattern: /\b(stir(s|red)?|jots?)\b/, instead: 'wake, claim' },
  { word: 'passenger', pattern: /\bpassengers?\b/, instead: 'caller of a single flight' },
  { word: 'sighting', pattern: /\bsightings?\b/, instead: 'candidate' },
  { word: 'whoever', pattern: /\bwho(m)?ever\b/, instead: 'name the caller, member or process' },
  { word: 'kit', pattern: /\bkit\b/, instead: 'dependencies' },
  { word: 'deed', pattern: /\bdeeds?\b/, instead: 'action' },
  { word: 'chore', pattern: /\bchores?\b/, instead: 'background task' },
  { word: 'manner', pattern: /\bmanners?\b/, instead: 'misbehaviour' },
  {
    word: 'trouble',
    pattern: /\btroubles?\b/,
    instead: 'problem, error',
    allowed: { 'bots/admin/': 'a member of its stored state' },
  },
  { word: 'wish', pattern: /\bwish(es)?\b/, instead: 'argument, setting' },
  { word: 'asker', pattern: /\baskers?\b/, instead: 'caller, sender of requests' },
  { word: 'beside', pattern: /\bbesides?\b/, instead: 'with, during, other' },
  { word: 'nobody', pattern: /\bnobody\b/, instead: 'no scope, no receiver, no party' },
  { word: 'patience', pattern: /\bpatience\b/, instead: 'timeout, wait options' },
  { word: 'sounding', pattern: /\bsoundings?\b/, instead: 'probe result' },
  { word: 'saying', pattern: /\bsayings?\b/, instead: 'message, text' },
  { word: 'stands', pattern: /\bstands\b(?! still\b)/, instead: 'score, position' },
  { word: 'tell', pattern: /\b(tells?|telling|untold)\b/, instead: 'notify, report, distinctive' },
  {
    word: 'told',
    pattern: /\btold\b/,
    instead: 'sent, notified, published, listener',
    allowed: { 'bots/': 'members of stored jobs, alerts, questions and incidents' },
  },
  {
    word: 'said',
    pattern: /\bsaid\b/,
    instead: 'what it is: text, printed, description, message',
    allowed: { 'bots/cashier/features/receipts/': 'a member of a stored job' },
  },
];

const comments: readonly Rule[] = [
  { word: 'house', pattern: /\bhouses?\b/i, instead: 'the application, or the environment of a test' },
  { word: 'room', pattern: /\brooms?\b/i, instead: 'decoder pool, memory budget, space, margin' },
  { word: 'door', pattern: /\bdoors?\b/i, instead: 'public API, transport' },
  { word: 'desk', pattern: /\bdesks?\b/i, instead: 'commands, job context, client' },
  { word: 'notebook', pattern: /\bnotebooks?\b/i, instead: 'bot store' },
  { word: 'bus', pattern: /\bbus\b/i, instead: 'notifier, notification' },
  { word: 'bell', pattern: /\bbells?\b/i, instead: 'notification' },
  { word: 'knock', pattern: /\bknocks?\b/i, instead: 'connect check' },
  { word: 'studio', pattern: /\bstudio\b/i, instead: 'render pool' },
  { word: 'passenger', pattern: /\bpassengers?\b/i, instead: 'caller of a single flight' },
  { word: 'sighting', pattern: /\bsightings?\b/i, instead: 'candidate' },
  { word: 'whoever', pattern: /\bwho(m)?ever\b/i, instead: 'name the caller, member or process' },
  { word: 'for ever', pattern: /\bfor ever\b/i, instead: 'always, without end' },
  { word: 'so long', pattern: /\bfor so long\b|\bso long[.,;:]/i, instead: 'the duration' },
  { word: 'told of', pattern: /\btold of\b/i, instead: 'notified about, reported' },
  { word: 'chore', pattern: /\bchores?\b/i, instead: 'background task' },
];

interface Found {
  file: string;
  line: number;
  text: string;
}

const found = readAll();

it.each(names)('no name says $word, but: $instead', (rule) => {
  expect(matches(found.names, rule)).toEqual([]);
});

it.each(comments)('no comment says $word, but: $instead', (rule) => {
  expect(matches(found.comments, rule)).toEqual([]);
});

it('every exception is still needed', () => {
  const unneeded = (all: readonly Found[], rules: readonly Rule[]) =>
    rules.flatMap(({ pattern, allowed = {} }) =>
      Object.keys(allowed).filter(
        (start) => !all.some(({ file, text }) => file.startsWith(start) && pattern.test(text)),
      ),
    );
  expect([...unneeded(found.names, names), ...unneeded(found.comments, comments)]).toEqual([]);
});

function matches(all: readonly Found[], { pattern, allowed = {} }: Rule): string[] {
  const starts = Object.keys(allowed);
  return all
    .filter(({ file, text }) => pattern.test(text) && !starts.some((start) => file.startsWith(start)))
    .map(({ file, line, text }) => `${file}:${line} ${text}`);
}

function readAll(): { names: Found[]; comments: Found[] } {
  const all: { names: Found[]; comments: Found[] } = { names: [], comments: [] };
  for (const folder of ['src', 'bots', 'bench', 'scripts', 'clients']) {
    for (const path of readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })) {
      if (/\.(tsx?|mjs)$/.test(path) && !path.includes('dist/')) readFile(join(folder, path), all);
    }
  }
  return all;
}

function readFile(file: string, all: { names: Found[]; comments: Found[] }): void {
  const text = readFileSync(join(repository, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    const name = nameOf(node);
    if (name) all.names.push({ file, line: lineOf(node.getStart(source)), text: wordsOf(name) });
    if (!ts.isJsxText(node)) {
      const before = ts.getLeadingCommentRanges(text, node.pos) ?? [];
      const after = ts.getTrailingCommentRanges(text, node.end) ?? [];
      for (const { pos, end } of [...before, ...after]) {
        if (seen.has(pos)) continue;
        seen.add(pos);
        const comment = text.slice(pos, end).replace(/\s*\n\s*(\*(?!\/))?\s*/g, ' ');
        all.comments.push({ file, line: lineOf(pos), text: comment });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** The name that a declaration introduces. Members of object literals are left out: their interface declares them. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return undefined;
  const { name } = node as { name?: ts.Node };
  if (name === undefined || ts.isPropertyAccessExpression(node) || ts.isJsxAttribute(node)) return undefined;
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) ? name.text : undefined;
}

/** `lookUpMs` as `look up ms`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_#$]+/g, ' ')
    .toLowerCase()
    .trim();
}
