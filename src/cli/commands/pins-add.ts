import { Command } from 'commander';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { certificateLines } from './pins-show.js';

interface Options {
  json?: boolean;
  expect?: string;
}

export function pinsAdd(cli: Cli): Command {
  return withJson(new Command('add'))
    .description('pin the key a host shows now; every running service knows it within 30 s')
    .argument('<host>', 'such as apps.cbe.com.et:100; the port is 443 when left out')
    .option('--expect <pin>', 'pin nothing but this key, sha256/BASE64 as you know it from elsewhere')
    .action(async (host: string, { json, expect }: Options) => {
      const view = await cli.withEngine('lasting', (engine) => engine.pins.add(host, expect));
      cli.print({ json }, view, certificateLines(view));
    });
}
