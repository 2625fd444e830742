/** POST /mcp: tools for assistants, by the Model Context Protocol (docs/mcp.md). No state is kept between messages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { baseUrlOf } from '../../config/index.js';
import { CallerGone } from '../../engine/api/errors.js';
import { requireKey } from '../plugins/authentication.js';
import { leaveUnread } from '../plugins/unread-body.js';
import { disconnectSignal, json } from '../reply.js';
import type { PictureRouteDeps, RouteDeps } from '../route-deps.js';
import { skipBodyValidation } from '../routes/verify-image.js';
import { answer, failure, failureResponses, keyFailures } from '../schemas/failures.js';
import { mcpAnswer, mcpMessage } from '../schemas/mcp.js';
import { malformed } from '../to-error.js';
import type { App } from '../types.js';
import { answerMessage, type ProtocolAnswer } from './protocol.js';
import { createToolSession } from './session.js';
import { createTools } from './tools.js';

const failures = [
  ...keyFailures,
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'unavailable',
  'internal',
] as const;

const failed = failureResponses(failures);

/** Messages that break the protocol are answered by its library, with the protocol's own errors. */
const protocolErrors = {
  400: answer(
    `${failed[400]?.description}\n\nOr an error of the protocol: the body is no message of it.`,
    z.union([failure, mcpAnswer]),
  ),
  404: answer('The message belongs to a session; there are none here.', mcpAnswer),
  406: answer('The caller accepts no answer of the protocol.', mcpAnswer),
};

/** @param app a scope whose bodies are left unread, like those with pictures */
export function mcpRoute(app: App, deps: PictureRouteDeps): void {
  const { engine, uploads, envelopeOf, observer, log } = deps;
  const tools = createTools(deps);
  const toolNames = tools.map(({ name }) => `\`${name}\``).join(', ');
  app.route({
    method: 'POST',
    url: '/mcp',
    config: { keyed: true, bearer: true, verification: true },
    schema: {
      operationId: 'mcp',
      tags: ['assistants'],
      summary: 'Tools for assistants',
      description: `The Model Context Protocol over HTTP, without sessions or streams. The key may also be sent as \`Authorization: Bearer\`. The tools are ${toolNames}: each is a call of an endpoint, and needs the scope of that endpoint. A failed call of a tool is a result with \`isError\` and a verdict.`,
      security: [{ key: [] }],
      body: mcpMessage as never,
      response: {
        200: answer('The answer to a message with an `id`.', mcpAnswer),
        202: z.null().describe('Taken: a message without an `id`.'),
        ...failed,
        ...protocolErrors,
      },
    },
    validatorCompiler: skipBodyValidation,
    onRequest: refuseForeignPages(deps),
    handler: async (request, reply) => {
      const principal = await requireKey(engine, request, reply);
      const { scopes } = await engine.keys.get(principal.prefix);
      return await uploads.withMessage(request, reply, async (body) => {
        const message = await body.read({ name: principal.account, anonymous: false });
        const { id: requestId, headers } = request;
        const signal = disconnectSignal(reply);
        const isGone = () => reply.raw.destroyed;
        const session = createToolSession({
          ...{ tools, scopes, envelopeOf },
          toolCall: {
            ...{ principal, requestId, signal, isGone },
            picturesIn: message.picturesIn,
            onPrepared: body.onPrepared,
          },
          onFailure: (failure) => observer.failed(request, reply, failure),
          onError: (err) => log.error({ requestId, err }, 'unhandled error in a tool'),
        });
        const answer = await answerMessage(message.members, { headers, signal }, session);
        if (isGone()) throw new CallerGone();
        return send(reply, answer);
      });
    },
  });
}

function send(reply: FastifyReply, { status, type, text }: ProtocolAnswer): string {
  reply.code(status);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  if (type !== null) reply.header('content-type', type);
  return text;
}

/**
 * Rejects web pages of other origins, including those that use DNS rebinding. Desktop programs have origins that are no web
 * addresses, such as `vscode-file://vscode-app`, and are accepted.
 */
function refuseForeignPages({ config, envelopeOf }: RouteDeps) {
  const own = new URL(baseUrlOf(config)).origin;
  const foreign = malformed('This is not for pages of other sites.', 'foreign_page');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin } = request.headers;
    if (origin === undefined || origin === own || !/^(?:https?:|null$)/i.test(origin)) return;
    leaveUnread(request, reply);
    await reply.code(403).send(json(reply, envelopeOf(foreign, { requestId: request.id })));
  };
}
