/**
 * The service as it is installed: processes of a test are started from the build, not from its sources. Whoever
 * imports this has a build that is what the sources say; where it cannot be made, the file does not load.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './processes.js';

/** What `npm start` runs; a path from the root of the repository, for `startProcess`. */
export const builtService = 'dist/main.js';
/** What `deresegn` and `npm run cli` run. */
export const builtCli = 'dist/src/cli/main.js';

buildWhenStale();

/** In `npm test` the build is new already, and this costs a moment. Two test files that need one wait for one build. */
function buildWhenStale(): void {
  const script = join(repository, 'scripts/build.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--when-stale'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`);
}
