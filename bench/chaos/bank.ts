/**
 * The banks as a separate process: the service's egress goes through a proxy, and behind the proxy are the simulated banks
 * with their own memory. The proxy counts what reaches a bank, and can make a bank misbehave on the connection itself.
 *
 * Prints its port. Takes one JSON line at a time: `{"misbehaviour":"hang","hosts":[...]}`, `{"misbehaviour":"good"}`, or
 * `{"report":true}`, and answers each with a line.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createSandbox } from '../../src/sandbox/index.js';
import { memorySandboxState } from '../../test/support/sandbox-state.js';
import type { BankReport } from './bank-process.js';
import { type Misbehaviour, misbehaviours } from './misbehaviours.js';

const sandbox = await createSandbox({
  state: memorySandboxState(),
  routes: [{ name: 'main', kind: 'direct' }],
  siinqeeLinks: [{ host: 'siinqeebank.com', before: '/receipt/', after: '' }],
});
const hits: Record<string, number> = {};
let misbehaviour: Misbehaviour | null = null;
let hosts: readonly string[] = [];
let sentMax = 0;
let reached = 0;

const inside = createServer((_, response) => {
  reached += 1;
  response.end('what nobody outside may read');
});
const insidePort = await listening(inside);

const bank = createServer((incoming, response) => {
  const host = (incoming.headers.host ?? '').replace(/:443$/, '');
  const name = `${host}${incoming.url ?? ''}`;
  hits[name] = (hits[name] ?? 0) + 1;
  if (misbehaviour === null || !hosts.includes(host)) return forward(incoming, response);
  const { socket } = incoming;
  socket.once('close', () => {
    sentMax = Math.max(sentMax, socket.bytesWritten);
  });
  misbehaviour({ response, insidePort });
});

const proxy = createServer((_, response) => response.writeHead(405).end());
proxy.on('connect', (_, socket: Socket) => {
  socket.on('error', () => {});
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  bank.emit('connection', socket);
});

/** Passes a request to the simulated banks; if they drop the connection, the proxy drops it too. */
function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const asked = request({ ...sandbox.address(), method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => response.destroy()).pipe(response);
  });
  asked.on('error', () => response.destroy());
  response.once('close', () => asked.destroy());
  asked.end();
}

function obey(line: string): unknown {
  const order = JSON.parse(line) as { misbehaviour?: string; hosts?: string[]; report?: true };
  if (order.report) return { hits, sentMax, reached } satisfies BankReport;
  misbehaviour = Object.hasOwn(misbehaviours, order.misbehaviour ?? '')
    ? misbehaviours[order.misbehaviour as keyof typeof misbehaviours]
    : null;
  hosts = order.hosts ?? [];
  if (misbehaviour === null) bank.closeAllConnections();
  else sentMax = 0;
  return { ok: true };
}

async function listening(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.stdout.write(`banks behind port ${await listening(proxy)}\n`);
createInterface({ input: process.stdin })
  .on('line', (line) => process.stdout.write(`${JSON.stringify(obey(line))}\n`))
  .on('close', () => process.exit(0));
