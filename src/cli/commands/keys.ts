/** `keys`: API keys. */
import { Command, Option } from 'commander';
import { type KeyChange, type KeyInfo, type MintRequest, scopes } from '../../engine/api/index.js';
import { planNames } from '../../engine/api/plans.js';
import { commandGroup, keyPrefixIn, wholeNumber, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable, limit, pairs } from '../table.js';

export const keys = commandGroup('keys', 'API keys', [keysMint, keysList, keysRevoke, keysSet]);

/** The limits of a key. */
function withLimits(command: Command): Command {
  return command
    .option('--rate <n>', 'requests a minute', wholeNumber(1))
    .option('--cap <n>', "verifications of an Enterprise key's contract", wholeNumber(0))
    .option('--reads <n>', "screenshot reads of an Enterprise key's contract", wholeNumber(0));
}

/** `keys mint`: creates a key and shows it, once. */
function keysMint(cli: Cli): Command {
  return withLimits(withJson(new Command('mint')))
    .description('create an API key; it is shown only once')
    .addOption(new Option('--plan <plan>', 'plan of a new account (default: free)').choices([...planNames]))
    .option('--account <id>', 'an existing account; default: a new one')
    .option('--name <text>', 'name of the new account')
    .option('--label <text>', 'what the key is for, shown in histories')
    .addOption(
      new Option('--mode <mode>', 'real or simulated banks').choices(['live', 'test']).default('live'),
    )
    .addOption(new Option('--scopes <scope...>', 'what it may do (default: everything)').choices([...scopes]))
    .action(async ({ json, ...request }: MintRequest & { json?: boolean }) => {
      const minted = await cli.withEngine('lasting', (engine) => engine.keys.mint(request));
      const { key, prefix, account, mode, plan, rate, cap, reads, scopes } = minted;
      const shown = { key, prefix, account, mode, plan, rate, cap, reads, scopes };
      const written = { rate: `${rate} a minute`, cap: limit(cap), reads: limit(reads), scopes: may(minted) };
      const lines = pairs({ ...shown, ...written });
      cli.print({ json }, shown, [...lines, '', 'The key is shown only once; keep it.']);
    });
}

function keysList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('list keys by their prefixes')
    .option('--account <id>', 'only keys of this account')
    .action(async ({ json, account }: { json?: boolean; account?: string }) => {
      const keys = await cli.withEngine('lasting', (engine) => engine.keys.list(account));
      cli.print({ json }, keys, keys.length > 0 ? keyTable(keys) : ['No keys.']);
    });
}

function keyTable(keys: readonly KeyInfo[]): string[] {
  const head = ['PREFIX', 'ACCOUNT', 'MODE', 'PLAN', 'RATE', 'CAP', 'READS', 'SCOPES', 'STATE', 'LABEL'];
  const rows = keys.map((key) => [
    key.prefix,
    key.account,
    key.mode,
    key.plan,
    String(key.rate),
    limit(key.cap),
    limit(key.reads),
    may(key),
    key.revokedAt === null ? 'active' : `revoked ${key.revokedAt}`,
    key.label,
  ]);
  return formatTable(head, rows);
}

function may({ scopes: own }: KeyInfo): string {
  return own.length === scopes.length ? 'all' : own.join(',');
}

/** `keys revoke`: takes effect with the next call. */
function keysRevoke(cli: Cli): Command {
  return withJson(new Command('revoke'))
    .description('revoke a key, immediately and permanently')
    .argument('<prefix>', 'the first 14 characters of the key')
    .action(async (typed: string, options: { json?: boolean }) => {
      const prefix = keyPrefixIn(cli, typed);
      const key = await cli.withEngine('lasting', (engine) => engine.keys.revoke(prefix));
      cli.print(options, key, [`${key.prefix} is revoked.`]);
    });
}

function keysSet(cli: Cli): Command {
  return withLimits(withJson(new Command('set')))
    .description("change a key's own limits")
    .argument('<prefix>', 'the first 14 characters of the key')
    .action(async (typed: string, { json, ...change }: KeyChange & { json?: boolean }, command: Command) => {
      if (Object.keys(change).length === 0) command.error('error: nothing to set: --rate, --cap or --reads');
      const prefix = keyPrefixIn(cli, typed);
      const key = await cli.withEngine('lasting', (engine) => engine.keys.set(prefix, change));
      cli.print({ json }, key, keyTable([key]));
    });
}
