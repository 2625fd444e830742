import { Command } from 'commander';
import type { StatusReport } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable } from '../table.js';

/** `status`: exit code 0 unless the status is `down`. */
export function status(cli: Cli): Command {
  return withJson(new Command('status'))
    .description('show the health of the store and of each bank')
    .action(async (options: { json?: boolean }) => {
      const report = await cli.withEngine('lasting', async (engine) => engine.status());
      cli.print(options, report, statusLines(report));
      if (!report.ok) cli.exitWith(1);
    });
}

function statusLines({ status: overall, store, banks, components }: StatusReport): string[] {
  const rows = components.map(({ name, status: state, responseMs, error }) => [
    name,
    state,
    responseMs === null ? '' : `${responseMs} ms`,
    error ?? '',
  ]);
  const head = ['COMPONENT', 'STATUS', 'ANSWERS IN', 'ERROR'];
  return [`${overall} (store: ${store}, banks: ${banks})`, '', ...formatTable(head, rows)];
}
