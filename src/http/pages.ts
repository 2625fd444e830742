/** The interface between the HTTP server and the web pages. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure, ImageCaller, ResolveRequest } from '../engine/index.js';

/** One sandbox receipt to try. */
export interface SandboxExample {
  provider: string;
  /** `SETTLED`, or an ending of docs/api.md#sandbox. */
  outcome: string;
  request: ResolveRequest;
  /** Path of the receipt drawn as a screenshot. */
  screenshot?: string;
}

/** Functions of the server for pages that verify receipts. */
export interface PageTools {
  /** The body an API endpoint would have returned. */
  envelopeOf(failure: Failure, verification: { requestId: string }): object;
  /** Count an outcome in the metrics. */
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
    work: (body: { read(caller: ImageCaller): Promise<Uint8Array>; onPrepared(): void }) => Promise<T>,
  ): Promise<T>;
}

/** Pages for people, made by `src/web`; without them browsers get the same responses as programs. */
export interface Pages {
  /**
   * Registers all page routes and assets. Call it on a scope that sets page headers; it adds cookies, CSRF protection and
   * the cookie of the chosen language.
   */
  register(site: FastifyInstance, tools: PageTools): void;
  /** The page for browsers at paths where programs get JSON. @returns a document */
  home(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  sandbox(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer>;
  /** The error page for browsers. @returns a document */
  failure(failure: Failure, request: FastifyRequest, reply: FastifyReply): string;
}

/** True for browsers, which accept HTML; programs accept JSON or anything, or send no `Accept`. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}
