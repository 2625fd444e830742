/** Sends requests to banks; nothing else connects to one. */
import { setMaxListeners } from 'node:events';
import { Agent, type buildConnector } from 'undici';
import type { EgressRoute } from '../config/parsers.js';
import type { ConnectPolicy } from '../providers/types.js';
import { cachedResolve, type ResolveHost, systemResolve } from './addresses.js';
import { checkLive, checkSandbox } from './connect-check.js';
import { type ConnectorOptions, connectLimit, liveConnector, opener, sandboxConnector } from './connector.js';
import { withTimeout } from './deadline.js';
import { TransportError, toEgressError } from './errors.js';
import { exchange } from './http-request.js';
import { createTrust, inspectCertificate, type Pins } from './tls.js';
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
import { hostOf, validateUrl } from './validate-url.js';

export interface EgressOptions {
  /** At least one; attempt n uses route n modulo their number. */
  routes: readonly EgressRoute[];
  /** Time limit of one attempt, from name lookup to last byte, ms. */
  attemptTimeoutMs: number;
  /** Time limit of name lookup, connection, tunnel and TLS together, ms; default 5000. */
  connectTimeoutMs?: number;
  /** Maximum size of a decoded body; default 5 MiB. */
  maxBytes?: number;
  /** Read for each connection. */
  pins: () => Pins;
  /** Called each time a pinned host shows another key. Must not throw. */
  onCertificateChange?: (change: CertificateChange) => void;
  /** Called each time the certificate of an unpinned host (`host:port`) fails verification. Must not throw. */
  onUnverified?: (host: string) => void;
  /** Connection options of origins (`https://host` or `https://host:port`) whose connections often die. */
  policies?: Readonly<Record<string, ConnectPolicy>>;
  /** Current address of the simulated banks; null when there are none. */
  sandbox: (() => { host: string; port: number }) | null;
  /** For tests: replaces the system's resolver. */
  resolve?: ResolveHost;
  /** For tests: additional certificate authorities, PEM. */
  trustedCa?: readonly string[];
  /** For tests: addresses treated as public. */
  exemptAddresses?: readonly string[];
}

interface Route {
  name: string;
  agents: Readonly<Record<Realm, Agents>>;
  inspect(host: string, port: number): Promise<CertificateReport>;
  connectCheck: { live: ReturnType<typeof checkLive>; sandbox: ReturnType<typeof checkSandbox> };
  close(): Promise<void>;
}

/** Pooled connections, and connections for a single request. */
interface Agents {
  pooled: Agent;
  fresh: Agent;
}

/** Pools connections per egress address, realm and bank; opens nothing before the first request. */
export function createEgress(options: EgressOptions): Egress & Inspector & Reachability & DeadHandshakes {
  const { attemptTimeoutMs: ms, maxBytes = 5 * 1024 * 1024 } = options;
  const closing = new AbortController();
  // Every running request adds a listener: many are not a leak.
  setMaxListeners(0, closing.signal);
  const deadHandshakes = new Map<string, number>();
  // One DNS cache for all egress addresses, so that a blocked resolver delays only the first call.
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
    const url = validateUrl(request, realm);
    const limit = { ms, message: `no complete answer within ${ms} ms`, signals: [signal, closing.signal] };
    const agent = route.agents[realm][request.fresh ? 'fresh' : 'pooled'];
    return withTimeout(limit, (inTime) => {
      const origin = realm === 'live' ? url.origin : sandboxOrigin(options.sandbox);
      return exchange(agent, { origin, url, headers: request.headers }, maxBytes, inTime);
    });
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
        validateUrl({ method: 'GET', url, headers: {}, origins }, 'live');
        return await firstRoute.inspect(host, port);
      } catch (error) {
        throw toEgressError(error, firstRoute.name, `${host}:${port}`);
      }
    },
    async connect(origin, { realm, egress, signal }) {
      const route = routeOf({ attempt: 0, ...(egress !== undefined && { egress }) });
      try {
        const url = validateUrl({ method: 'GET', url: origin, headers: {}, origins: [origin] }, realm);
        if (realm === 'live') await route.connectCheck.live(url.hostname, Number(url.port || 443), signal);
        else await route.connectCheck.sandbox(sandboxOrigin(options.sandbox), url.host, signal);
      } catch (error) {
        throw toEgressError(error, route.name, hostOf(origin));
      }
    },
    async close() {
      closing.abort(new TransportError('aborted', 'the service is closing'));
      await Promise.all(routes.map((route) => route.close()));
    },
  };
}

function createRoute(
  route: EgressRoute,
  options: EgressOptions & { resolve: ResolveHost },
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
    inspect: createInspect(parts),
    connectCheck: { live: checkLive(parts), sandbox: checkSandbox(agents.sandbox.pooled, parts) },
    async close() {
      const all = [agents.live, agents.sandbox].flatMap(({ pooled, fresh }) => [pooled, fresh]);
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

function agentsOf(connect: buildConnector.connector): Agents {
  // The attempt's deadline covers headers and body, so undici's own timers are off.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect };
  // With pipelining 0 undici closes a connection after its first response.
  return { pooled: new Agent(options), fresh: new Agent({ ...options, pipelining: 0 }) };
}

/** Opens one connection only to read its certificate. */
function createInspect(parts: ConnectorOptions): Route['inspect'] {
  const open = opener(parts);
  return (host, port) =>
    withTimeout(connectLimit(parts), async (signal) =>
      inspectCertificate(await open(host, port, signal), host, port, parts.trust, signal),
    );
}

/** Current address of the simulated banks. @throws TransportError `unreachable` when there are none */
function sandboxOrigin(sandbox: EgressOptions['sandbox']): string {
  if (!sandbox) throw new TransportError('unreachable', 'there are no simulated banks in this deployment');
  const { host, port } = sandbox();
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function firstOf(routes: readonly Route[]): Route {
  const [first] = routes;
  if (!first) throw new RangeError('an egress needs at least one route');
  return first;
}
