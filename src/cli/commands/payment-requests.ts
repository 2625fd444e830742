/** `payment-requests`: those of an account, and decisions about them (docs/payment-requests.md). */
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  AccountOwnerError,
  type Engine,
  OperatorError,
  type PaymentRequest,
  type PaymentRequestInput,
  type PaymentRequestStatus,
  paymentRequestStatuses,
} from '../../engine/index.js';
import { type AccountOptions, commandGroup, wholeNumber, withAccount } from '../arguments.js';
import { type Cli, forAccount } from '../context.js';
import { formatTable, pairs } from '../table.js';

export const paymentRequests = commandGroup('payment-requests', "an account's payment requests", [
  ...[paymentRequestsList, paymentRequestsShow, paymentRequestsCreate, paymentRequestsCancel],
  deciding('accept', 'accept the payment in review of a request'),
  deciding('refuse', 'open a request in review again'),
]);

function paymentRequestsList(cli: Cli): Command {
  return withAccount(new Command('list'))
    .description('list payment requests, newest first, 100 at a time')
    .addOption(
      new Option('--status <status>', 'only those with this status').choices([...paymentRequestStatuses]),
    )
    .option('--external-id <id>', 'only those with your own id')
    .option('--after <id>', 'older than this one')
    .action(
      async ({
        json,
        account,
        ...query
      }: AccountOptions & { status?: PaymentRequestStatus; externalId?: string; after?: string }) => {
        const page = await run(cli, account, ({ paymentRequests }) => paymentRequests.list(account, query));
        const { paymentRequests, more } = page;
        const next = more ? [`There are more: --after ${paymentRequests.at(-1)?.id}`] : [];
        const lines =
          paymentRequests.length > 0 ? requestTable(paymentRequests) : ['There are no such requests.'];
        cli.print({ json }, page, [...lines, ...next]);
      },
    );
}

function paymentRequestsShow(cli: Cli): Command {
  return withAccount(new Command('show'))
    .description('show a payment request and the receipts handed in for it')
    .argument('<request>', 'pr_…')
    .action(async (id: string, { json, account }: AccountOptions) => {
      const request = await run(cli, account, (engine) => engine.paymentRequests.get(account, id));
      cli.print({ json }, request, requestLines(request));
    });
}

interface CreateOptions extends AccountOptions {
  test?: boolean;
  amount: string;
  description?: string;
  externalId?: string;
  minutes?: number;
  partial?: boolean;
  receiver?: Receiver[];
}

function paymentRequestsCreate(cli: Cli): Command {
  return withAccount(new Command('create'))
    .description("create a payment request, payable to the account's receiving accounts")
    .requiredOption('--amount <birr>', 'amount due, such as 500.00')
    .option('--description <text>', 'what it is for; shown to the customer')
    .option('--external-id <id>', 'your own id')
    .option('--minutes <number>', 'how long it is open; default 60', wholeNumber(1))
    .option('--partial', 'several payments add up')
    .option('--receiver <bank:account>', 'pay to this account instead; can be repeated', parseReceiver)
    .option('--test', 'paid with receipts of the simulated banks')
    .action(async ({ json, account, test, minutes, receiver, ...input }: CreateOptions) => {
      const request = await run(cli, account, async ({ accountOwner, paymentRequests }) => {
        const owner = await accountOwner(account).caller(test ? 'test' : 'live');
        const rest = { expiresInMinutes: minutes, receivers: receiver };
        return await paymentRequests.create(owner, { ...input, ...rest });
      });
      cli.print({ json }, request, requestLines(request));
    });
}

type Receiver = NonNullable<PaymentRequestInput['receivers']>[number];

function parseReceiver(text: string, before: Receiver[] = []): Receiver[] {
  const [, provider, account] = /^([a-z]+):(.+)$/.exec(text.trim()) ?? [];
  if (provider && account) return [...before, { provider, account }];
  throw new InvalidArgumentError('Expected a bank and an account, such as telebirr:0911000002.');
}

function paymentRequestsCancel(cli: Cli): Command {
  return withAccount(new Command('cancel'))
    .description('close an open request')
    .argument('<request>', 'pr_…')
    .action(async (id: string, { json, account }: AccountOptions) => {
      const request = await run(cli, account, (engine) => engine.paymentRequests.cancel(account, id));
      cli.print({ json }, request, requestLines(request));
    });
}

function deciding(decision: 'accept' | 'refuse', description: string) {
  return (cli: Cli): Command =>
    withAccount(new Command(decision))
      .description(description)
      .argument('<request>', 'pr_…')
      .requiredOption('--reason <text>', 'why; stored with the request')
      .action(async (id: string, { json, account, reason }: AccountOptions & { reason: string }) => {
        const request = await run(cli, account, (engine) =>
          engine.paymentRequests[decision](account, id, reason),
        );
        cli.print({ json }, request, requestLines(request));
      });
}

/** @throws OperatorError for an unknown account; Failure with the reason */
function run<T>(cli: Cli, account: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  return forAccount(cli, account, work, 'The account has no such payment request.').catch(
    (error: unknown) => {
      if (!(error instanceof AccountOwnerError) || error.kind !== 'contract') throw error;
      throw new OperatorError(
        "Contracts of keys set this account's caps: create the request with a key.",
        'usage',
      );
    },
  );
}

function requestTable(requests: readonly PaymentRequest[]): string[] {
  const head = ['REQUEST', 'STATUS', 'AMOUNT', 'PAID', 'EXPIRES', 'YOUR ID', 'DESCRIPTION'];
  const rows = requests.map(({ id, status, amount, paid, expiresAt, externalId, description }) => [
    ...[id, status, amount, paid, expiresAt],
    ...[externalId ?? '', description ?? ''],
  ]);
  return formatTable(head, rows);
}

function requestLines(request: PaymentRequest): string[] {
  const { id, url, status, amount, paid, remaining, expiresAt, review, attempts } = request;
  const why = review === null ? {} : { review: review.reasons.join(', ') };
  const shown = pairs({ id, url, status, ...why, amount, paid, remaining, expires: expiresAt });
  if (attempts.length === 0) return [...shown, '', 'No receipt was handed in.'];
  const head = ['ATTEMPT', 'AT', 'BANK', 'NUMBER', 'AMOUNT', 'OUTCOME'];
  const rows = attempts.map(({ id, at, providerKey, reference, amount, outcome, reason, retrying }) => [
    ...[id ?? '', at, providerKey ?? '', reference ?? '', amount ?? ''],
    [outcome ?? 'is checked', reason, retrying ? 'checked again' : null].filter(Boolean).join(', '),
  ]);
  return [...shown, '', ...formatTable(head, rows)];
}
