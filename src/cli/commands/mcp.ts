/** `mcp`: the tools for assistants over standard input and output (docs/mcp.md). */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { OperatorError } from '../../engine/api/index.js';
import { createRelay } from '../mcp/relay.js';

export function mcp(): Command {
  return new Command('mcp')
    .description(
      'the tools for assistants (Model Context Protocol) over standard input and output, with the service at DERESEGN_URL and the key DERESEGN_KEY',
    )
    .action(async () => {
      const relay = createRelay(serviceIn(process.env));
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() !== '') void relay.take(line).then(write);
      }
    });
}

function write(answer: string | null): void {
  if (answer !== null) process.stdout.write(`${answer}\n`);
}

/** @throws OperatorError, which does not show the key */
function serviceIn({ DERESEGN_URL: url = '', DERESEGN_KEY: key = '' }: NodeJS.ProcessEnv) {
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new OperatorError('Set DERESEGN_URL to the address of the service.', 'usage');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new OperatorError('Set DERESEGN_KEY to an API key.', 'usage');
  return { url: url.replace(/\/+$/, ''), key };
}
