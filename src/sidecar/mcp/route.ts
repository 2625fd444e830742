/** POST /mcp: tools for assistants, by the Model Context Protocol (docs/mcp.md). No state is kept between messages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { baseUrlOf, type Config } from '../../config/index.js';
import type { EnvelopeOf } from '../../engine/api/error-body.js';
import { CallerGone, type Failure } from '../../engine/api/errors.js';
import type { Engine, Principal } from '../../engine/api/index.js';
import type { Logger } from '../../log.js';
import { requireKey } from '../plugins/authentication.js';
import type { Observer } from '../plugins/metrics/requests.js';
import { leaveUnread } from '../plugins/unread-body.js';
import { disconnectSignal, json } from '../reply.js';
import { skipBodyValidation } from '../routes/verify-image.js';
import { answer, failure, failureResponses, keyFailures } from '../schemas/failures.js';
import { mcpAnswer, mcpMessage } from '../schemas/mcp.js';
import type { RequestSchemas } from '../schemas/requests.js';
import { malformed } from '../to-error.js';
import type { App } from '../types.js';
import type { Message, UploadBody, Uploads } from '../uploads/index.js';
import { answerMessage, type ProtocolAnswer } from './protocol.js';
import { createToolSession } from './session.js';
import { createTools, type ToolCall } from './tools.js';

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

interface McpDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  requests: RequestSchemas;
  observer: Observer;
  uploads: Uploads;
  envelopeOf: EnvelopeOf;
}

/** @param app a scope whose bodies are left unread, like those with pictures */
export function mcpRoute(app: App, deps: McpDeps): void {
  const { engine, uploads } = deps;
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
        const toolCall = toolCallOf(request, reply, { principal, message, body });
        const answer = await answerMessage(
          message.members,
          { headers: request.headers, signal: toolCall.signal },
          createToolSession({ tools, scopes, toolCall, ...reportsOf(request, reply, deps) }),
        );
        if (toolCall.isGone()) throw new CallerGone();
        return send(reply, answer);
      });
    },
  });
}

interface Received {
  principal: Principal;
  message: Message;
  body: UploadBody<Message>;
}

function toolCallOf(
  { id }: FastifyRequest,
  reply: FastifyReply,
  { principal, message, body }: Received,
): ToolCall {
  return {
    ...{ principal, requestId: id, signal: disconnectSignal(reply) },
    isGone: () => reply.raw.destroyed,
    picturesIn: message.picturesIn,
    onPrepared: body.onPrepared,
  };
}

function reportsOf(request: FastifyRequest, reply: FastifyReply, { envelopeOf, observer, log }: McpDeps) {
  return {
    envelopeOf,
    onFailure: (failure: Failure) => observer.failed(request, reply, failure),
    onError: (err: unknown) => log.error({ requestId: request.id, err }, 'unhandled error in a tool'),
  };
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
function refuseForeignPages({ config, envelopeOf }: Pick<McpDeps, 'config' | 'envelopeOf'>) {
  const own = new URL(baseUrlOf(config)).origin;
  const foreign = malformed('This is not for pages of other sites.', 'foreign_page');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin } = request.headers;
    if (origin === undefined || origin === own || !/^(?:https?:|null$)/i.test(origin)) return;
    leaveUnread(request, reply);
    await reply.code(403).send(json(reply, envelopeOf(foreign, { requestId: request.id })));
  };
}
