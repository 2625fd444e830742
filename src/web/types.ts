/** What the pages are made with, and what the parts of this room pass to each other. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.js';
import type { Engine, Failure, ImageAsker, ResolveRequest } from '../engine/index.js';
import type { Language, Words } from './i18n/index.js';

/** One receipt of the simulated banks to try. */
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
  /** Null where no simulated banks are part of the deployment. */
  sandbox: { examples(): readonly Example[] } | null;
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

/** Who looks at a page: what a page needs to know of the request it is rendered for. */
export interface Visit {
  language: Language;
  words: Words;
  /** Hidden in every form that posts; sent back, it proves that the form is ours. */
  csrfToken: string;
}
