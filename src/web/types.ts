/** Dependencies and shared types of the pages. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.js';
import type { Engine, Failure, ImageAsker, ResolveRequest } from '../engine/index.js';
import type { PageLanguage, Words } from './i18n/index.js';

/** One sandbox receipt to try. */
export interface Example {
  provider: string;
  /** `SETTLED`, or an ending of docs/api.md#sandbox. */
  outcome: string;
  request: ResolveRequest;
  /** Path of the receipt drawn as a screenshot. */
  screenshot?: string;
}

export interface WebDeps {
  engine: Engine;
  config: Config;
  /** Null in deployments without simulated banks. */
  sandbox: { examples(): readonly Example[] } | null;
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

/** The visitor of a page: data of the request needed to render it. */
export interface PageContext {
  language: PageLanguage;
  words: Words;
  /** CSRF token, a hidden field of every form that posts. */
  csrfToken: string;
}
