import { Argument, Command } from 'commander';
import type { Config } from '../../config/index.js';
import { type Engine, OperatorError } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { bankStates, bankTable } from './sandbox-list.js';

const states = ['up', 'down', 'slow', 'blocked'] as const;
type State = (typeof states)[number];

interface Options {
  json?: boolean;
  egress?: string;
}

export function sandboxSet(cli: Cli): Command {
  return withJson(new Command('set'))
    .description('make a simulated bank answer, refuse, dawdle or block')
    .argument('<provider>', 'key of the bank')
    .addArgument(new Argument('<state>', 'what it does').choices(states))
    .option('--egress <name>', 'only towards this egress address')
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
    throw new OperatorError(`There is no simulated bank ${provider}; there are ${keys.join(', ')}.`, 'usage');
  }
  const names = config.EGRESS.map(({ name }) => name);
  if (egress !== undefined && !names.includes(egress)) {
    throw new OperatorError(`EGRESS names no ${egress}; it names ${names.join(', ')}.`, 'usage');
  }
}
