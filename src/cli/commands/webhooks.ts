/** `webhooks`: the webhook endpoints of an account, and deliveries to them (docs/webhooks.md). */
import { Command, Option } from 'commander';
import {
  type Engine,
  Failure,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventType,
  type WebhookSubscription,
  webhookEventTypes,
} from '../../engine/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable, pairs } from '../table.js';

interface Options {
  json?: boolean;
  account: string;
}

export function webhooksList(cli: Cli): Command {
  return ofAccount(new Command('list'))
    .description('list webhook endpoints')
    .action(async (options: Options) => {
      const endpoints = await run(cli, options, (engine, account) => engine.webhooks.list(account));
      const lines = endpoints.length > 0 ? endpointTable(endpoints) : ['The account has no endpoints.'];
      cli.print(options, endpoints, lines);
    });
}

export function webhooksCreate(cli: Cli): Command {
  return ofAccount(new Command('create'))
    .description('create an endpoint; its secret is shown only once')
    .argument('<url>', 'a public https address')
    .addOption(eventsOption().default(['*'], 'all'))
    .option('--description <text>', 'what it is for')
    .action(async (url: string, { description, events, ...options }: Options & Change) => {
      const made = await run(cli, options, (engine, account) =>
        engine.webhooks.create(account, { url, events: events ?? ['*'], description }),
      );
      const shown = { id: made.id, url: made.url, events: made.events.join(' '), secret: made.secret };
      cli.print(options, made, [...pairs(shown), '', 'The secret is shown only once; keep it.']);
    });
}

interface Change {
  url?: string;
  events?: WebhookSubscription[];
  description?: string;
}

export function webhooksSet(cli: Cli): Command {
  return ofAccount(new Command('set'))
    .description('change, pause or resume an endpoint')
    .argument('<endpoint>', 'whe_…')
    .option('--url <url>', 'the new address')
    .addOption(eventsOption())
    .option('--description <text>', 'what it is for')
    .addOption(new Option('--state <state>', 'whether it gets events').choices(['on', 'off']))
    .action(async (id: string, given: Options & Change & { state?: 'on' | 'off' }, command: Command) => {
      const { json, account, state, ...change } = given;
      if (state === undefined && Object.keys(change).length === 0) {
        command.error('error: nothing to set: --url, --events, --description or --state');
      }
      const disabled = state === undefined ? undefined : state === 'off';
      const endpoint = await run(cli, { account }, (engine) =>
        engine.webhooks.update(account, id, { ...change, disabled }),
      );
      cli.print({ json }, endpoint, endpointTable([endpoint]));
    });
}

export function webhooksRemove(cli: Cli): Command {
  return ofAccount(new Command('remove'))
    .description('remove an endpoint with its pending deliveries')
    .argument('<endpoint>', 'whe_…')
    .action(async (id: string, options: Options) => {
      await run(cli, options, (engine, account) => engine.webhooks.remove(account, id));
      cli.print(options, { id }, [`${id} is removed.`]);
    });
}

export function webhooksRotate(cli: Cli): Command {
  return ofAccount(new Command('rotate-secret'))
    .description(
      'replace the secret of an endpoint, or of the webhookUrl of calls; the old one signs for 24 h more',
    )
    .argument('<endpoint>', 'whe_…, or calls')
    .action(async (id: string, options: Options) => {
      const secret = await run(cli, options, async ({ webhooks }, account) =>
        id === 'calls'
          ? await webhooks.rotateCallSecret(account)
          : (await webhooks.rotateSecret(account, id)).secret,
      );
      cli.print(options, { id, secret }, [secret, '', 'The old secret signs too for 24 hours.']);
    });
}

export function webhooksTest(cli: Cli): Command {
  return ofAccount(new Command('test'))
    .description('deliver an example of an event')
    .argument('<endpoint>', 'whe_…')
    .addOption(
      new Option('--type <type>', 'type of the event')
        .choices([...webhookEventTypes])
        .default('verification.completed'),
    )
    .action(async (id: string, { type, ...options }: Options & { type: WebhookEventType }) => {
      const delivery = await run(cli, options, (engine, account) => engine.webhooks.test(account, id, type));
      cli.print(options, delivery, [`${delivery.id} is being delivered; see deresegn webhooks log.`]);
    });
}

export function webhooksLog(cli: Cli): Command {
  return ofAccount(new Command('log'))
    .description('list the last 100 deliveries, newest first')
    .argument('<endpoint>', 'whe_…, or calls for the webhookUrl of calls')
    .action(async (id: string, options: Options) => {
      const log = await run(cli, options, (engine, account) => engine.webhooks.deliveries(account, id));
      cli.print(options, log, log.length > 0 ? deliveryTable(log) : ['No deliveries yet.']);
    });
}

export function webhooksResend(cli: Cli): Command {
  return ofAccount(new Command('resend'))
    .description('deliver an event again')
    .argument('<endpoint>', 'whe_…, or calls')
    .argument('<delivery>', 'dlv_…')
    .action(async (id: string, delivery: string, options: Options) => {
      const sent = await run(cli, options, (engine, account) =>
        engine.webhooks.resend(account, id, delivery),
      );
      cli.print(options, sent, [`${sent.id} is being delivered; see deresegn webhooks log.`]);
    });
}

function ofAccount(command: Command): Command {
  return withJson(command).requiredOption('--account <id>', 'the account');
}

function eventsOption(): Option {
  return new Option('--events <types...>', 'types of events; * for all').choices(['*', ...webhookEventTypes]);
}

/** @throws OperatorError for an unknown account; Failure with the reason */
function run<T>(
  cli: Cli,
  { account }: Pick<Options, 'account'>,
  work: (engine: Engine, account: string) => Promise<T>,
): Promise<T> {
  return cli.withEngine('lasting', async (engine) => {
    const { id } = await engine.accounts.get(account);
    return await work(engine, id).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.failure !== 'not_found') throw error;
      throw error.with({ message: 'The account has no such endpoint or delivery.' });
    });
  });
}

function endpointTable(endpoints: readonly WebhookEndpoint[]): string[] {
  const head = ['ENDPOINT', 'STATE', 'EVENTS', 'URL', 'DESCRIPTION'];
  const rows = endpoints.map((one) => [
    one.id,
    stateOf(one),
    one.events.join(' '),
    one.url,
    one.description ?? '',
  ]);
  return formatTable(head, rows);
}

function stateOf({ disabledAt, disabledReason, failingSince }: WebhookEndpoint): string {
  if (disabledAt !== null) return `off since ${disabledAt} (${disabledReason})`;
  return failingSince === null ? 'on' : `failing since ${failingSince}`;
}

function deliveryTable(log: readonly WebhookDelivery[]): string[] {
  const head = ['DELIVERY', 'TYPE', 'STATUS', 'ATTEMPT', 'RESULT', 'MS', 'MADE', 'NEXT'];
  const rows = log.map((one) => [
    one.id,
    one.type,
    one.status,
    String(one.attempt),
    one.httpStatus === null ? (one.error ?? '') : String(one.httpStatus),
    one.ms === null ? '' : String(one.ms),
    one.createdAt,
    one.nextAttemptAt ?? '',
  ]);
  return formatTable(head, rows);
}
