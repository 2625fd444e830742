/** Files and functions stay short, and a name means one thing: docs/glossary.md has the reason of each that is exported twice. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { repository } from '../support/processes.js';

interface Measured {
  lines: number;
  /** Lines of each function, the functions in it included. */
  functions: number[];
  exported: string[];
}

const files = ['src', 'bots'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);
const measured = new Map(files.map((file) => [file, measure(file)]));

function measure(file: string): Measured {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(repository, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const code = new Set<number>();
  const bodies: ts.Node[] = [];
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  visit(source);
  const linesIn = (from: number, to: number) => [...code].filter((line) => line >= from && line <= to).length;
  return {
    lines: code.size,
    functions: bodies.map((node) => linesIn(lineAt(node.getStart(source)), lineAt(node.getEnd()))),
    exported: source.statements.flatMap(exportsOf),
  };

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) bodies.push(node);
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0 && node.getWidth(source) > 0) {
      for (let line = lineAt(node.getStart(source)); line <= lineAt(node.getEnd()); line += 1) code.add(line);
    }
    children.forEach(visit);
  }
}

function exportsOf(statement: ts.Statement): string[] {
  const { modifiers = [] } = statement as { modifiers?: readonly ts.ModifierLike[] };
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  const declared: readonly { name?: ts.Node }[] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as { name?: ts.Node }];
  return declared.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}

it('no file has more than 300 lines of code', () => {
  expect(files.filter((file) => (measured.get(file)?.lines ?? 0) > 300)).toEqual([]);
});

it('functions are short: half have 8 lines at most, 95 % have 30, none over 100', () => {
  const all = [...measured.values()].flatMap(({ functions }) => functions).sort((a, b) => a - b);
  expect(all.length).toBeGreaterThan(3_000);
  expect(all[Math.floor(all.length * 0.5)]).toBeLessThanOrEqual(8);
  expect(all[Math.floor(all.length * 0.95)]).toBeLessThanOrEqual(30);
  const long = files.filter((file) => measured.get(file)?.functions.some((lines) => lines > 100));
  expect(long).toEqual([]);
});

it('a folder has about fifteen files, unless it has one file a bank', () => {
  const folders = new Map<string, number>();
  for (const file of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
  const crowded = [...folders].filter(([, count]) => count > 18).map(([folder]) => folder);
  expect(crowded.sort()).toEqual(['src/providers', 'src/sandbox/banks']);
});

it('a name that two files export has its reason in the glossary', () => {
  const glossary = readFileSync(join(repository, 'docs/glossary.md'), 'utf8');
  const seen = new Set<string>();
  const twice = files
    .flatMap((file) => [...new Set(measured.get(file)?.exported)])
    .filter((name) => seen.has(name) || !seen.add(name));
  expect(twice.filter((name) => !glossary.includes(`\`${name}\``))).toEqual([]);
});
