import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { Failure } from '../../engine/api/errors.js';
import type { Verification } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { failureLine, failureValue } from '../failure.js';
import { pairs } from '../table.js';
import { requestFor } from './receipt-rows.js';
import { verifyFile } from './verify-file.js';

interface Options {
  json?: boolean;
  file?: string;
  out?: string;
  provider?: string;
  account?: string;
  phone?: string;
}

/** `verify`: prints the verdict; exit code 0 only for `verified`. */
export function verify(cli: Cli): Command {
  return withJson(new Command('verify'))
    .description('verify a receipt; exit code 0 only when it is')
    .argument(
      '[what...]',
      'receipt link, reference, or a text such as an SMS; - reads it from standard input',
    )
    .option('--file <csv>', 'verify the receipts of a CSV file, whose first line names the columns')
    .option('--out <csv>', 'with --file: write the results to this new file, not to standard output')
    .option('--provider <key>', 'the bank, when several could have the reference')
    .option('--account <digits>', 'account number, if the bank needs it')
    .option('--phone <number>', "payer's phone number, if the bank needs it")
    .allowUnknownOption()
    .action(async (words: string[], { json, file, out, ...hints }: Options, command: Command) => {
      refuseMistyped(words, command);
      if ((words.length === 0) === (file === undefined) || (out !== undefined && file === undefined)) {
        command.error('error: name a receipt, or a file of receipts with --file');
      }
      if (file !== undefined) return await verifyFile(cli, { json, file, out });
      const what = words.length === 1 && words[0] === '-' ? await text(process.stdin) : words.join(' ');
      const request = { ...requestFor(what.trim()), ...hints };
      try {
        const found = await cli.withEngine('passing', (engine) =>
          engine.verify(request, { kind: 'operator' }),
        );
        cli.print({ json }, found, verifiedLines(found));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        cli.print({ json }, failureValue(error), failureLines(error));
        if (!json) cli.note(failureLine(error));
        cli.exitWith(1);
      }
    });
}

/** Awash references begin with a dash: only arguments that cannot be references are reported as unknown options. */
function refuseMistyped(words: readonly string[], command: Command): void {
  const mistyped = words.find((word) => /^--\w|^-[a-z]$/i.test(word));
  if (mistyped !== undefined) command.error(`error: unknown option '${mistyped}'`);
}

function verifiedLines({
  verdict,
  providerKey,
  reference,
  payment,
  cached,
  livemode,
}: Verification): string[] {
  const { amount, currency, payer, receiver, paidAt, status } = payment;
  return [
    verdict,
    ...pairs({
      bank: livemode ? providerKey : `${providerKey} (simulated)`,
      reference,
      amount: `${amount} ${currency}`,
      payer: party(payer),
      receiver: party(receiver),
      status,
      'paid at': paidAt,
      cached: cached ? 'yes' : 'no',
    }).map((line) => `  ${line}`),
  ];
}

function party({ name, account }: { name: string | null; account: string | null }): string {
  return [name, account].filter((part) => part !== null).join(', ');
}

function failureLines({ kind, details }: Failure): string[] {
  const facts = pairs({ bank: details.providerKey ?? null, reference: details.reference ?? null });
  return [kind.verdict, ...facts.map((line) => `  ${line}`)];
}
