import { Command } from 'commander';
import type { CertificateView } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { pairs } from '../table.js';

/** `pins show`: exit code 0 when the current certificate is accepted. */
export function pinsShow(cli: Cli): Command {
  return withJson(new Command('show'))
    .description('look at the certificate a host shows; sends no request')
    .argument('<host>', 'such as apps.cbe.com.et:100; the port is 443 when left out')
    .action(async (host: string, options: { json?: boolean }) => {
      const view = await cli.withEngine('passing', (engine) => engine.pins.show(host));
      cli.print(options, view, certificateLines(view));
      if (!view.accepted) cli.exitWith(1);
    });
}

/** Certificate details for a person who decides on a pin. */
export function certificateLines(view: CertificateView): string[] {
  return [
    ...pairs({
      host: view.host,
      'asked for': view.providers.join(', ') || 'no bank here is asked at this host and port',
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
