/** What package.json promises of Node, held against what the installed packages ask for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { repository } from './support/processes.js';

const lockedPackage = z.looseObject({
  optional: z.boolean().optional(),
  // An old form of the field is a list, and promises nothing.
  engines: z.union([z.looseObject({ node: z.string().optional() }), z.array(z.string())]).optional(),
});

const manifest = z
  .looseObject({ engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
const lock = z
  .looseObject({ packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')));

/** They ask for Node 22 and run on 20.19: `npm test -- --store embedded` runs them on the Node that runs it. */
const testedOnOldestNode = ['js-redis-server', 'lua-redis-wasm'];

it('every package that npm ci always installs runs on the oldest Node that package.json names', () => {
  const oldest = minVersion(manifest.engines.node)?.version ?? '';
  const refusing = Object.entries(lock.packages)
    .filter(([, { optional, engines }]) => !optional && engines && !Array.isArray(engines) && engines.node)
    .filter(([, { engines }]) => !satisfies(oldest, (engines as { node: string }).node))
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(oldest).toBe('20.19.0');
  expect(refusing.toSorted()).toEqual(testedOnOldestNode);
});
