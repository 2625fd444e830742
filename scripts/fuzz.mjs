/** `npm run fuzz [-- --seed N --runs N --short PART ...]`: fuzz tests against the built service. */
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

await prepare();
process.exitCode = await run(process.execPath, [
  '--import',
  'tsx',
  'bench/fuzz/run.ts',
  ...process.argv.slice(2),
]);
