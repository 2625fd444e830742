import { Command } from 'commander';
import type { Engine } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { table } from '../table.js';

export function sandboxList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('what each simulated bank does at the moment')
    .action(async (options: { json?: boolean }) => {
      const banks = await cli.withEngine('lasting', bankStates);
      cli.print(options, banks, bankTable(banks));
    });
}

export type BankStates = Awaited<ReturnType<Engine['sandbox']['list']>>;

/** Every simulated bank, including those in the default state. */
export async function bankStates(engine: Engine): Promise<BankStates> {
  const switched = await engine.sandbox.list();
  return engine
    .providers()
    .filter(({ support }) => support === 'supported')
    .map(({ key }) => switched.find(({ provider }) => provider === key) ?? untouched(key));
}

function untouched(provider: string): BankStates[number] {
  return { provider, state: 'up', egress: {} };
}

export function bankTable(banks: BankStates): string[] {
  const rows = banks.map(({ provider, state, egress }) => [
    provider,
    state,
    Object.entries(egress)
      .map(([name, single]) => `${name}: ${single}`)
      .join(', '),
  ]);
  return table(['BANK', 'STATE', 'FROM SINGLE EGRESS ADDRESSES'], rows);
}
