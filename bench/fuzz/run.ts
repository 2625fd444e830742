/** `npm run fuzz`: hostile input against the built service, its banks' readers and its bots. */
import { arch, cpus, platform } from 'node:os';
import { banks } from './banks/index.js';
import { bots } from './bots/index.js';
import { readOptions } from './options.js';
import { report } from './report.js';
import { rest } from './rest/index.js';
import type { Outcome } from './target.js';

const parts = { rest, banks, bots };

try {
  const options = readOptions(process.argv.slice(2));
  console.log(
    `Seed ${options.seed}; repeat with: npm run fuzz -- --seed ${options.seed}${options.short ? ' --short' : ''}`,
  );
  console.log(
    `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${arch()}, Node ${process.version}\n`,
  );
  const named = options.only.filter((name) => name in parts);
  const outcomes: Outcome[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue;
    outcomes.push(...(await part({ ...options, only: options.only.filter((one) => !(one in parts)) })));
  }
  process.exitCode = report(outcomes, options) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 2;
}
