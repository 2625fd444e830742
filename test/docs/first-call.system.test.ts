/** The first call of README.md works as pasted. */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../docs/generate.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';

describe("README.md's first call", { tags: ['needs-curl'] }, () => {
  const block = /<!-- generated:first-call -->\n```sh\n([\s\S]*?)```/.exec(readPage('README.md'))?.[1] ?? '';
  const [mint = '', ...call] = block.split('\n');
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await openEnvironment();
    await environment.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => environment?.close());

  it('mints its key with the command of /docs/guide, which is tested as pasted', async () => {
    const guide = (await environment.app.inject('/docs/guide')).body
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>');
    expect(mint).toMatch(/^KEY=\$\(npm run -s cli -- keys mint /);
    expect(guide).toContain(mint.replace('KEY=', 'export DERESEGN_KEY='));
  });

  it('is verified with the amount it expects, and cached the second time', async () => {
    const { key } = await environment.mint();
    const { port } = environment.app.server.address() as AddressInfo;
    const line = call.join('\n').replace('127.0.0.1:8080', `127.0.0.1:${port}`);
    const env = { PATH: process.env.PATH, KEY: key };
    for (const cached of [false, true]) {
      const { stdout } = await promisify(execFile)('sh', ['-c', line], { env });
      const answer: unknown = JSON.parse(stdout);
      expect(answer).toMatchObject({
        verdict: 'verified',
        cached,
        checks: { ok: true, amount: { ok: true } },
      });
    }
  });
});
