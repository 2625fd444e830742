/** Whether installed packages and the build are up to date. Takes a few milliseconds. */
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** npm writes this file at the end of every install. */
const installStamp = join(root, 'node_modules/.package-lock.json');
const buildStamp = join(root, 'dist/.built');
const buildInputs = [
  'src',
  'bots',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
];

/** npm writes its own stamp a moment before or after the lock file. */
const installSlackMs = 5_000;

export function installIsStale() {
  return changedSince(modifiedMs(installStamp) + installSlackMs, ['package-lock.json']);
}

/** Whether development dependencies are missing. */
export function toolsAreMissing() {
  return ['typescript', 'vitest', '@biomejs/biome'].some(
    (name) => !existsSync(join(root, 'node_modules', name)),
  );
}

export function buildIsStale() {
  return !existsSync(join(root, 'dist/main.js')) || changedSince(modifiedMs(buildStamp), buildInputs);
}

/** @param {Date} startedAt start of the build: later changes are not in it */
export function markBuilt(startedAt) {
  writeFileSync(buildStamp, '');
  utimesSync(buildStamp, startedAt, startedAt);
}

function changedSince(stampMs, inputs) {
  return inputs.some((input) => newestMs(join(root, input)) > stampMs);
}

/** Includes the time of folders, which changes when a file in them is removed or renamed. */
function newestMs(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return Number.POSITIVE_INFINITY;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}
