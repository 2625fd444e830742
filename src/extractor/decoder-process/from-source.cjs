/**
 * Compiles the code of threads and processes when the service runs from TypeScript; not part of a build. Files are compiled
 * once and cached, because compiling on load in every thread takes longer than most tests.
 */
const { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const root = join(__dirname, '../../..');
const kept = join(root, 'node_modules/.cache/deresegn-from-source');
/** Files that this process has checked. */
const seen = new Set();

/**
 * @param {string} entry absolute path of a TypeScript file of this repository
 * @returns {string} absolute path of the compiled module, with its imports compiled too
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

/** Writes atomically, because several processes may compile at the same time. */
function write(path, code, mtime) {
  const manifest = join(kept, 'package.json');
  if (modifiedMs(manifest) === null) put(manifest, '{"type":"module"}', mtime);
  put(path, code, mtime);
}

function put(path, text, mtime) {
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  writeFileSync(aside, text);
  utimesSync(aside, mtime, mtime);
  renameSync(aside, path);
}

function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtime.getTime() ?? null;
}
