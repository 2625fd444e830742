/** The only way out to a bank. */
import { setMaxListeners } from 'node:events';
import { Agent, type buildConnector } from 'undici';
import type { EgressRoute } from '../config/index.js';
import type { ConnectPolicy } from '../providers/types.js';
import { cachedResolve, type Resolve, systemResolve } from './addresses.js';
import { liveKnock, sandboxKnock } from './connect-check.js';
import { type ConnectorOptions, connectLimit, liveConnector, opener, sandboxConnector } from './connector.js';
import { within } from './deadline.js';
import { Fault, toEgressError } from './errors.js';
import { exchange, type Outgoing } from './http-request.js';
import { createTrust, look, type Pins } from './tls.js';
import { createDial } from './tunnel.js';
import type {
  CertificateChange,
  CertificateReport,
  DeadHandshakes,
  Egress,
  FetchOptions,
  Inspector,
  OutgoingRequest,
  OutgoingResponse,
  Reachability,
  Realm,
} from './types.js';
import { admit, hostOf } from './validate-url.js';

export interface EgressOptions {
  /** At least one; attempt n leaves from route n modulo their number. */
  routes: readonly EgressRoute[];
  /** One attempt in all, from the first lookup to the last byte. */
  attemptTimeoutMs: number;
  /** Name lookup, connection, tunnel and TLS together; 5000 when not given. */
  connectTimeoutMs?: number;
  /** Largest body, decoded; 5 MiB when not given. */
  maxBytes?: number;
  /** Asked anew for each connection. */
  pins: () => Pins;
  /** Told each time a pinned host shows another key. Must not throw. */
  onCertificateChange?: (change: CertificateChange) => void;
  /** Told each time the certificate of a host (`host:port`) that is not pinned does not verify. Must not throw. */
  onUnverified?: (host: string) => void;
  /** How to connect to origins (`https://host` or `https://host:port`) whose connections often die. */
  policies?: Readonly<Record<string, ConnectPolicy>>;
  /** Where the simulated banks listen at the moment of a request; null when there are none. */
  sandbox: (() => { host: string; port: number }) | null;
  /** For tests: answers instead of the system's resolver. */
  resolve?: Resolve;
  /** For tests: authorities trusted beside those that come with Node, in PEM form. */
  trustedCa?: readonly string[];
  /** For tests, which have no others: addresses that pass as public. */
  exemptAddresses?: readonly string[];
}

interface Route {
  name: string;
  agents: Readonly<Record<Realm, Agents>>;
  inspect(host: string, port: number): Promise<CertificateReport>;
  knock: { live: ReturnType<typeof liveKnock>; sandbox: ReturnType<typeof sandboxKnock> };
  close(): Promise<void>;
}

/** Connections that are used again, and connections that are made for one request. */
interface Agents {
  pooled: Agent;
  fresh: Agent;
}

/** Connections are pooled per egress address, realm and bank; nothing is opened before the first request. */
export function createEgress(options: EgressOptions): Egress & Inspector & Reachability & DeadHandshakes {
  const { attemptTimeoutMs: ms, maxBytes = 5 * 1024 * 1024 } = options;
  const closing = new AbortController();
  // Every request under way listens to it: any number is no leak.
  setMaxListeners(0, closing.signal);
  const deadHandshakes = new Map<string, number>();
  // One cache for all egress addresses, or the first call of each would wait for a resolver that blocks.
  const resolve = cachedResolve(options.resolve ?? systemResolve);
  const routes = options.routes.map((route) =>
    createRoute(route, { ...options, resolve }, closing.signal, deadHandshakes),
  );
  const firstRoute = firstOf(routes);

  function routeOf({ attempt, egress }: Pick<FetchOptions, 'attempt' | 'egress'>): Route {
    const named = egress === undefined ? undefined : routes.find(({ name }) => name === egress);
    return named ?? routes[attempt % routes.length] ?? firstRoute;
  }

  async function send(route: Route, request: OutgoingRequest, { realm, signal }: FetchOptions) {
    const url = admit(request, realm);
    const limit = { ms, message: `no complete answer within ${ms} ms`, signals: [signal, closing.signal] };
    const agent = route.agents[realm][request.fresh ? 'fresh' : 'pooled'];
    return within(limit, (inTime) =>
      exchange(agent, outgoing(url, request, realm, options.sandbox), maxBytes, inTime),
    );
  }

  return {
    names: routes.map(({ name }) => name),
    deadHandshakes,
    async fetch(request, fetchOptions): Promise<OutgoingResponse> {
      const route = routeOf(fetchOptions);
      try {
        return { ...(await send(route, request, fetchOptions)), egress: route.name };
      } catch (error) {
        throw toEgressError(error, route.name, hostOf(request.url));
      }
    },
    async inspect(host, port) {
      try {
        const url = `https://${host}:${port}`;
        const origins = URL.canParse(url) ? [new URL(url).origin] : [];
        admit({ method: 'GET', url, headers: {}, origins }, 'live');
        return await firstRoute.inspect(host, port);
      } catch (error) {
        throw toEgressError(error, firstRoute.name, `${host}:${port}`);
      }
    },
    async connect(origin, { realm, egress, signal }) {
      const route = routeOf({ attempt: 0, ...(egress !== undefined && { egress }) });
      try {
        const url = admit({ method: 'GET', url: origin, headers: {}, origins: [origin] }, realm);
        if (realm === 'live') await route.knock.live(url.hostname, Number(url.port || 443), signal);
        else await route.knock.sandbox(sandboxOrigin(options.sandbox), url.host, signal);
      } catch (error) {
        throw toEgressError(error, route.name, hostOf(origin));
      }
    },
    async close() {
      closing.abort(new Fault('aborted', 'the service is closing'));
      await Promise.all(routes.map((route) => route.close()));
    },
  };
}

function createRoute(
  route: EgressRoute,
  options: EgressOptions & { resolve: Resolve },
  closing: AbortSignal,
  deadHandshakes: Map<string, number>,
): Route {
  const { connectTimeoutMs = 5000, trustedCa = [], exemptAddresses = [], policies = {}, resolve } = options;
  const { pins, onCertificateChange, onUnverified } = options;
  const trust = createTrust({ pins, extraCa: trustedCa, onCertificateChange, onUnverified });
  const dial = createDial(route, { connectTimeoutMs, trust });
  const parts = {
    ...{ dial, trust, resolve, exemptAddresses, connectTimeoutMs, closing },
    policyOf: (host: string, port: number) => policies[new URL(`https://${host}:${port}`).origin],
    onDeadHandshake() {
      deadHandshakes.set(route.name, (deadHandshakes.get(route.name) ?? 0) + 1);
    },
  };
  const agents = { live: agentsOf(liveConnector(parts)), sandbox: agentsOf(sandboxConnector(parts)) };
  return {
    name: route.name,
    agents,
    inspect: inspection(parts),
    knock: { live: liveKnock(parts), sandbox: sandboxKnock(agents.sandbox.pooled, parts) },
    async close() {
      const all = [agents.live, agents.sandbox].flatMap(({ pooled, fresh }) => [pooled, fresh]);
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

function agentsOf(connect: buildConnector.connector): Agents {
  // The deadline of an attempt bounds headers and body together; undici's own timers would only blur it.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect };
  // Without pipelining undici ends a connection with its first answer.
  return { pooled: new Agent(options), fresh: new Agent({ ...options, pipelining: 0 }) };
}

/** One connection that ends with a look at the certificate. */
function inspection(parts: ConnectorOptions): Route['inspect'] {
  const open = opener(parts);
  return (host, port) =>
    within(connectLimit(parts), async (signal) =>
      look(await open(host, port, signal), host, port, parts.trust, signal),
    );
}

function outgoing(
  url: URL,
  request: OutgoingRequest,
  realm: Realm,
  sandbox: EgressOptions['sandbox'],
): Outgoing {
  const { headers } = request;
  if (realm === 'live') return { origin: url.origin, url, headers };
  return { origin: sandboxOrigin(sandbox), url, headers };
}

/** Where the simulated banks are at this moment. @throws Fault `unreachable` when there are none */
function sandboxOrigin(sandbox: EgressOptions['sandbox']): string {
  if (!sandbox) throw new Fault('unreachable', 'there are no simulated banks in this deployment');
  const { host, port } = sandbox();
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function firstOf(routes: readonly Route[]): Route {
  const [first] = routes;
  if (!first) throw new RangeError('an egress needs at least one route');
  return first;
}
