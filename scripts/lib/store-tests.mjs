/**
 * Which test files differ with what is installed: those that reach test/support/store.ts by their imports, and those with a tag
 * for a program they need.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './run.mjs';

const store = join(root, 'test/support/store.ts');

/** @returns {string[]} paths relative to the project's root */
export function storeTests() {
  const folder = join(root, 'test');
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => reachesStore(file, new Set()))
    .map((file) => relative(root, file))
    .sort();
}

function reachesStore(file, seen) {
  if (file === store) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  return (
    /'needs-[a-z-]+'/.test(text) || importsOf(file, text).some((imported) => reachesStore(imported, seen))
  );
}

/** Files of test/ only: what the sources import says nothing about the store a test uses. */
function importsOf(file, text) {
  const specifiers = [...text.matchAll(/from '(\.[^']+)\.js'/g)];
  return specifiers
    .map((match) => `${resolve(dirname(file), match[1])}.ts`)
    .filter((path) => path.startsWith(join(root, 'test')) && existsSync(path));
}
