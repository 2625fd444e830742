/** Dependencies and shared types of the sidecar. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { Config } from '../config/index.js';
import type { Failure } from '../engine/api/errors.js';
import type { Engine, ImageAsker, ResolveRequest } from '../engine/api/index.js';
import type { AiFigures } from '../extractor/types.js';
import type { Logger } from '../log.js';
import type { Screenshots } from '../sandbox/types.js';

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** One sandbox example: what to send, and its outcome. */
export interface SandboxExample {
  provider: string;
  outcome: string;
  request: ResolveRequest;
  /** Path of the receipt drawn as a screenshot. */
  screenshot?: string;
}

/** The sandbox: examples, hits and screenshots of simulated banks. */
export interface SandboxParts {
  examples(): readonly SandboxExample[];
  /** Absent where no screenshots are drawn. Never served under BANKS=live. */
  screenshots?: Pick<Screenshots, 'draw'>;
}

/** Functions of the server for pages that verify receipts. */
export interface PageTools {
  /** The body an API endpoint would have returned. */
  envelopeOf(failure: Failure, verification: { requestId: string }): object;
  /** Records an outcome in the metrics. */
  verified(provider: string, cached: boolean): void;
  failed(request: FastifyRequest, reply: FastifyReply, failure: Failure): void;
  /** Aborts when the connection closes before the response is complete. */
  goneSignal(reply: FastifyReply): AbortSignal;
  /**
   * Runs `work` with a picture of a form. The picture is read only when `read` is called: callers take turns, and its memory is
   * shared with the demo endpoint and released at `onPrepared` or when `work` ends.
   * @throws Failure `payload_too_large`, `invalid_request`, `unavailable`, or the error of `work`
   */
  withPicture<T>(
    picture: MultipartFile,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (body: { read(asker: ImageAsker): Promise<Uint8Array>; onPrepared(): void }) => Promise<T>,
  ): Promise<T>;
}

/** Pages for people, made by `src/web`; without them browsers get the same responses as programs. */
export interface Pages {
  /** Registers the pages' routes, in a scope that sets page headers. */
  register(site: FastifyInstance, tools: PageTools): void;
  /** The page for browsers at paths where programs get JSON. @returns a document */
  home(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  sandbox(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer>;
  /** The error page for browsers. @returns a document */
  failure(failure: Failure, request: FastifyRequest, reply: FastifyReply): string;
}

/** An endpoint to which another service posts; it authenticates and answers its requests itself. */
export interface Webhook {
  path: string;
  /** @returns the HTTP status; the body stays empty. @throws Failure */
  take(headers: IncomingMessage['headers'], body: unknown): Promise<number>;
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
  patience?: ServerTimeouts;
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
  }
  interface FastifyContextConfig {
    /** This route needs a key: 401 and 429 take precedence over other failures. */
    keyed?: boolean;
    /** Outcomes are counted as verifications. */
    verification?: boolean;
  }
}
