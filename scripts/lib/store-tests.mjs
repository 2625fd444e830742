/**
 * Test files whose result depends on whether Redis is installed: those with its tag, and those of the engine
 * that import test/support/store.ts directly or indirectly. All else uses the store through the engine: the random shop days
 * represent it here, and system tests run on a real Redis.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './run.mjs';

const store = join(root, 'test/support/store.ts');
const parts = ['test/engine', 'test/bots/cashier/shop-day'].map((part) => join(root, part, '/'));

/** @returns {string[]} paths relative to the project's root */
export function storeTests() {
  const folder = join(root, 'test');
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => reaches(file, hasTag) || (isOfParts(file) && reaches(file, isStore)))
    .map((file) => relative(root, file))
    .sort();
}

const hasTag = (file) => readFileSync(file, 'utf8').includes('needs-redis-server');
const isStore = (file) => file === store;
const isOfParts = (file) => parts.some((part) => file.startsWith(part));

/** Whether a file, or a file it imports, is wanted. */
function reaches(file, isWanted, seen = new Set()) {
  if (isWanted(file)) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return importsOf(file).some((imported) => reaches(imported, isWanted, seen));
}

/** Imports within test/ only: imports of the sources do not show which store a test uses. */
function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/from '(\.[^']+)\.js'/g)];
  return specifiers
    .map((match) => `${resolve(dirname(file), match[1])}.ts`)
    .filter((path) => path.startsWith(join(root, 'test')) && existsSync(path));
}
