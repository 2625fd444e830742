/**
 * Compiles src and bots into dist and copies their other files (Lua, fonts, locales).
 * `--when-stale`: only if dist is older than the sources.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { holdUntilExit } from './lib/lock.mjs';
import { root, run } from './lib/run.mjs';
import { buildIsStale, markBuilt } from './lib/stale.mjs';

const dist = join(root, 'dist');
// Built in another directory, so that a failed build leaves the last one in place.
const aside = join(root, 'node_modules/.cache');
const next = join(aside, `deresegn-build-${process.pid}`);
const last = join(aside, `deresegn-last-${process.pid}`);
await holdUntilExit(join(aside, 'deresegn-build.lock'));
// The previous holder of the lock may have made this build.
if (process.argv.includes('--when-stale') && !buildIsStale()) process.exit(0);
const startedAt = new Date();
process.once('exit', () => {
  for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true });
});

const compiler = join(root, 'node_modules/typescript/bin/tsc');
const code = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next]);
if (code !== 0) process.exit(code);

for (const folder of ['src', 'bots']) copyAssets(folder);
writeFileSync(join(next, 'main.js'), "import './src/main.js';\n");
// Renamed instead of removed, so that a process starting now finds a complete build.
if (existsSync(dist)) renameSync(dist, last);
renameSync(next, dist);
markBuilt(startedAt);

/** Copies Lua scripts, fonts, pictures and translations: everything except sources and READMEs. */
function copyAssets(folder) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (!file.isFile() || /\.(ts|tsx|md)$/.test(file.name)) continue;
    const source = join(file.parentPath, file.name);
    const target = join(next, source.slice(root.length));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, target);
  }
}
