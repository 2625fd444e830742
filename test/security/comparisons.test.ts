/** Secrets are compared in one place, in constant time; a comparison written elsewhere is found in the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createSecretCheck } from '../../src/engine/index.js';
import { repository } from '../support/processes.js';

/** The last word of what is compared: `token`, `sentSecret`, `apiKey`; also where a method of it is called. */
const secretName = /(token|secret|password|passphrase|digest|sha256|signature|hmac|csrf|api_?key)s?$/i;
/** `token === undefined` asks whether there is one, not which. */
const harmless = new Set([
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
]);
const equality = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
/** Methods that tell by their time, or by their answer, how much of a text was right. */
const comparing = new Set([
  'equals',
  'compare',
  'localeCompare',
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
]);

/** @returns the comparisons of secrets in a source, one line each */
function comparisonsIn(name: string, text: string): string[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const report = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${name}:${line + 1}: ${node.getText()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && equality.has(node.operatorToken.kind)) {
      const sides = [node.left, node.right];
      if (sides.some(isSecret) && !sides.some(isHarmless)) report(node);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name: method } = node.expression;
      if (comparing.has(method.text) && [expression, ...node.arguments].some(isSecret)) report(node);
    } else if (ts.isIdentifier(node) && node.text === 'timingSafeEqual') report(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSecret(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
    return isSecret(node.expression);
  if (ts.isBinaryExpression(node)) return isSecret(node.left) || isSecret(node.right);
  if (ts.isTemplateExpression(node)) return node.templateSpans.some((span) => isSecret(span.expression));
  if (ts.isCallExpression(node)) return isSecret(node.expression) || node.arguments.some(isSecret);
  if (ts.isElementAccessExpression(node)) return isSecret(node.expression) || isNamedSecret(node);
  if (ts.isPropertyAccessExpression(node)) return secretName.test(node.name.text) || isMethodOfSecret(node);
  return ts.isIdentifier(node) && secretName.test(node.text);
}

/** `headers['x-secret-token']` */
function isNamedSecret({ argumentExpression: name }: ts.ElementAccessExpression): boolean {
  return ts.isStringLiteral(name) && secretName.test(name.text);
}

/** `token.trim`, but not `token.length`. */
function isMethodOfSecret({ expression, name }: ts.PropertyAccessExpression): boolean {
  return name.text !== 'length' && isSecret(expression);
}

function isHarmless(node: ts.Expression): boolean {
  if (ts.isTypeOfExpression(node) || harmless.has(node.kind)) return true;
  if (ts.isIdentifier(node)) return node.text === 'undefined';
  return ts.isStringLiteral(node) && node.text === '';
}

/** Banks and their simulations know no secret of ours (`.dependency-cruiser.cjs` sees to that): their tokens are references. */
const withoutSecrets = /^src\/(providers|sandbox)\//;

function sources(): string[] {
  const all = ['src', 'bots'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  return all.filter((name) => !withoutSecrets.test(name));
}

describe('secrets', () => {
  it('are compared in constant time, by one function', () => {
    const all = sources();
    expect(all.length).toBeGreaterThan(100);
    const found = all.flatMap((name) => comparisonsIn(name, readFileSync(join(repository, name), 'utf8')));
    const elsewhere = found.filter(
      (line) => !/^src\/engine\/shared\/secrets\.ts:\d+: timingSafeEqual$/.test(line),
    );
    expect(elsewhere).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });

  it.each([
    'if (sent === config.METRICS_TOKEN) open();',
    'return headers["x-telegram-bot-api-secret-token"] !== expected;',
    'if (`Bearer $' + '{token}` === headers.authorization) open();',
    'const same = sha256(sent) == stored.digest;',
    'if (webhookSecret.startsWith(sent)) open();',
    'const same = Buffer.from(sent).equals(expectedDigest);',
    'if (createHmac("sha256", key).digest("hex") === sent) open();',
    'const same = apiKey.trim() === record.apiKey;',
    'import { timingSafeEqual } from "node:crypto";',
  ])('a comparison written elsewhere is found: %s', (line) => {
    expect(comparisonsIn('planted.ts', line)).not.toEqual([]);
  });

  it.each([
    'if (token === undefined || token === null || token === "") return;',
    'if (typeof token === "string" && wellFormed.test(token)) return;',
    'if (token.length !== 43) return;',
    'if (provider.key === key) return;',
  ])('to ask whether there is one is no comparison: %s', (line) => {
    expect(comparisonsIn('planted.ts', line)).toEqual([]);
  });
});

describe('the check of a secret', () => {
  const isSecret = createSecretCheck('sesame-sesame');

  it('takes the whole secret and nothing else', () => {
    expect(isSecret('sesame-sesame')).toBe(true);
    const wrong = ['', 'sesame', 'sesame-sesame ', 'Sesame-sesame', 'sesame-sesame\0', 'x'.repeat(1_000_000)];
    for (const sent of [
      ...wrong,
      undefined,
      null,
      0,
      ['sesame-sesame'],
      { toString: () => 'sesame-sesame' },
    ]) {
      expect(isSecret(sent)).toBe(false);
    }
  });
});
