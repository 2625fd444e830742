/** The check of import rules can fail: each rule gets one import that breaks it. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from './support/processes.js';
import { temporaryDirectory } from './support/redis.js';

const files = {
  'src/config/index.ts': 'export const config = 1;\n',
  'src/engine/index.ts': "export const engine = 1;\nexport type { Boa } from '../providers/boa.js';\n",
  'src/engine/store/connection/connect.ts':
    "import { Redis } from 'ioredis';\nexport const client = new Redis();\n",
  'src/engine/circle.ts': "import { round } from './round.js';\nexport const circle = () => round;\n",
  'src/engine/round.ts': "import { circle } from './circle.js';\nexport const round = () => circle;\n",
  'src/engine/pure.ts': "import { config } from '../config/index.js';\nexport const pure = config;\n",
  'src/engine/api/calls.ts':
    "import { cache } from '../verification/cache.js';\nexport const calls = cache;\n",
  'src/engine/verification/cache.ts':
    "import { shop } from '../shops/shop.js';\nexport const cache = shop;\n",
  'src/engine/shops/shop.ts': "import { probe } from '../health/probe.js';\nexport const shop = probe;\n",
  'src/engine/health/probe.ts': 'export const probe = 1;\n',
  'src/providers/boa.ts': "import { config } from '../config/index.js';\nexport type Boa = typeof config;\n",
  'src/egress/index.ts': "import { engine } from '../engine/index.js';\nexport const egress = engine;\n",
  'src/sandbox/index.ts': "import { engine } from '../engine/index.js';\nexport const sandbox = engine;\n",
  'src/sidecar/app.ts':
    "import { client } from '../engine/store/connection/connect.js';\nimport { page } from '../web/page.js';\nimport nowhere from './nowhere.js';\nexport const app = [client, page, nowhere];\n",
  'src/web/page.ts': "import { engine } from '../engine/index.js';\nexport const page = engine;\n",
  'src/cli/main.ts':
    "import { Redis } from 'ioredis';\nimport { help } from '../../test/help.js';\nexport const cli = [Redis, help];\n",
  'bots/admin/bot.ts': "import { x } from 'not-a-package-we-have';\nexport const bot = x;\n",
  'clients/typescript/src/index.ts':
    "import { config } from '../../../src/config/index.js';\nexport const client = config;\n",
  'test/help.ts': 'export const help = 1;\n',
};

let directory: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  for (const name of ['tsconfig.json', 'package.json', '.dependency-cruiser.cjs']) {
    await copyFile(join(repository, name), join(directory, name));
  }
  await symlink(join(repository, 'node_modules'), join(directory, 'node_modules'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

function violations(): string[] {
  const cruise = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    cruise,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'src',
    'bots',
    'test',
    'clients',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } };
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
}

it('an import that breaks a rule is found, and one that keeps them is not', () => {
  const found = violations();
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringContaining('no-circular: src/engine/circle.ts'),
      'engine-through-interfaces: src/engine/index.ts -> src/providers/boa.ts',
      'engine-imports-downward (api): src/engine/api/calls.ts -> src/engine/verification/cache.ts',
      'engine-imports-downward (verification): src/engine/verification/cache.ts -> src/engine/shops/shop.ts',
      'engine-imports-downward (shops): src/engine/shops/shop.ts -> src/engine/health/probe.ts',
      'providers-import-no-others: src/providers/boa.ts -> src/config/index.ts',
      'egress-imports-no-engine: src/egress/index.ts -> src/engine/index.ts',
      'sandbox-imports-no-engine: src/sandbox/index.ts -> src/engine/index.ts',
      'transports-import-the-engine-only: src/sidecar/app.ts -> src/engine/store/connection/connect.ts',
      'no-transport-imports-another (src/sidecar): src/sidecar/app.ts -> src/web/page.ts',
      'clients-stand-alone: clients/typescript/src/index.ts -> src/config/index.ts',
      'no-unresolvable: src/sidecar/app.ts -> ./nowhere.js',
      expect.stringMatching(/^only-the-store-imports-redis: src\/cli\/main\.ts -> .*ioredis/),
      'sources-import-no-tests: src/cli/main.ts -> test/help.ts',
      expect.stringContaining('bots/admin/bot.ts -> not-a-package-we-have'),
    ]),
  );
  expect(
    found.filter((line) => /connection\/connect\.ts ->|pure\.ts ->|web\/page\.ts ->/.test(line)),
  ).toEqual([]);
});
