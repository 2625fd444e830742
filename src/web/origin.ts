/** Origin check of posted forms. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/index.js';
import { foreignOrigins } from '../http/origin.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A form posted by a page of another origin. */
export class ForeignFormError extends Error {
  override readonly name = 'ForeignFormError';
}

/** Rejects state-changing requests from other origins. @throws ForeignFormError */
export function refuseForeignForms(config: Pick<Config, 'BASE_URL'>) {
  const isForeign = foreignOrigins(config);
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (safeMethods.has(method) || !isForeign(headers)) return;
    throw new ForeignFormError('A form was sent by a page of another origin.');
  };
}
