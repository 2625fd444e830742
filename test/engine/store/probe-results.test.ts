/** A round of probes, report by report, as processes make them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../src/engine/api/events.js';
import { createEvents } from '../../../src/engine/store/events.js';
import {
  createHealthStore,
  type HealthStore,
  type ProbeResult,
} from '../../../src/engine/store/probe-results.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';

let store: TestStore;
let rounds: HealthStore;
let drawn = 0;
/** No test lasts so long. */
const roundMs = 3_600_000;
beforeAll(async () => {
  store = await openTestStore();
  rounds = healthStore();
});
afterAll(() => store.close());

function healthStore(): HealthStore {
  const scripts = loadScripts(store.client);
  return createHealthStore({
    store,
    scripts,
    realm: 'sandbox',
    timing: { intervalMs: roundMs, probeMs: 20_000 },
    timeZone: 'UTC',
  });
}

/** A bank no other test asks. */
function newBank(): string {
  drawn += 1;
  return `bank${drawn}`;
}

function sounding(process: string, egress: string, cause: ProbeResult['cause']): ProbeResult {
  const answered = cause === null;
  const httpStatus = answered ? 200 : null;
  return {
    process,
    egress,
    cause,
    responseMs: answered ? 5 : null,
    httpStatus,
    at: new Date().toISOString(),
  };
}

async function currentRound(): Promise<number> {
  return Math.floor((await rounds.now()) / roundMs);
}

async function told(bank: string): Promise<RecordedEvent[]> {
  const all = await createEvents(store, loadScripts(store.client)).read('0', 1_000);
  return all.map(({ event }) => event).filter((event) => 'provider' in event && event.provider === bank);
}

const stateOf = async (bank: string) => (await rounds.read(bank))?.state ?? null;

describe('a round', () => {
  it('has no verdict until every registered process has reported', async () => {
    const bank = newBank();
    const round = await currentRound();
    await rounds.register(bank, 'p1', ['main', 'second'], round);
    await rounds.register(bank, 'p2', ['main'], round);
    await rounds.report(bank, round, sounding('p1', 'main', 'timeout'));
    await rounds.report(bank, round, sounding('p1', 'second', 'timeout'));
    expect(await stateOf(bank)).toBe(null);
    await rounds.report(bank, round, sounding('p2', 'main', 'unreachable'));
    expect(await stateOf(bank)).toBe('down');
    expect(await told(bank)).toMatchObject([
      { kind: 'bank_down', cause: 'timeout', egress: ['main', 'second'], lastSuccessAt: null },
    ]);
  });

  it('counts two processes with an egress of one name as two', async () => {
    const bank = newBank();
    const round = await currentRound();
    for (const process of ['p1', 'p2']) await rounds.register(bank, process, ['main'], round);
    await rounds.report(bank, round, sounding('p1', 'main', 'block_page'));
    await rounds.report(bank, round, sounding('p2', 'main', null));
    expect(await rounds.read(bank)).toMatchObject({
      state: 'degraded',
      probeResults: [
        { process: 'p1', cause: 'block_page' },
        { process: 'p2', cause: null },
      ],
    });
    expect(await told(bank)).toMatchObject([{ kind: 'egress_blocked', egress: 'main', cause: 'block_page' }]);
  });

  it('does not wait for a process that has stopped', async () => {
    const bank = newBank();
    const round = await currentRound();
    for (const process of ['p1', 'p2']) await rounds.register(bank, process, ['main'], round);
    await rounds.leave(bank, 'p2', ['main']);
    await rounds.report(bank, round, sounding('p1', 'main', null));
    expect(await stateOf(bank)).toBe('operational');
  });

  it('that a dead process never finished is judged by its reports when the next one begins', async () => {
    const bank = newBank();
    const round = await currentRound();
    for (const process of ['alive', 'dead']) await rounds.register(bank, process, ['main'], round);
    await rounds.report(bank, round, sounding('alive', 'main', 'timeout'));
    expect(await stateOf(bank)).toBe(null);
    await rounds.report(bank, round + 1, sounding('alive', 'main', 'timeout'));
    expect(await stateOf(bank)).toBe('down');
  });
});

describe('changes', () => {
  it('are published in the order in which a bank fails and recovers, and not while it stays the same', async () => {
    const bank = newBank();
    let round = await currentRound();
    const make = async (main: ProbeResult['cause'], second: ProbeResult['cause']) => {
      round += 1;
      await rounds.register(bank, 'p1', ['main', 'second'], round);
      await rounds.report(bank, round, sounding('p1', 'main', main));
      await rounds.report(bank, round, sounding('p1', 'second', second));
    };
    await make(null, null);
    await make(null, null);
    await make(null, 'block_page');
    await make(null, 'timeout');
    await make('unreachable', 'block_page');
    await make('unreachable', 'block_page');
    await make('unreachable', null);
    await make(null, null);
    const kinds = (await told(bank)).map(
      (event) => `${event.kind}${'egress' in event ? ` ${event.egress}` : ''}`,
    );
    expect(kinds).toEqual([
      'egress_blocked second',
      'bank_down main,second',
      'bank_up',
      'egress_blocked main',
      'egress_free second',
      'egress_free main',
    ]);
  });

  it('found by a process that died before it published them are published by the next that reports, once', async () => {
    const bank = newBank();
    const round = await currentRound();
    const since = Date.now();
    await store.client.rpush(`{h:sandbox:${bank}}:untold`, `bank_down\t${since}\t\ttimeout\tmain`);
    await Promise.all(
      ['p1', 'p2'].map((process) => rounds.report(bank, round, sounding(process, 'main', null))),
    );
    expect(await told(bank)).toMatchObject([{ kind: 'bank_down', since: new Date(since).toISOString() }]);
    expect(await store.client.exists(`{h:sandbox:${bank}}:untold`)).toBe(0);
  });
});

describe('the tally of rounds', () => {
  const tallied = (bank: string) => store.client.hgetall(`{h:sandbox:${bank}}:rounds`);
  const dayOf = (round: number, intervalMs = 3_600_000) => Math.floor((round * intervalMs) / 86_400_000);

  it('counts a round once, whatever the number of processes and reports', async () => {
    const bank = newBank();
    const round = await currentRound();
    for (const process of ['p1', 'p2', 'p3']) await rounds.register(bank, process, ['main'], round);
    for (const process of ['p1', 'p2', 'p3', 'p1', 'p3']) {
      await rounds.report(bank, round, sounding(process, 'main', null));
    }
    const day = dayOf(round);
    expect(await tallied(bank)).toMatchObject({ [`${day} good`]: '1', [`${day} ms`]: '3600000' });
    await rounds.report(bank, round + 1, sounding('p1', 'main', 'timeout'));
    await rounds.report(bank, round + 1, sounding('p2', 'main', 'timeout'));
    await rounds.report(bank, round + 1, sounding('p3', 'main', 'timeout'));
    expect(await tallied(bank)).toMatchObject({ [`${dayOf(round + 1)} bad`]: '1' });
  });

  it('counts a round with a late report by its last verdict', async () => {
    const bank = newBank();
    const round = await currentRound();
    await rounds.report(bank, round, sounding('p1', 'main', 'timeout'));
    const day = dayOf(round);
    expect(await tallied(bank)).toMatchObject({ [`${day} bad`]: '1' });
    await rounds.report(bank, round, sounding('p2', 'main', null));
    expect(await tallied(bank)).toMatchObject({
      ...{ [`${day} bad`]: '0', [`${day} partly`]: '1', [`${day} ms`]: '3600000' },
    });
  });

  it('forgets days that are older than 90, and expires by itself', async () => {
    const bank = newBank();
    const round = await currentRound();
    const day = dayOf(round);
    const name = `{h:sandbox:${bank}}:rounds`;
    await store.client.hset(name, { [`${day - 90} good`]: 7, [`${day - 89} good`]: 5 });
    await rounds.report(bank, round, sounding('p1', 'main', null));
    const fields = await tallied(bank);
    expect(fields).not.toHaveProperty(`${day - 90} good`);
    expect(fields).toMatchObject({ [`${day - 89} good`]: '5', [`${day} good`]: '1' });
    expect(await store.client.pttl(name)).toBeGreaterThan(0);
  });
});

it('response times add up over processes, count a repeated report once, and are kept for 25 hours', async () => {
  const bank = newBank();
  const round = await currentRound();
  const key = `{h:sandbox:${bank}}:times`;
  const quarter = Math.floor((await rounds.now()) / 900_000);
  await store.client.hset(key, { [quarter - 100]: '1 5 5 0', [quarter - 98]: '1 5 5 0' });
  for (const process of ['p1', 'p2']) await rounds.register(bank, process, ['main'], round);
  const slow = { ...sounding('p1', 'main', null), responseMs: 95 };
  await rounds.report(bank, round, slow);
  // As when the store answered too late.
  await rounds.report(bank, round, slow);
  await rounds.report(bank, round, sounding('p2', 'main', null));
  await rounds.report(bank, round + 1, sounding('p2', 'main', 'timeout'));
  const { [quarter - 98]: kept, ...now } = await store.client.hgetall(key);
  expect(kept).toBe('1 5 5 0');
  // A quarter may end meanwhile.
  const sums = Object.values(now).map((text) => text.split(' ').map(Number));
  const sum = (index: number) => sums.reduce((all, figures) => all + (figures[index] ?? 0), 0);
  expect([sum(0), sum(1), Math.max(...sums.map((figures) => figures[2] ?? 0)), sum(3)]).toEqual([
    2, 100, 95, 1,
  ]);
  expect(await store.client.pttl(key)).toBeGreaterThan(24 * 3_600_000);
});
