import { afterEach, describe, expect, it } from 'vitest';
import type { EgressRoute } from '../../src/config/parsers.js';
import { egressNames } from '../../src/sandbox/egress-by-address.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import type { SandboxState } from '../../src/sandbox/types.js';
import { askBank } from '../support/ask-bank.js';
import { memorySandboxState } from '../support/sandbox-state.js';

const routes: EgressRoute[] = [
  { name: 'second', kind: 'local', address: '127.0.0.2' },
  { name: 'main', kind: 'direct' },
];
const reference = 'DF7KS1A1B2';
const telebirr = `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
const boa = 'https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=FT26196BA1B220036';

const open: Sandbox[] = [];
async function started(state: SandboxState): Promise<Sandbox> {
  const sandbox = await createSandbox({ state, routes });
  open.push(sandbox);
  return sandbox;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

describe('a switched bank', () => {
  it('drops connections while it is down, counts them, and answers again afterwards', async () => {
    const state = memorySandboxState();
    const sandbox = await started(state);
    await state.set('telebirr', null, 'down');
    await expect(askBank(sandbox, telebirr)).rejects.toThrow('hang up');
    await expect(askBank(sandbox, telebirr.replace(reference, 'AZ1AAAAAAA'))).rejects.toThrow('hang up');
    expect((await askBank(sandbox, boa)).text).toContain('FT26196BA1B2');
    await state.set('telebirr', null, 'up');
    expect((await askBank(sandbox, telebirr)).text).toContain(reference);
    expect(await state.hits('telebirr', reference)).toBe(2);
  });

  it('sends its block page for receipts and probes alike while it is blocked', async () => {
    const state = memorySandboxState();
    const sandbox = await started(state);
    await state.set('telebirr', null, 'blocked');
    for (const url of [telebirr, telebirr.replace(reference, 'AZ1AAAAAAA')]) {
      expect((await askBank(sandbox, url)).text).toContain('The requested URL was rejected');
    }
  });

  it('answers after three seconds while it is slow', async () => {
    const state = memorySandboxState();
    const sandbox = await started(state);
    await state.set('telebirr', null, 'slow');
    const start = performance.now();
    expect((await askBank(sandbox, telebirr)).text).toContain(reference);
    expect(performance.now() - start).toBeGreaterThan(2_950);
  });

  it('can fail towards one egress address alone', async () => {
    const state = memorySandboxState();
    const sandbox = await started(state);
    await state.set('telebirr', 'second', 'down');
    await expect(askBank(sandbox, telebirr, { from: '127.0.0.2' })).rejects.toThrow('hang up');
    expect((await askBank(sandbox, telebirr, { from: '127.0.0.1' })).text).toContain(reference);
    await state.set('telebirr', 'second', 'up');
    await state.set('telebirr', 'main', 'blocked');
    expect((await askBank(sandbox, telebirr, { from: '127.0.0.2' })).text).toContain(reference);
    expect((await askBank(sandbox, telebirr, { from: '127.0.0.1' })).text).toContain('rejected');
  });
});

describe('egress addresses', () => {
  const proxy: EgressRoute = { name: 'proxy', kind: 'http', url: 'http://127.0.0.1:3128' };
  const direct: EgressRoute = { name: 'main', kind: 'direct' };
  const local: EgressRoute = { name: 'second', kind: 'local', address: '127.0.0.2' };

  it.each([
    [[local, direct, proxy], '127.0.0.1', 'main'],
    [[local, proxy, direct], '127.0.0.1', 'proxy'],
    [[local, proxy, direct], '127.0.0.2', 'second'],
    [[local], '127.0.0.1', 'second'],
  ])('with %j, %s is %s', (configured, address, name) => {
    expect(egressNames(configured)(address)).toBe(name);
  });
});

describe('several processes', () => {
  it('agree on the first connection of ONCE', async () => {
    const state = memorySandboxState();
    const [first, second] = [await started(state), await started(state)];
    const url = telebirr.replace('A1B2', 'ONCE');
    await expect(askBank(first, url)).rejects.toThrow('hang up');
    expect((await askBank(second, url)).text).toContain('DF7KS1ONCE');
  });

  it('count every one of many requests at once', async () => {
    const state = memorySandboxState();
    const both = [await started(state), await started(state)];
    const asked = Array.from({ length: 60 }, (_, index) => askBank(both[index % 2] as Sandbox, telebirr));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await state.hits('telebirr', reference)).toBe(60);
  });
});

describe('a sandbox', () => {
  it('closes although one client hangs and another is being flooded', async () => {
    const sandbox = await started(memorySandboxState());
    const gone = ['HANG', 'SLOW', 'HUGE'].map((ending) =>
      askBank(sandbox, telebirr.replace('A1B2', ending)).then(
        () => 'answered',
        () => 'cut off',
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sandbox.close();
    expect(await Promise.all(gone)).toEqual(['cut off', 'cut off', 'cut off']);
  });

  it('ends the connection when the store cannot be reached, and lives on', async () => {
    const state = memorySandboxState();
    let broken = true;
    const sandbox = await started({
      ...state,
      hit: (...call) => (broken ? Promise.reject(new Error('store gone')) : state.hit(...call)),
    });
    await expect(askBank(sandbox, telebirr)).rejects.toThrow('hang up');
    broken = false;
    expect((await askBank(sandbox, telebirr)).status).toBe(200);
  });
});
