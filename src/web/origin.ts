/** Where a form may come from: a page of ours, in the browser of whoever sends it. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/index.js';
import { foreignOrigins } from '../origin.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A form that a page of another origin has sent. */
export class ForeignFormError extends Error {
  override readonly name = 'ForeignFormError';
}

/** Refuses what changes something and comes from another origin. @throws ForeignFormError */
export function refuseForeignForms(config: Pick<Config, 'BASE_URL'>) {
  const isForeign = foreignOrigins(config);
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (safeMethods.has(method) || !isForeign(headers)) return;
    throw new ForeignFormError('A form was sent by a page of another origin.');
  };
}
