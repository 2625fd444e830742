/** Pages of other origins may not use the demo: their visitors' browsers would use up its limits per address. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/index.js';
import { foreignOrigins } from '../../http/origin.js';
import { malformed } from '../to-error.js';

/** @throws Failure `invalid_request` */
export function refuseForeignPages(config: Pick<Config, 'BASE_URL'>) {
  const isForeign = foreignOrigins(config);
  return async ({ headers }: FastifyRequest): Promise<void> => {
    if (isForeign(headers)) {
      throw malformed(
        'The demo is not for pages of other sites; call the API from a server, with a key.',
        'foreign_page',
      );
    }
  };
}
