/** Dependencies and shared types of the sidecar. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { Config } from '../config/index.js';
import type { Engine } from '../engine/api/index.js';
import type { AiFigures } from '../extractor/types.js';
import type { Pages, SandboxExample } from '../http/pages.js';
import type { Webhook } from '../http/webhook.js';
import type { Logger } from '../log.js';
import type { Screenshots } from '../sandbox/types.js';

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Examples and screenshots of the simulated banks. */
export interface SandboxParts {
  examples(): readonly SandboxExample[];
  /** Absent where none are drawn. Never served under BANKS=live. */
  screenshots?: Pick<Screenshots, 'draw'>;
}

export interface SidecarDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  /** Null in deployments without simulated banks. */
  sandbox: SandboxParts | null;
  pages?: Pages;
  /** Usage of the AI model in this process; without it its metrics are absent. */
  aiFigures?: AiFigures;
  /** Connections to banks that died before their TLS handshake, by egress address. */
  deadHandshakes?: ReadonlyMap<string, number>;
  /** Unreadable answers of banks, by `<provider> <because>`. */
  unreadable?: ReadonlyMap<string, number>;
  /** Webhooks; none when absent. */
  hooks?: readonly Webhook[];
  /** Registry for metrics; a new one when absent. */
  metrics?: Registry;
  /** Replaces the text of `/metrics` where several processes serve on the same port. */
  expose?: (own: Registry) => Pick<Registry, 'contentType' | 'metrics'>;
  /** True while this process drains: it serves on, but `/readyz` returns 503. Always false when absent. */
  draining?: () => boolean;
  /** How long a client may take to send, in milliseconds. */
  timeouts?: ServerTimeouts;
  /** Limits of server-sent event streams. */
  streams?: StreamLimits;
}

export interface StreamLimits {
  /** Silence after which a keep-alive comment is sent, ms. */
  commentMs: number;
  /** Maximum duration of a stream, ms. */
  endMs: number;
}

export interface ServerTimeouts {
  headersMs: number;
  requestMs: number;
  /** Interval at which connections are checked. */
  checkMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** True once the key of this request is counted against its rate, or no longer needs to be. */
    counted: boolean;
    /** The route pattern of the path, where the path exists but does not accept the method. */
    refusedRoute: string | null;
  }
  interface FastifyContextConfig {
    /** This route needs a key: 401 and 429 take precedence over other failures. */
    keyed?: boolean;
    /** The key may also be sent as `Authorization: Bearer`. */
    bearer?: boolean;
    /** Outcomes are counted as verifications. */
    verification?: boolean;
  }
}
