/** The tools that the key of a message may use, and the answers to their calls. */
import type { CallToolResult, Tool as Description } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { EnvelopeOf } from '../../engine/api/error-body.js';
import { CallerGone, Failure } from '../../engine/api/errors.js';
import type { Scope } from '../../engine/api/operation.js';
import { neededScopes } from '../scopes.js';
import { validated } from '../to-error.js';
import { failureText } from './sentences.js';
import type { Tool, ToolCall } from './tools.js';

export interface ToolSession {
  /** As the protocol describes them; tools that the key may not use are left out. */
  tools(): Description[];
  /**
   * Texts written by others are in the structured content only.
   * @throws CallerGone; every other failure is a result, with its verdict
   */
  call(name: string, input: unknown): Promise<CallToolResult>;
}

interface ToolSessionDeps {
  tools: readonly Tool[];
  /** Of the key. */
  scopes: readonly Scope[];
  toolCall: ToolCall;
  envelopeOf: EnvelopeOf;
  /** Called with the failure of a verification. */
  onFailure(failure: Failure): void;
  /** Called with an unexpected error. */
  onError(error: unknown): void;
}

export function createToolSession(deps: ToolSessionDeps): ToolSession {
  const { tools, scopes, toolCall, envelopeOf, onFailure, onError } = deps;

  async function answer(name: string, input: unknown): Promise<CallToolResult> {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Failure('not_found', { message: 'There is no tool with this name.' });
    if (!isAllowed(tool, scopes)) throw new Failure('insufficient_scope');
    const { body, text } = await tool.call(validated(tool.input, input ?? {}) as never, toolCall);
    return { content: [{ type: 'text', text }], structuredContent: { ...body } };
  }

  function errorResult(failure: Failure): CallToolResult {
    const body = envelopeOf(failure, toolCall);
    const text = failureText(body, failure.details.retryAfterSeconds);
    return { content: [{ type: 'text', text }], structuredContent: { ...body }, isError: true };
  }

  return {
    tools: () => tools.filter((tool) => isAllowed(tool, scopes)).map(described),
    async call(name, input) {
      try {
        return await answer(name, input);
      } catch (error) {
        if (error instanceof CallerGone) throw error;
        if (!(error instanceof Failure)) onError(error);
        const failure = error instanceof Failure ? error : new Failure('internal', {}, { cause: error });
        if (isVerification(name, input)) onFailure(failure);
        return errorResult(failure);
      }
    },
  };
}

/** A request polled by its `requestId` was counted when it ended. */
function isVerification(name: string, input: unknown): boolean {
  return name.startsWith('verify_') && (input as { requestId?: unknown })?.requestId === undefined;
}

/** A tool without an endpoint needs no scope. */
function isAllowed({ endpoint }: Tool, own: readonly Scope[]): boolean {
  return (
    endpoint === null || neededScopes(endpoint.method, endpoint.path).some((scope) => own.includes(scope))
  );
}

const descriptions = new WeakMap<Tool, Description>();

function described(tool: Tool): Description {
  const description = descriptions.get(tool) ?? describe(tool);
  descriptions.set(tool, description);
  return description;
}

function describe({ name, title, description, input, output, changes }: Tool): Description {
  return {
    ...{ name, title, description },
    inputSchema: jsonSchema(input),
    outputSchema: jsonSchema(z.union(output)),
    annotations: { title, readOnlyHint: !changes, destructiveHint: false, openWorldHint: true },
  };
}

/** Additional members are allowed: later versions may add some to answers. */
function jsonSchema(schema: z.ZodType): Description['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { ...rest, type: 'object' } as Description['inputSchema'];
}
