/** `verifications`: the receipts that an account has verified (docs/api.md#records). */
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import type { Realm, VerificationPage, VerificationQuery } from '../../engine/index.js';
import { recordsFile } from '../../http/csv.js';
import { type AccountOptions, withAccount } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable } from '../table.js';

interface Options extends VerificationQuery, AccountOptions {
  csv?: boolean;
  mode: 'live' | 'test';
}

export function listVerifications(cli: Cli): Command {
  return withAccount(new Command('verifications'))
    .description('list the receipts that an account has verified, newest first, 100 at a time')
    .option('--from <when>', 'first day, or moment in ISO 8601')
    .option('--to <when>', 'last day, or the first moment after')
    .option('--provider <key>', 'only receipts of this bank')
    .option('--reference <reference>', 'only receipts with this exact reference')
    .option('--after <id>', 'older than this one')
    .addOption(
      new Option('--mode <mode>', 'of the banks that keys of this mode use')
        .choices(['live', 'test'])
        .default('live'),
    )
    .option('--csv', 'print all of them as a CSV file')
    .action(async ({ json, csv, account, mode, ...query }: Options) => {
      await cli.withEngine('lasting', async (engine, { BANKS }) => {
        await engine.accounts.get(account);
        const realm: Realm = mode === 'test' ? 'sandbox' : BANKS;
        if (csv) {
          const records = engine.verifications.all(account, realm, query);
          await pipeline(recordsFile(records), process.stdout, { end: false });
          return;
        }
        const page = await engine.verifications.list(account, realm, query);
        cli.print({ json }, page, linesOf(page));
      });
    });
}

function linesOf({ verifications, next }: VerificationPage): string[] {
  const rest = next === null ? [] : [`There may be more: --after ${next}`];
  if (verifications.length === 0) return next === null ? ['There are no such receipts.'] : rest;
  const head = ['VERIFIED', 'BANK', 'REFERENCE', 'AMOUNT', 'PAYER', 'PAID', 'TIMES', 'CHECKS'];
  const rows = verifications.map(({ verifiedAt, providerKey, reference, payment, history, checks }) => [
    verifiedAt,
    providerKey,
    reference,
    `${payment.amount} ${payment.currency}`,
    payment.payer.name ?? '',
    payment.paidAt ?? '',
    String(history.times),
    checks === undefined ? '' : checks.ok ? 'ok' : 'failed',
  ]);
  return [...formatTable(head, rows), ...rest];
}
