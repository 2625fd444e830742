import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';

// The checker in plain JavaScript: no Java, no native program, the same answer on every machine.
vi.stubEnv('RECHECK_BACKEND', 'pure');
const { checkSync } = await import('recheck');

const room = fileURLToPath(new URL('../../src/providers/', import.meta.url));
const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

interface Found {
  file: string;
  literal: string;
}

function nodesOf(file: string): ts.Node[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(room, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

const literals: Found[] = files.flatMap((file) =>
  nodesOf(file)
    .filter((node) => node.kind === ts.SyntaxKind.RegularExpressionLiteral)
    .map((node) => ({ file, literal: node.getText() })),
);

describe('regular expressions over what banks and callers send', () => {
  it('are found at all', () => {
    expect(literals.length).toBeGreaterThan(20);
  });

  it.each(files)('%s builds none at run time, where no check could see it', (file) => {
    const built = nodesOf(file).filter(
      (node) => ts.isIdentifier(node) && node.text === 'RegExp' && !isType(node),
    );
    expect(built).toEqual([]);
  });

  it.each(literals)(
    '$file $literal cannot backtrack without end',
    ({ literal }) => {
      const end = literal.lastIndexOf('/');
      const result = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: 60_000 });
      expect(result.status).toBe('safe');
    },
    90_000,
  );
});

function isType(node: ts.Node): boolean {
  return ts.isTypeReferenceNode(node.parent);
}
