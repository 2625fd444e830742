/** The simulated banks: one HTTP server on loopback that answers as each bank would (docs/api.md#sandbox). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressRoute, LinkForm } from '../config/index.js';
import { noSuchPage } from './banks/answers.js';
import { allBanks } from './banks/registry.js';
import type { Found, Showing, SimulatedBank } from './banks/types.js';
import { stageFor } from './connection.js';
import { egressNames } from './egress-by-address.js';
import { blockPage, outcomeOf, type Stage, slowMs, type Visit } from './outcomes.js';
import { createPress, type Press } from './pdf-renderer/index.js';
import type { SandboxState } from './types.js';

export interface SandboxOptions {
  state: SandboxState;
  /** By which egress addresses are told apart, see sources.ts. */
  routes: readonly EgressRoute[];
  /** Where Siinqee's links lead; without any there is no such bank here. */
  siinqeeLinks?: readonly LinkForm[];
}

export interface Sandbox {
  /** Where the banks listen; each is asked for by its Host header. */
  address(): { host: '127.0.0.1'; port: number };
  /** Ends open connections too. */
  close(): Promise<void>;
}

interface Parts {
  banks: readonly SimulatedBank[];
  state: SandboxState;
  egressOf(address: string | undefined): string;
  press: Press;
}

export async function createSandbox({ state, routes, siinqeeLinks = [] }: SandboxOptions): Promise<Sandbox> {
  const banks = allBanks(siinqeeLinks);
  const parts: Parts = { banks, state, egressOf: egressNames(routes), press: createPress() };
  const server = createServer((request, response) => {
    // Nobody is left to tell, or the store is gone: a bank that breaks ends the connection.
    serve(request, response, parts).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    address: () => ({ host: '127.0.0.1', port }),
    async close() {
      await closed(server);
      await parts.press.close();
    },
  };
}

/** Host, hit, switched state, outcome: in that order, so that a request counts whatever becomes of it. */
async function serve(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { banks, state, egressOf, press } = parts;
  const stage = stageFor(response);
  const bank = bankAt(banks, request);
  if (!bank) return stage.send(noSuchPage);
  const found = lookUp(bank, request);
  const hits = 'reference' in found ? await state.hit(bank.provider, found.reference) : 0;
  const now = await state.state(bank.provider, egressOf(request.socket.remoteAddress));
  if (now === 'down') return stage.drop();
  if (now === 'blocked') return stage.send(blockPage);
  if (now === 'slow') await stage.pause(slowMs);
  if ('answer' in found) return stage.send(found.answer);
  await outcomeOf(bank, found.reference).perform(visitOf(bank, found.reference, hits, stage, press));
}

function bankAt(
  banks: readonly SimulatedBank[],
  { headers, url = '' }: IncomingMessage,
): SimulatedBank | undefined {
  const asked = headers.host?.toLowerCase().replace(/:443$/, '');
  return banks.find(({ host, serves }) => host === asked && (serves?.(url) ?? true));
}

function lookUp(bank: SimulatedBank, { method, url = '', headers }: IncomingMessage): Found {
  const base = `http://${bank.host}`;
  if (method !== 'GET' || !URL.canParse(url, base)) return { answer: noSuchPage };
  const { pathname, searchParams } = new URL(url, base);
  return bank.lookUp({ path: pathname, query: searchParams, headers });
}

function visitOf(
  bank: SimulatedBank,
  reference: string,
  hits: number,
  stage: Stage,
  { print }: Press,
): Visit {
  return {
    bank,
    reference,
    hits,
    stage,
    async show(shown, changes) {
      if (bank.views && hits > bank.views.max) return stage.send(bank.views.refusal);
      const showing: Showing = { status: 'settled', complete: true, ...changes };
      stage.send(await bank.receipt(shown, showing, print));
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Exclusive: each worker has banks of its own, not one shared by the cluster.
    const where = { host: '127.0.0.1', port: 0, exclusive: true };
    server.listen(where, () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
