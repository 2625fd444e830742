/** Simulated banks: one HTTP server on loopback that answers like each bank (docs/api.md#sandbox). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressRoute, LinkTemplate } from '../config/parsers.js';
import { noSuchPage } from './banks/answers.js';
import { allBanks } from './banks/registry.js';
import type { ReceiptVariant, SimulatedBank, SimulatedReceipt } from './banks/types.js';
import { connectionOf } from './connection.js';
import { egressNames } from './egress-by-address.js';
import { blockPage, outcomeOf, slowMs } from './outcomes.js';
import type { PdfRenderer } from './pdf-renderer/index.js';
import type { SandboxState, Screenshots } from './types.js';

interface SandboxOptions {
  state: SandboxState;
  /** Identify egress addresses, see egress-by-address.ts. */
  routes: readonly EgressRoute[];
  /** Link templates of Siinqee; without any, this bank is absent. */
  siinqeeLinks?: readonly LinkTemplate[];
}

export interface Sandbox {
  /** Address of the server; the Host header chooses the bank. */
  address(): { host: '127.0.0.1'; port: number };
  /** Screenshots that customers of these banks would have. */
  screenshots: Pick<Screenshots, 'draw'>;
  /** Also closes open connections. */
  close(): Promise<void>;
}

interface Parts {
  banks: readonly SimulatedBank[];
  state: SandboxState;
  egressOf(address: string | undefined): string;
  print: PdfRenderer['print'];
}

export async function createSandbox({ state, routes, siinqeeLinks = [] }: SandboxOptions): Promise<Sandbox> {
  const banks = allBanks(siinqeeLinks);
  const pdfRenderer = lazily(async () => (await import('./pdf-renderer/index.js')).createPdfRenderer());
  const screenshots = lazily(async () =>
    (await import('./screenshots/index.js')).createScreenshots(siinqeeLinks),
  );
  const print: PdfRenderer['print'] = async (page) => await (await pdfRenderer.get()).print(page);
  const parts: Parts = { banks, state, egressOf: egressNames(routes), print };
  const server = createServer((request, response) => {
    // The client has disconnected or the store is unreachable: close the connection.
    serve(request, response, parts).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    address: () => ({ host: '127.0.0.1', port }),
    screenshots: { draw: async (...receipt) => await (await screenshots.get()).draw(...receipt) },
    async close() {
      await closed(server);
      await Promise.all([pdfRenderer.close(), screenshots.close()]);
    },
  };
}

/** Loads a part on its first use, so that a service that never draws a receipt does not load the code for it. */
function lazily<T extends { close(): Promise<void> }>(load: () => Promise<T>) {
  let loaded: Promise<T> | undefined;
  let isClosed = false;
  return {
    async get(): Promise<T> {
      if (isClosed) throw new Error('The sandbox is closed.');
      loaded ??= load();
      return await loaded;
    },
    async close(): Promise<void> {
      isClosed = true;
      await (await loaded)?.close();
    },
  };
}

/** Order: bank, hit, switched state, outcome, so that every request is counted whatever its outcome. */
async function serve(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { banks, state, egressOf, print } = parts;
  const connection = connectionOf(response);
  const bank = bankAt(banks, request);
  if (!bank) return connection.send(noSuchPage);
  const found = lookUp(bank, request);
  const hits = 'reference' in found ? await state.hit(bank.provider, found.reference) : 0;
  const now = await state.state(bank.provider, egressOf(request.socket.remoteAddress));
  if (now === 'down') return connection.drop();
  if (now === 'blocked') return connection.send(blockPage);
  if (now === 'slow') await connection.pause(slowMs);
  if ('answer' in found) return connection.send(found.answer);
  const { reference } = found;
  await outcomeOf(bank, reference).perform({
    ...{ bank, reference, hits, connection },
    async sendReceipt(shown, changes) {
      if (bank.views && hits > bank.views.max) return connection.send(bank.views.refusal);
      const variant: ReceiptVariant = { status: 'settled', complete: true, ...changes };
      connection.send(await bank.receipt(shown, variant, print));
    },
  });
}

function bankAt(
  banks: readonly SimulatedBank[],
  { headers, url = '' }: IncomingMessage,
): SimulatedBank | undefined {
  const asked = headers.host?.toLowerCase().replace(/:443$/, '');
  return banks.find(({ host, serves }) => host === asked && (serves?.(url) ?? true));
}

function lookUp(bank: SimulatedBank, { method, url = '', headers }: IncomingMessage): SimulatedReceipt {
  const base = `http://${bank.host}`;
  if (method !== 'GET' || !URL.canParse(url, base)) return { answer: noSuchPage };
  const { pathname, searchParams } = new URL(url, base);
  const found = bank.lookUp({ path: pathname, query: searchParams, headers });
  return 'answer' in found || bank.exists(found.reference) ? found : { answer: bank.notFound };
}

async function listen(server: Server): Promise<number> {
  // Exclusive: each worker has its own server, not one shared by the cluster.
  await once(server.listen({ host: '127.0.0.1', port: 0, exclusive: true }), 'listening');
  return (server.address() as AddressInfo).port;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
