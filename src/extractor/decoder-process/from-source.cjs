/**
 * Code of threads and processes where the service runs from its TypeScript sources; no part of a build. What compiles while it
 * loads would do so in every thread anew, and takes longer than all they do in most tests: files are compiled once and kept.
 */
const { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const root = join(__dirname, '../../..');
const kept = join(root, 'node_modules/.cache/deresegn-from-source');
/** Files that this process has looked at. */
const seen = new Set();

/**
 * @param {string} entry absolute path of a TypeScript file of this repository
 * @returns {string} absolute path of the same module as JavaScript, with all it imports beside it
 */
exports.compiled = (entry) => {
  const compiled = join(kept, relative(root, entry)).replace(/\.tsx?$/, '.js');
  if (seen.has(entry)) return compiled;
  seen.add(entry);
  const { mtime } = statSync(entry);
  if (modifiedMs(compiled) !== mtime.getTime()) write(compiled, compile(entry), mtime);
  const code = readFileSync(compiled, 'utf8');
  for (const [, path] of code.matchAll(/\b(?:from|import) ?\(?['"](\.[^'"]+)\.js['"]/g)) {
    exports.compiled(sourceOf(join(dirname(entry), path)));
  }
  return compiled;
};

function sourceOf(stem) {
  const source = [`${stem}.ts`, `${stem}.tsx`].find((path) => modifiedMs(path) !== null);
  if (source === undefined) throw new Error(`There is no source ${stem}.ts.`);
  return source;
}

function compile(path) {
  const ts = require('typescript');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'preact',
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(readFileSync(path, 'utf8'), { compilerOptions, fileName: path }).outputText;
}

/** Several processes may do so at the same time: each puts the whole file in its place. */
function write(path, code, mtime) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(join(kept, 'package.json'), '{"type":"module"}');
  const aside = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  writeFileSync(aside, code);
  utimesSync(aside, mtime, mtime);
  renameSync(aside, path);
}

function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtime.getTime() ?? null;
}
