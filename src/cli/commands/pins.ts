/** `pins`: certificates of hosts whose chain does not verify. */
import { Command } from 'commander';
import type { CertificateView } from '../../engine/api/index.js';
import { commandGroup, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable, pairs } from '../table.js';

export const pins = commandGroup('pins', 'pinned certificates of banks', [
  pinsShow,
  pinsAdd,
  pinsList,
  pinsRemove,
]);

/** `pins show`: exit code 0 when the current certificate is accepted. */
function pinsShow(cli: Cli): Command {
  return withJson(new Command('show'))
    .description('show the certificate of a host, without sending a request')
    .argument('<host>', 'such as apps.cbe.com.et:100; default port 443')
    .action(async (host: string, options: { json?: boolean }) => {
      const view = await cli.withEngine('passing', (engine) => engine.pins.show(host));
      cli.print(options, view, certificateLines(view));
      if (!view.accepted) cli.exitWith(1);
    });
}

/** Certificate details for a person who decides on a pin. */
function certificateLines(view: CertificateView): string[] {
  return [
    ...pairs({
      host: view.host,
      'asked for': view.providers.join(', ') || 'no bank is asked at this host and port',
      subject: view.subject,
      issuer: view.issuer,
      names: view.names,
      valid: `${view.validFrom} to ${view.validUntil}`,
      key: view.pin,
      chain: view.problem === null ? 'verifies' : `does not verify (${view.problem})`,
      pinned: view.pins.join(', ') || 'no',
    }),
    '',
    conclusion(view),
  ];
}

function conclusion({ accepted, pins, host }: CertificateView): string {
  if (accepted) return pins.length > 0 ? 'The key is a pinned one.' : 'It needs no pin.';
  if (pins.length > 0) return 'The key is NOT the pinned one: nothing is sent to this host.';
  return `Nothing is sent to this host until its key is pinned: deresegn pins add ${host}`;
}

interface Options {
  json?: boolean;
  expect?: string;
}

function pinsAdd(cli: Cli): Command {
  return withJson(new Command('add'))
    .description('pin the current key of a host; running services use it within 30 s')
    .argument('<host>', 'such as apps.cbe.com.et:100; default port 443')
    .option('--expect <pin>', 'pin only this key: sha256/BASE64, as you know it from another source')
    .action(async (host: string, { json, expect }: Options) => {
      const view = await cli.withEngine('lasting', (engine) => engine.pins.add(host, expect));
      cli.print({ json }, view, certificateLines(view));
    });
}

function pinsList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('list pinned certificates, from the store and from TLS_PINS')
    .action(async (options: { json?: boolean }) => {
      const pins = await cli.withEngine('lasting', (engine) => engine.pins.list());
      const rows = pins.map(({ host, pin, from, addedAt }) => [host, pin, from, addedAt ?? '']);
      cli.print(options, pins, formatTable(['HOST', 'KEY', 'FROM', 'ADDED'], rows));
    });
}

function pinsRemove(cli: Cli): Command {
  return withJson(new Command('remove'))
    .description('remove the stored pins of a host; then its chain must verify, or match TLS_PINS')
    .argument('<host>', 'such as apps.cbe.com.et:100; default port 443')
    .action(async (host: string, options: { json?: boolean }) => {
      const removed = await cli.withEngine('lasting', (engine) => engine.pins.remove(host));
      cli.print(options, { host, removed }, [`${removed} removed.`]);
    });
}
