/** `deresegn pins` as it is used: real processes against one store. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli } from '../support/built.js';
import { startProcess } from '../support/processes.js';
import { openTestStore, type TestStore } from '../support/store.js';

const pin = `sha256/${'A'.repeat(43)}=`;
let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function run(...args: string[]) {
  const env = { REDIS_URL: store.url, TLS_PINS: `apps.cbe.com.et:100=${pin}` };
  const child = startProcess(builtCli, args, { env });
  return { code: await child.end(), stdout: child.stdout(), stderr: child.stderr() };
}

describe('pins', () => {
  it('are listed with where they come from', async () => {
    await store.client.hset('{pins}', `abaymobile.com.et:443 ${pin}`, '2026-11-20T07:30:00.000Z');
    const { code, stdout } = await run('pins', 'list', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      { host: 'apps.cbe.com.et:100', pin, from: 'configuration', addedAt: null },
      { host: 'abaymobile.com.et:443', pin, from: 'store', addedAt: '2026-11-20T07:30:00.000Z' },
    ]);
  });

  it('are removed by host, port 443 being understood', async () => {
    const { stdout } = await run('pins', 'remove', 'AbayMobile.com.et', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ removed: 1 });
    expect(await store.client.hlen('{pins}')).toBe(0);
  });

  it('of a host that is none are bad usage, of one that does not answer an error, in one line each', async () => {
    const misspelt = await run('pins', 'add', 'https://apps.cbe.com.et:100/');
    expect(misspelt).toMatchObject({ code: 2, stdout: '' });
    expect(misspelt.stderr).toMatch(/^A host is named like [^\n]+\n$/);
    const nowhere = await run('pins', 'add', 'nowhere.invalid:100');
    expect(nowhere).toMatchObject({ code: 1, stdout: '' });
    expect(nowhere.stderr).toMatch(/^nowhere\.invalid:100 via main: [^\n]+\n$/);
    expect(await store.client.hlen('{pins}')).toBe(0);
  });
});
