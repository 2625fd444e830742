/** `npm run bench [-- NAME ...]`: the benchmarks, against the built service. */
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

await prepare();
process.exitCode = await run(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)]);
