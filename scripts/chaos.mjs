/** `npm run chaos [-- --short | --only NAME]`: fault injection against the built service. */
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

await prepare();
process.exitCode = await run(process.execPath, [
  '--import',
  'tsx',
  'bench/chaos/run.ts',
  ...process.argv.slice(2),
]);
