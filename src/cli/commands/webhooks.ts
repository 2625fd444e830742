/** `webhooks`: the webhook endpoints of an account, and deliveries to them (docs/webhooks.md). */
import { Command, Option } from 'commander';
import {
  type Engine,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEventType,
  type WebhookSubscription,
  webhookEventTypes,
} from '../../engine/index.js';
import { type AccountOptions, commandGroup, withAccount } from '../arguments.js';
import { type Cli, forAccount } from '../context.js';
import { formatTable, pairs } from '../table.js';

export const webhooks = commandGroup('webhooks', "an account's webhook endpoints", [
  ...[webhooksList, webhooksCreate, webhooksSet, webhooksRemove, webhooksRotate],
  ...[webhooksTest, webhooksLog, webhooksResend],
]);

function webhooksList(cli: Cli): Command {
  return withAccount(new Command('list'))
    .description('list webhook endpoints')
    .action(async (options: AccountOptions) => {
      const endpoints = await run(cli, options.account, (webhooks) => webhooks.list(options.account));
      const lines = endpoints.length > 0 ? endpointTable(endpoints) : ['The account has no endpoints.'];
      cli.print(options, endpoints, lines);
    });
}

function webhooksCreate(cli: Cli): Command {
  return withAccount(new Command('create'))
    .description('create an endpoint; its secret is shown only once')
    .argument('<url>', 'a public https address')
    .addOption(eventsOption().default(['*'], 'all'))
    .option('--description <text>', 'what it is for')
    .action(async (url: string, { description, events, ...options }: AccountOptions & Change) => {
      const endpoint = { url, events: events ?? ['*'], description };
      const made = await run(cli, options.account, (webhooks) => webhooks.create(options.account, endpoint));
      const shown = { id: made.id, url: made.url, events: made.events.join(' '), secret: made.secret };
      cli.print(options, made, [...pairs(shown), '', 'The secret is shown only once; keep it.']);
    });
}

interface Change {
  url?: string;
  events?: WebhookSubscription[];
  description?: string;
}

function webhooksSet(cli: Cli): Command {
  return withAccount(new Command('set'))
    .description('change, pause or resume an endpoint')
    .argument('<endpoint>', 'whe_…')
    .option('--url <url>', 'the new address')
    .addOption(eventsOption())
    .option('--description <text>', 'what it is for')
    .addOption(new Option('--state <state>', 'whether it gets events').choices(['on', 'off']))
    .action(
      async (id: string, given: AccountOptions & Change & { state?: 'on' | 'off' }, command: Command) => {
        const { json, account, state, ...change } = given;
        if (state === undefined && Object.keys(change).length === 0) {
          command.error('error: nothing to set: --url, --events, --description or --state');
        }
        const disabled = state === undefined ? undefined : state === 'off';
        const endpoint = await run(cli, account, (webhooks) =>
          webhooks.update(account, id, { ...change, disabled }),
        );
        cli.print({ json }, endpoint, endpointTable([endpoint]));
      },
    );
}

function webhooksRemove(cli: Cli): Command {
  return withAccount(new Command('remove'))
    .description('remove an endpoint with its pending deliveries')
    .argument('<endpoint>', 'whe_…')
    .action(async (id: string, options: AccountOptions) => {
      await run(cli, options.account, (webhooks) => webhooks.remove(options.account, id));
      cli.print(options, { id }, [`${id} is removed.`]);
    });
}

function webhooksRotate(cli: Cli): Command {
  return withAccount(new Command('rotate-secret'))
    .description(
      'replace the secret of an endpoint, or of the webhookUrl of calls; the old one signs for 24 h more',
    )
    .argument('<endpoint>', 'whe_…, or calls')
    .action(async (id: string, { json, account }: AccountOptions) => {
      const secret = await run(cli, account, async (webhooks) =>
        id === 'calls'
          ? await webhooks.rotateCallSecret(account)
          : (await webhooks.rotateSecret(account, id)).secret,
      );
      cli.print({ json }, { id, secret }, [secret, '', 'The old secret signs too for 24 hours.']);
    });
}

function webhooksTest(cli: Cli): Command {
  return withAccount(new Command('test'))
    .description('deliver an example of an event')
    .argument('<endpoint>', 'whe_…')
    .addOption(
      new Option('--type <type>', 'type of the event')
        .choices([...webhookEventTypes])
        .default('verification.completed'),
    )
    .action(async (id: string, { type, json, account }: AccountOptions & { type: WebhookEventType }) => {
      const delivery = await run(cli, account, (webhooks) => webhooks.test(account, id, type));
      cli.print({ json }, delivery, [`${delivery.id} is being delivered; see deresegn webhooks log.`]);
    });
}

function webhooksLog(cli: Cli): Command {
  return withAccount(new Command('log'))
    .description('list the last 100 deliveries, newest first')
    .argument('<endpoint>', 'whe_…, or calls for the webhookUrl of calls')
    .action(async (id: string, { json, account }: AccountOptions) => {
      const log = await run(cli, account, (webhooks) => webhooks.deliveries(account, id));
      cli.print({ json }, log, log.length > 0 ? deliveryTable(log) : ['No deliveries yet.']);
    });
}

function webhooksResend(cli: Cli): Command {
  return withAccount(new Command('resend'))
    .description('deliver an event again')
    .argument('<endpoint>', 'whe_…, or calls')
    .argument('<delivery>', 'dlv_…')
    .action(async (id: string, delivery: string, { json, account }: AccountOptions) => {
      const sent = await run(cli, account, (webhooks) => webhooks.resend(account, id, delivery));
      cli.print({ json }, sent, [`${sent.id} is being delivered; see deresegn webhooks log.`]);
    });
}

function eventsOption(): Option {
  return new Option('--events <types...>', 'types of events; * for all').choices(['*', ...webhookEventTypes]);
}

/** @throws OperatorError for an unknown account; Failure with the reason */
function run<T>(cli: Cli, account: string, work: (webhooks: Engine['webhooks']) => Promise<T>): Promise<T> {
  const missing = 'The account has no such endpoint or delivery.';
  return forAccount(cli, account, ({ webhooks }) => work(webhooks), missing);
}

function endpointTable(endpoints: readonly WebhookEndpoint[]): string[] {
  const head = ['ENDPOINT', 'STATE', 'EVENTS', 'URL', 'DESCRIPTION'];
  const rows = endpoints.map((endpoint) => {
    const { id, events, url, description } = endpoint;
    return [id, stateOf(endpoint), events.join(' '), url, description ?? ''];
  });
  return formatTable(head, rows);
}

function stateOf({ disabledAt, disabledReason, failingSince }: WebhookEndpoint): string {
  if (disabledAt !== null) return `off since ${disabledAt} (${disabledReason})`;
  return failingSince === null ? 'on' : `failing since ${failingSince}`;
}

function deliveryTable(log: readonly WebhookDelivery[]): string[] {
  const head = ['DELIVERY', 'TYPE', 'STATUS', 'ATTEMPT', 'RESULT', 'MS', 'MADE', 'NEXT'];
  const rows = log.map(({ id, type, status, attempt, httpStatus, error, ms, createdAt, nextAttemptAt }) => [
    ...[id, type, status, String(attempt)],
    httpStatus === null ? (error ?? '') : String(httpStatus),
    ms === null ? '' : String(ms),
    ...[createdAt, nextAttemptAt ?? ''],
  ]);
  return formatTable(head, rows);
}
