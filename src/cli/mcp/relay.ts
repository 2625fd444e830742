/**
 * Relays the messages of an assistant, one a line, to `POST /mcp` of the service, so the tools are always those of the service. A
 * call that does not reach the service is a tool error without a verdict.
 */
import { within } from '../../deadline.js';
import type { RpcMessage } from './message.js';
import { FileError, offerPaths, readPaths } from './pictures.js';

interface Relay {
  /** The answer to a line; null when it needs none. Never throws. */
  take(line: string): Promise<string | null>;
}

interface Service {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

/** A response of the service that is not a JSON-RPC message. */
interface Refusal {
  error?: { message?: string };
}

/** Longer than any tool takes. */
const timeoutMs = 150_000;
/** Names the protocol version of a message, where there was no handshake. */
const versionMember = 'io.modelcontextprotocol/protocolVersion';
const rpcErrors = { parse: -32_700, server: -32_000 } as const;

export function createRelay(service: Service): Relay {
  const running = new Map<unknown, AbortController>();
  let version: string | undefined;

  async function answer(message: RpcMessage, signal: AbortSignal): Promise<object | null> {
    try {
      const sent = message.method === 'tools/call' ? await readPaths(message) : message;
      const body = (await post(service, sent, version, signal)) as RpcMessage & Refusal;
      if (!('jsonrpc' in body)) return refused(message, body);
      version = body.result?.protocolVersion ?? version;
      return offerPaths(body);
    } catch (error) {
      return signal.aborted ? null : refused(message, failureOf(error, service));
    }
  }

  async function request(message: RpcMessage): Promise<object | null> {
    if (message.method === 'ping') return { jsonrpc: '2.0', id: message.id, result: {} };
    const abort = new AbortController();
    running.set(message.id, abort);
    return await answer(message, abort.signal).finally(() => running.delete(message.id));
  }

  return {
    async take(line) {
      const message = parsed(line);
      if (message === null) return JSON.stringify(rpcError(null, rpcErrors.parse, 'Not a message.'));
      if (message.method === 'notifications/cancelled') running.get(message.params?.requestId)?.abort();
      // Notifications, and answers to requests that were never sent.
      if (message.id === undefined || message.method === undefined) return null;
      const response = await request(message);
      return response && JSON.stringify(response);
    },
  };
}

/** @throws when there is no answer in time, or it is not JSON */
function post(
  { url, key }: Service,
  message: RpcMessage,
  version: string | undefined,
  cancelled: AbortSignal,
): Promise<unknown> {
  return within(timeoutMs, [cancelled], async (signal) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...protocolHeaders(message, version), 'x-api-key': key },
      body: JSON.stringify(message),
      // A redirect would pass the key on.
      redirect: 'error',
      signal,
    });
    return (await response.json()) ?? {};
  });
}

/** Headers that the protocol requires: they repeat members of the message. */
function protocolHeaders({ method = '', params }: RpcMessage, version?: string): Record<string, string> {
  const ownVersion = params?._meta?.[versionMember] ?? version;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-method': method,
    ...(params?.name !== undefined && { 'mcp-name': params.name }),
    ...(ownVersion !== undefined && { 'mcp-protocol-version': ownVersion }),
  };
}

/** In the format of the service's errors. */
function failureOf(error: unknown, { url }: Service): object {
  const isFile = error instanceof FileError;
  const code = isFile ? 'invalid_request' : 'unavailable';
  const message = isFile ? error.message : 'The service could not be reached, or did not answer.';
  const facts = { docs: `${url}/docs/errors/${code}`, retry: isFile ? 'never' : 'backoff' };
  return { ok: false, verdict: 'could_not_check', error: { code, message, ...facts } };
}

function refused({ id, method }: RpcMessage, body: Refusal): object {
  const message = body.error?.message ?? 'This is not the answer of a Deresegn service.';
  if (method !== 'tools/call') return rpcError(id ?? null, rpcErrors.server, message);
  const text = `Could not check: ${message} This says nothing about the payment: it is neither paid nor false.`;
  const content = [{ type: 'text', text }];
  const result = { resultType: 'complete', content, structuredContent: body, isError: true };
  return { jsonrpc: '2.0', id, result };
}

function rpcError(id: RpcMessage['id'], code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function parsed(line: string): RpcMessage | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : null;
  } catch {
    return null;
  }
}
