/** Routes that need a key and answer JSON; most read or change what belongs to the account of the key. */
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyRequest, FastifySchema, HTTPMethods, RouteGenericInterface } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { FailureName } from '../engine/api/errors.js';
import type { Engine, Principal } from '../engine/api/index.js';
import { requireKey } from './plugins/authentication.js';
import { json } from './reply.js';
import {
  type DocumentedResponse,
  failureResponses,
  keyFailures,
  serviceFailures,
} from './schemas/failures.js';
import type { App } from './types.js';

interface AccountRoute<S extends FastifySchema> {
  method: HTTPMethods;
  url: string;
  schema: S & { operationId: string; summary: string; description: string };
  /** HTTP status of a success; default 200. */
  status?: 200 | 201;
  success: DocumentedResponse;
  /** Failures besides those of the key and of the service. */
  failures?: readonly FailureName[];
  /** @returns the members of the response after `ok` @throws Failure */
  handle(
    principal: Principal,
    request: FastifyRequest<RouteGenericInterface, Server, IncomingMessage, S, ZodTypeProvider>,
  ): Promise<object>;
}

/** Registers routes that need a key and answer JSON with `ok: true`. @param tag of their operations in openapi.json */
export function accountRoutes(app: App, engine: Engine, tag: string) {
  return <const S extends FastifySchema>(route: AccountRoute<S>): void => {
    const { method, url, schema, status = 200, success, failures = [], handle } = route;
    const response = {
      [status]: success,
      ...failureResponses([...failures, ...keyFailures, ...serviceFailures]),
    };
    const documented: FastifySchema = { tags: [tag], security: [{ key: [] }], ...schema, response };
    app.route({
      ...{ method, url },
      config: { keyed: true },
      schema: documented,
      handler: async (request, reply) => {
        const principal = await requireKey(engine, request, reply);
        // Validated by `schema`, whose types `documented` does not have.
        const body = await handle(principal, request as Parameters<typeof handle>[1]);
        return json(reply.code(status), { ok: true, ...body });
      },
    });
  };
}
