/** `sandbox`: hits and states of the simulated banks. */
import { Argument, Command } from 'commander';
import type { Config } from '../../config/index.js';
import { type Engine, OperatorError } from '../../engine/api/index.js';
import { commandGroup, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable } from '../table.js';

export const sandbox = commandGroup('sandbox', 'the simulated banks', [sandboxList, sandboxSet]);

function sandboxList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('show the state of each simulated bank')
    .action(async (options: { json?: boolean }) => {
      const banks = await cli.withEngine('lasting', bankStates);
      cli.print(options, banks, bankTable(banks));
    });
}

type BankStates = Awaited<ReturnType<Engine['sandbox']['list']>>;

/** Every simulated bank, including those in the default state. */
async function bankStates(engine: Engine): Promise<BankStates> {
  const switched = await engine.sandbox.list();
  return keysOf(engine).map(
    (key) => switched.find(({ provider }) => provider === key) ?? { provider: key, state: 'up', egress: {} },
  );
}

/** Keys of the simulated banks. */
function keysOf(engine: Engine): string[] {
  return engine.providers().flatMap(({ key, support }) => (support === 'supported' ? [key] : []));
}

function bankTable(banks: BankStates): string[] {
  const rows = banks.map(({ provider, state, egress }) => [
    provider,
    state,
    Object.entries(egress)
      .map(([name, single]) => `${name}: ${single}`)
      .join(', '),
  ]);
  return formatTable(['BANK', 'STATE', 'FROM SINGLE EGRESS ADDRESSES'], rows);
}

const states = ['up', 'down', 'slow', 'blocked'] as const;

type State = (typeof states)[number];

interface Options {
  json?: boolean;
  egress?: string;
}

function sandboxSet(cli: Cli): Command {
  return withJson(new Command('set'))
    .description('make a simulated bank answer, refuse, respond slowly or block')
    .argument('<provider>', 'key of the bank')
    .addArgument(new Argument('<state>', 'what it does').choices(states))
    .option('--egress <name>', 'only for this egress address')
    .action(async (provider: string, state: State, { json, egress }: Options) => {
      const banks = await cli.withEngine('lasting', async (engine, config) => {
        refuseUnknown(engine, config, provider, egress);
        await engine.sandbox.set(provider, egress ?? null, state);
        return (await bankStates(engine)).filter((bank) => bank.provider === provider);
      });
      cli.print({ json }, banks[0], bankTable(banks));
    });
}

/** @throws OperatorError */
function refuseUnknown(engine: Engine, config: Config, provider: string, egress: string | undefined): void {
  const keys = keysOf(engine);
  if (!keys.includes(provider)) {
    throw new OperatorError(
      `There is no simulated bank ${provider}; choose one of ${keys.join(', ')}.`,
      'usage',
    );
  }
  const names = config.EGRESS.map(({ name }) => name);
  if (egress !== undefined && !names.includes(egress)) {
    throw new OperatorError(`EGRESS has no ${egress}; it has ${names.join(', ')}.`, 'usage');
  }
}
