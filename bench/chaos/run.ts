/**
 * `npm run chaos [-- --short | --only NAME] [--abreast N]`: faults under constant traffic, in a few environments side by side; exit
 * code 1 if anything breaks. The results are stored in results/chaos.json, except those of a short run.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ending } from '../summary.js';
import { CheckingClient } from './checking-client.js';
import { type Environment, openEnvironment, type Setting } from './environment.js';
import { Expectations } from './expectations.js';
import { type Fault, faults } from './faults/index.js';
import type { Parts, Row } from './parts.js';
import { complaints, draw, failed, holds } from './report.js';
import { keep } from './results.js';
import { round, warmUp } from './round.js';
import { Traffic } from './traffic.js';

/** A fault mostly waits: for leases to end, for processes to start. */
const abreastUsual = { short: 3, full: Math.max(2, availableParallelism() / 2) };

const { asked, short, abreast } = readOptions();
const waiting = [...asked];
const environments = new Map<symbol, { setting: Setting; environment: Environment | null }>();
const done = new Map<Fault, Row>();
const skipped: string[] = [];
const startedAt = Date.now();

const leave = () =>
  void Promise.all([...environments.values()].map(({ environment }) => environment?.close())).finally(() =>
    process.exit(130),
  );
process.once('SIGINT', leave).once('SIGTERM', leave);
await Promise.all(Array.from({ length: Math.min(abreast, waiting.length) }, work));

const rows = asked.flatMap((fault) => done.get(fault) ?? []);
console.log(`\n${draw(rows, skipped)}`);
const broken = rows.filter((row) => !holds(row));
for (const row of broken) console.log(complaints(row).join('\n'));
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`\n${rows.length} faults, ${skipped.length} skipped, ${seconds} s`);
if (!short) keep(asked.flatMap((fault) => (done.has(fault) ? [{ fault, row: done.get(fault) as Row }] : [])));
const failures = broken.map((row) => ({ name: row.title, error: complaints(row)[0] ?? '' }));
console.log(ending(rows.length - broken.length, failures));
process.exit(broken.length > 0 || rows.length === 0 ? 1 : 0);

/** Takes faults one after another until none is left; each setting has its own environment. */
async function work(): Promise<void> {
  for (let setting = nextSetting(); setting !== null; setting = nextSetting()) {
    const began = Date.now();
    const id = Symbol(setting);
    environments.set(id, { setting, environment: null });
    const environment = await openEnvironment(setting);
    environments.set(id, { setting, environment });
    try {
      await warmUp(environment);
      console.log(`An environment (${setting}) is open after ${since(began)}`);
      const expectations = new Expectations();
      const checker = new CheckingClient(environment, expectations);
      const parts = {
        environment,
        expectations,
        checker,
        traffic: new Traffic(environment, checker, expectations),
      };
      for (let fault = take(setting); fault; fault = take(setting)) if (!(await inject(fault, parts))) break;
    } finally {
      await environment.close();
      environments.delete(id);
    }
  }
}

/** @returns whether the environment can be used for the next fault */
async function inject(fault: Fault, parts: Parts): Promise<boolean> {
  const reason = fault.impossible?.(parts.environment) ?? null;
  if (reason !== null) {
    skipped.push(`${fault.title}: ${reason}`);
    return true;
  }
  const began = Date.now();
  try {
    const row = await round(parts, fault);
    done.set(fault, row);
    console.log(`- ${fault.title}: ${holds(row) ? 'holds' : 'BROKEN'} (${since(began)})`);
    if (!holds(row)) console.log(complaints(row).join('\n'));
    return true;
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    done.set(fault, failed(fault, words));
    void parts.traffic.stop();
    console.log(`- ${fault.title}: BROKEN (${since(began)})\n${words}`);
    return false;
  }
}

/** The setting with the most remaining faults per environment that works on it. */
function nextSetting(): Setting | null {
  const share = (setting: Setting) => {
    const left = waiting.filter((fault) => settingOf(fault) === setting).length;
    return left / (1 + [...environments.values()].filter((one) => one.setting === setting).length);
  };
  const left = [...new Set(waiting.map(settingOf))].sort((a, b) => share(b) - share(a));
  return left[0] ?? null;
}

function take(setting: Setting): Fault | undefined {
  const nth = waiting.findIndex((fault) => settingOf(fault) === setting);
  return nth === -1 ? undefined : waiting.splice(nth, 1)[0];
}

function settingOf({ setting = 'plain' }: Fault): Setting {
  return setting;
}

function since(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(0)} s`;
}

function readOptions(): { asked: readonly Fault[]; short: boolean; abreast: number } {
  const options = {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    abreast: { type: 'string' },
  } as const;
  try {
    const { short, only, abreast } = parseArgs({ options }).values;
    const unknown = (only ?? []).filter((name) => !faults.some((fault) => fault.name === name));
    if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}.`);
    const asked = faults.filter((fault) => (only ? only.includes(fault.name) : !short || fault.short));
    const usual = only ? 1 : abreastUsual[short ? 'short' : 'full'];
    return { asked, short, abreast: Number(abreast ?? usual) };
  } catch (error) {
    console.error(`${(error as Error).message}\nThere are: ${faults.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
}
