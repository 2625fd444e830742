/**
 * Request metrics by route pattern, method, status, provider and outcome, and a sample of log lines. They never contain a
 * URL, a key or a body.
 */
import type { FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Failure } from '../../../engine/api/errors.js';
import type { CompletedRequest } from '../../../engine/api/index.js';
import type { Logger } from '../../../log.js';
import type { App } from '../../types.js';
import { counter } from './in-memory.js';

/** One log line per this many responses of a kind; failures of the service or a bank are always logged. */
const answersPerLogLine = 100;
/** Logged status of a response whose caller has disconnected, as in nginx. */
const clientClosedRequest = 499;
/** Sampled, because prom-client's histogram takes over a microsecond, too much for a cached response. */
const answersPerDuration = 8;

export interface Observer {
  /** Observes all routes registered from now on. */
  watch(app: App): void;
  verified(provider: string, cached: boolean): void;
  /** A request that was answered 202 is complete. */
  completed(request: CompletedRequest): void;
  failed(request: FastifyRequest, reply: FastifyReply, failure: Failure): void;
  /** The caller disconnected while its call waited: counts as a request, but not as an outcome. */
  disconnected(request: FastifyRequest, reply: FastifyReply): void;
}

export function createObserver(registry: Registry, log: Logger): Observer {
  const requests = new FastCounter(registry, {
    name: 'deresegn_http_requests_total',
    help: 'Responses by route pattern, method and status.',
    labelNames: ['route', 'method', 'status'],
  });
  const outcomes = new FastCounter(registry, {
    name: 'deresegn_verifications_total',
    help: 'Verifications by provider and outcome: verified, cached, or the reason or code of a failure.',
    labelNames: ['provider', 'outcome'],
  });
  const seconds = new Histogram({
    name: 'deresegn_http_request_duration_seconds',
    help: `Response time; one in ${answersPerDuration} responses is measured.`,
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 100],
    registers: [registry],
  });

  function answered(route: string, method: string, reply: FastifyReply): void {
    const status = reply.statusCode;
    const nth = requests.add(route, method, String(status));
    if (nth % answersPerDuration === 1) {
      seconds.observe({ route, method, status }, reply.elapsedTime / 1000);
    }
    if (status < 500 && nth % answersPerLogLine !== 1) return;
    const ms = Math.round(reply.elapsedTime);
    log.info({ requestId: reply.request.id, route, method, status, ms }, 'answered');
  }

  const verified: Observer['verified'] = (provider, cached) =>
    void outcomes.add(provider, cached ? 'cached' : 'verified');
  const refused = ({ details, kind }: Failure) =>
    void outcomes.add(details.providerKey ?? 'none', kind.reason ?? kind.code ?? '');

  return {
    watch(app) {
      app.addHook('onRoute', (options) => {
        const hook = answeredHook(options.url, [options.method].flat(), answered);
        options.onResponse = [hook, ...[options.onResponse ?? []].flat()];
      });
    },
    verified,
    completed(request) {
      if (request.verdict === 'failed') refused(request.failure);
      else verified(request.providerKey, request.cached);
    },
    failed(request, reply, failure) {
      const { config } = request.routeOptions;
      if (config?.verification) refused(failure);
      if (!request.is404) return;
      // Requests without a route run no route hooks.
      if (request.refusedRoute === null) answered('none', request.method, reply);
      else answered(request.refusedRoute, 'other', reply);
    },
    disconnected(request, reply) {
      reply.code(clientClosedRequest);
      // Fastify runs no hook for a response whose connection is closed.
      if (reply.raw.destroyed) answered(request.routeOptions.url ?? 'none', request.method, reply);
    },
  };
}

type Answered = (route: string, method: string, reply: FastifyReply) => void;

/** Created once per route, to avoid lookups per response. */
function answeredHook(route: string, methods: readonly string[], answered: Answered): onResponseHookHandler {
  const method = methods.length === 1 ? (methods[0] ?? 'none') : 'other';
  return (_request, reply, done) => {
    answered(route, method, reply);
    done();
  };
}

/** Counts in plain maps and copies them to prom-client when metrics are read. */
class FastCounter {
  private readonly root: Branch = { count: 0, branches: new Map() };

  constructor(registry: Registry, options: { name: string; help: string; labelNames: string[] }) {
    counter(registry, { ...options, values: () => countsOf(this.root) });
  }

  /** @returns the new count for these labels */
  add(...labels: string[]): number {
    let branch = this.root;
    for (const label of labels) branch = childOf(branch, label);
    branch.count += 1;
    return branch.count;
  }
}

interface Branch {
  count: number;
  branches: Map<string, Branch>;
}

function childOf({ branches }: Branch, label: string): Branch {
  const existing = branches.get(label);
  if (existing) return existing;
  const branch: Branch = { count: 0, branches: new Map() };
  branches.set(label, branch);
  return branch;
}

function* countsOf(branch: Branch, labels: string[] = []): Generator<[labels: string[], count: number]> {
  if (branch.branches.size === 0 && branch.count > 0) yield [labels, branch.count];
  for (const [label, next] of branch.branches) yield* countsOf(next, [...labels, label]);
}
