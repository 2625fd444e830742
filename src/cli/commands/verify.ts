import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { Failure } from '../../engine/api/errors.js';
import type { ResolveRequest, Verification } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { failureLine, failureValue } from '../failure.js';
import { pairs } from '../table.js';

interface Options {
  json?: boolean;
  provider?: string;
  account?: string;
  phone?: string;
}

/** `verify`: prints the verdict; exit code 0 only for `verified`. */
export function verify(cli: Cli): Command {
  return withJson(new Command('verify'))
    .description('verify a receipt; exit code 0 only when it is')
    .argument(
      '<what...>',
      'receipt link, reference, or a text such as an SMS; - reads it from standard input',
    )
    .option('--provider <key>', 'settles a reference that several banks could have')
    .option('--account <digits>', 'account number, where the bank needs it')
    .option('--phone <number>', "payer's phone, where the bank needs it")
    .allowUnknownOption()
    .action(async (words: string[], { json, ...hints }: Options, command: Command) => {
      refuseMistyped(words, command);
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

/** Detects a link, a bare reference, or pasted text. */
function requestFor(what: string): ResolveRequest {
  if (/\s/.test(what)) return { text: what };
  if (/^[a-z][a-z\d+.-]*:/i.test(what)) return { url: what };
  return { reference: what };
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
  const known = pairs({ bank: details.providerKey ?? null, reference: details.reference ?? null });
  return [kind.verdict, ...known.map((line) => `  ${line}`)];
}
