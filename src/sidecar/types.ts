/** What the parts of the sidecar pass to each other. */
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

/** One example of the simulated banks: what to send, and what will come of it. */
export interface SandboxExample {
  provider: string;
  outcome: string;
  request: ResolveRequest;
  /** Path of the receipt drawn as a screenshot. */
  screenshot?: string;
}

/** What there is to try without a bank. */
export interface SandboxParts {
  examples(): readonly SandboxExample[];
  /** Absent: no screenshots are drawn here. Never served under BANKS=live. */
  screenshots?: Pick<Screenshots, 'draw'>;
}

/** What the server lends to pages on which something is verified. */
export interface PageTools {
  /** What an endpoint would have answered. */
  envelopeOf(failure: Failure, verification: { requestId: string }): object;
  /** For whoever counts outcomes. */
  verified(provider: string, cached: boolean): void;
  failed(request: FastifyRequest, reply: FastifyReply, failure: Failure): void;
  /** Aborts when the connection ends before the answer does. */
  goneSignal(reply: FastifyReply): AbortSignal;
  /**
   * Does the work with a picture of a form, which is left where it is until `read` is called: in turns by asker, and in memory
   * shared with the demo's endpoint, until `onPrepared` or the end of the work.
   * @throws Failure `payload_too_large`, `invalid_request`, `unavailable`, or what the work throws
   */
  withPicture<T>(
    picture: MultipartFile,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (body: { read(asker: ImageAsker): Promise<Uint8Array>; onPrepared(): void }) => Promise<T>,
  ): Promise<T>;
}

/** Pages for people, which another door makes; without them a browser gets what programs get. */
export interface Pages {
  /** Registers what has an address of its own, in a scope whose answers get the headers of pages. */
  register(site: FastifyInstance, tools: PageTools): void;
  /** What a browser gets at addresses where programs get JSON. @returns a document */
  home(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  sandbox(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer>;
  /** What a browser gets where something failed. @returns a document */
  failure(failure: Failure, request: FastifyRequest, reply: FastifyReply): string;
}

/** A place where another service posts to us, which answers for itself; registered as it is. */
export interface Hook {
  path: string;
  /** @returns the HTTP status; the body stays empty. @throws Failure */
  take(headers: IncomingMessage['headers'], body: unknown): Promise<number>;
}

export interface SidecarDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  /** Null when no simulated banks are part of this deployment. */
  sandbox: SandboxParts | null;
  pages?: Pages;
  /** What the AI model has been asked in this process; without it there are no figures of it. */
  aiFigures?: AiFigures;
  /** By egress address: connections to banks that died before their handshake. */
  deadHandshakes?: ReadonlyMap<string, number>;
  /** Answers of banks that could not be read, by `<provider> <because>`. */
  unreadable?: ReadonlyMap<string, number>;
  /** Where others post to; none when absent. */
  hooks?: readonly Hook[];
  /** Where metrics are registered; one of its own when absent. */
  metrics?: Registry;
  /** What `/metrics` shows in place of them, where other processes serve at the same port. */
  expose?: (own: Registry) => Pick<Registry, 'contentType' | 'metrics'>;
  /** Whether this process is about to stop: it serves on, and says that requests had better go elsewhere. Never when absent. */
  draining?: () => boolean;
  /** How long a client may take to send, in milliseconds. */
  patience?: Patience;
  /** How server-sent events are kept alive, and ended. */
  streams?: StreamLimits;
}

export interface StreamLimits {
  /** A comment after this much silence, ms. */
  commentMs: number;
  /** The end of the stream, ms. */
  endMs: number;
}

export interface Patience {
  headersMs: number;
  requestMs: number;
  /** How often connections are looked at. */
  checkMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of this request has been counted, or has nothing left to be counted for. */
    counted: boolean;
  }
  interface FastifyContextConfig {
    /** A key is needed here: 401 and 429 come before anything else is judged. */
    keyed?: boolean;
    /** Outcomes are counted as verifications. */
    verification?: boolean;
  }
}
