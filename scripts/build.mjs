/**
 * Builds dist from src and bots: bundles of the code, the files it reads (Lua, fonts, locales), and the types of the engine.
 * Bundled because a process that starts would otherwise read and link some 500 small files, which takes longer than all else it does.
 * `--when-stale`: only if dist is older than the sources, and without the types, which nothing at run time needs.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { holdUntilExit } from './lib/lock.mjs';
import { root, run } from './lib/run.mjs';
import { buildIsStale, markBuilt } from './lib/stale.mjs';

/** Modules that something outside the code starts or imports: Node, the package's users, threads. Each has its path in dist. */
const entries = [
  'src/main.ts',
  'src/cli/main.ts',
  'src/engine/index.ts',
  'src/engine/store/connection/embedded-worker.ts',
  'src/extractor/decoder-process/main.ts',
  'src/extractor/pdf/worker.ts',
  'src/sandbox/pdf-renderer/worker.ts',
  'src/sandbox/screenshots/worker.ts',
];
/** ES modules of many small files that every process loads. All other packages are imported from node_modules. */
const bundledPackages = [
  '@date-fns/tz',
  'date-fns',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'entities',
  'fastify-type-provider-zod',
  'htmlparser2',
  'preact',
  'preact-render-to-string',
  'zod',
].map((name) => join(root, 'node_modules', name, '/'));

const dist = join(root, 'dist');
// Built in another directory, so that a failed build leaves the last one in place.
const aside = join(root, 'node_modules/.cache');
const next = join(aside, `deresegn-build-${process.pid}`);
const last = join(aside, `deresegn-last-${process.pid}`);
const whenStale = process.argv.includes('--when-stale');
await holdUntilExit(join(aside, 'deresegn-build.lock'));
// The previous holder of the lock may have made this build.
if (whenStale && !buildIsStale()) process.exit(0);
const startedAt = new Date();
process.once('exit', () => {
  for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true });
});

const { metafile } = await bundle();
for (const output of Object.keys(metafile.outputs))
  if (output.endsWith('.js')) keepNarrow(join(root, output));
for (const entry of entries) writeEntry(entry);
for (const folder of ['src', 'bots']) copyAssets(folder);
writeFileSync(join(next, 'main.js'), "import './src/main.js';\n");
if (!whenStale) await declareTypes();
// Renamed instead of removed, so that a process starting now finds a complete build.
if (existsSync(dist)) renameSync(dist, last);
renameSync(next, dist);
markBuilt(startedAt);

/** All bundles stand in one folder, `code`; what they share is in further files beside them. */
function bundle() {
  return build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map((entry) => [bundleName(entry), entry])),
    outdir: join(next, 'code'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [{ name: 'deresegn', setup: decideImports }],
  });
}

/**
 * V8 keeps a source in two bytes a character if one of them is beyond Latin-1. esbuild has escaped those in texts; the others are in
 * patterns, also such as String.raw writes, where the escape means the same, and in comments.
 */
function keepNarrow(file) {
  const code = readFileSync(file, 'utf8');
  const escaped = code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== code) writeFileSync(file, escaped);
}

function decideImports(esbuild) {
  esbuild.onResolve({ filter: /^[^./#]/ }, async ({ path, kind, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === 'asked') return;
    const found = await esbuild.resolve(path, { kind, resolveDir, pluginData: 'asked' });
    return bundledPackages.some((folder) => found.path.startsWith(folder)) ? found : { path, external: true };
  });
  // Code finds its files and threads beside its own module: it is told the path that the module would have in dist.
  esbuild.onLoad({ filter: /\/(src|bots)\/.*\.tsx?$/ }, ({ path }) => {
    const source = readFileSync(path, 'utf8');
    const module = `../${relative(root, path).replace(/\.tsx?$/, '.js')}`;
    return {
      contents: source.replaceAll('import.meta.url', `new URL('${module}', import.meta.url).href`),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    };
  });
}

function bundleName(entry) {
  return entry.replace(/^src\/|\.ts$/g, '').replaceAll('/', '-');
}

/** A module at the entry's own path that hands on what its bundle exports. */
function writeEntry(entry) {
  const file = join(next, entry.replace(/\.ts$/, '.js'));
  const code = join(next, 'code', `${bundleName(entry)}.js`);
  const from = `from '${relative(dirname(file), code)}';\n`;
  const shebang = /^#!.*\n/.exec(readFileSync(join(root, entry), 'utf8'))?.[0] ?? '';
  const hasDefault = metafile.outputs[relative(root, code)].exports.includes('default');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${shebang}${hasDefault ? `export { default } ${from}` : ''}export * ${from}`);
}

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

async function declareTypes() {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  const code = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', next]);
  if (code !== 0) process.exit(code);
}
