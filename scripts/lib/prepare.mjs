/** Installs packages and builds the sources if they are missing or stale. */
import { join } from 'node:path';
import { root, run, stopUnless } from './run.mjs';
import { buildIsStale, installIsStale, toolsAreMissing } from './stale.mjs';

const oldestNode = [20, 19];
/** Standard output is reserved for the command itself. */
const quietly = { stdio: ['ignore', process.stderr, process.stderr] };

export async function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const newEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  stopUnless(newEnough, `Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
  if (!installIsStale() && !toolsAreMissing()) return;
  process.stderr.write('Installing dependencies...\n');
  const code = await run('npm', ['ci', '--include=dev', '--loglevel=error'], quietly);
  stopUnless(code === 0, 'The dependencies could not be installed.');
}

export async function build() {
  if (!buildIsStale()) return;
  process.stderr.write('Building...\n');
  const code = await run(process.execPath, [join(root, 'scripts/build.mjs'), '--when-stale'], quietly);
  stopUnless(code === 0, 'The build failed.');
}

export async function prepare() {
  await install();
  await build();
  process.chdir(root);
}
