/** `sandbox`: hits and states of the simulated banks. */
import { Argument, Command } from 'commander';
import type { Config } from '../../config/index.js';
import { type Engine, OperatorError } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable } from '../table.js';

export function sandboxList(cli: Cli): Command {
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
  return engine
    .providers()
    .filter(({ support }) => support === 'supported')
    .map(({ key }) => switched.find(({ provider }) => provider === key) ?? defaultState(key));
}

function defaultState(provider: string): BankStates[number] {
  return { provider, state: 'up', egress: {} };
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

export function sandboxSet(cli: Cli): Command {
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
  const keys = engine.providers().flatMap(({ key, support }) => (support === 'supported' ? [key] : []));
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
