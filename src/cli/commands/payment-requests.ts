/** `payment-requests`: those of an account, and decisions about them (docs/payment-requests.md). */
import { Command, Option } from 'commander';
import {
  type Engine,
  Failure,
  type PaymentRequest,
  type PaymentRequestStatus,
  paymentRequestStatuses,
} from '../../engine/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable, pairs } from '../table.js';

interface Options {
  json?: boolean;
  account: string;
}

export function paymentRequestsList(cli: Cli): Command {
  return ofAccount(new Command('list'))
    .description('payment requests, newest first, 100 at a time')
    .addOption(new Option('--status <status>', 'with this status').choices([...paymentRequestStatuses]))
    .option('--external-id <id>', 'with this id of your own')
    .option('--after <id>', 'older than this one')
    .action(
      async ({
        json,
        account,
        ...query
      }: Options & { status?: PaymentRequestStatus; externalId?: string; after?: string }) => {
        const page = await run(cli, account, ({ paymentRequests }) => paymentRequests.list(account, query));
        const { paymentRequests, more } = page;
        const next = more ? [`There are more: --after ${paymentRequests.at(-1)?.id}`] : [];
        const lines =
          paymentRequests.length > 0 ? requestTable(paymentRequests) : ['There are no such requests.'];
        cli.print({ json }, page, [...lines, ...next]);
      },
    );
}

export function paymentRequestsShow(cli: Cli): Command {
  return ofAccount(new Command('show'))
    .description('a payment request and the receipts that were handed in for it')
    .argument('<request>', 'pr_…')
    .action(async (id: string, { json, account }: Options) => {
      const request = await run(cli, account, (engine) => engine.paymentRequests.get(account, id));
      cli.print({ json }, request, requestLines(request));
    });
}

export function paymentRequestsCancel(cli: Cli): Command {
  return ofAccount(new Command('cancel'))
    .description('close an open request')
    .argument('<request>', 'pr_…')
    .action(async (id: string, { json, account }: Options) => {
      const request = await run(cli, account, (engine) => engine.paymentRequests.cancel(account, id));
      cli.print({ json }, request, requestLines(request));
    });
}

export const paymentRequestsAccept = deciding('accept', 'close a request in review as paid');
export const paymentRequestsRefuse = deciding('refuse', 'open a request in review again');

function deciding(decision: 'accept' | 'refuse', description: string) {
  return (cli: Cli): Command =>
    ofAccount(new Command(decision))
      .description(description)
      .argument('<request>', 'pr_…')
      .requiredOption('--reason <text>', 'why, kept with the request')
      .action(async (id: string, { json, account, reason }: Options & { reason: string }) => {
        const request = await run(cli, account, (engine) =>
          engine.paymentRequests[decision](account, id, reason),
        );
        cli.print({ json }, request, requestLines(request));
      });
}

function ofAccount(command: Command): Command {
  return withJson(command).requiredOption('--account <id>', 'the account');
}

/** @throws OperatorError for an unknown account; Failure, which says what is wrong */
function run<T>(cli: Cli, account: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  return cli.withEngine('lasting', async (engine) => {
    await engine.accounts.get(account);
    return await work(engine).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.failure !== 'not_found') throw error;
      throw error.with({ message: 'The account has no such payment request.' });
    });
  });
}

function requestTable(requests: readonly PaymentRequest[]): string[] {
  const head = ['REQUEST', 'STATUS', 'AMOUNT', 'PAID', 'EXPIRES', 'YOUR ID', 'DESCRIPTION'];
  const rows = requests.map((one) => [
    one.id,
    one.status,
    one.amount,
    one.paid,
    one.expiresAt,
    one.externalId ?? '',
    one.description ?? '',
  ]);
  return formatTable(head, rows);
}

function requestLines(request: PaymentRequest): string[] {
  const { id, url, status, amount, paid, remaining, expiresAt, review, attempts } = request;
  const why = review === null ? {} : { review: review.reasons.join(', ') };
  const shown = pairs({ id, url, status, ...why, amount, paid, remaining, expires: expiresAt });
  if (attempts.length === 0) return [...shown, '', 'No receipt was handed in.'];
  const head = ['ATTEMPT', 'AT', 'BANK', 'NUMBER', 'AMOUNT', 'OUTCOME'];
  const rows = attempts.map((one) => [
    one.id ?? '',
    one.at,
    one.providerKey ?? '',
    one.reference ?? '',
    one.amount ?? '',
    [one.outcome ?? 'is checked', one.reason, one.retrying ? 'checked again' : null]
      .filter(Boolean)
      .join(', '),
  ]);
  return [...shown, '', ...formatTable(head, rows)];
}
