/** Helpers for writing responses. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Serialises here, because Fastify sends a string unchanged, which is fastest. Each header costs the hot path a
 * little, so there are only those of `uncached`.
 */
export function json(reply: FastifyReply, body: unknown): string {
  return jsonText(reply, JSON.stringify(body));
}

/** Sends text that is JSON already. */
export function jsonText(reply: FastifyReply, text: string): string {
  return uncached(reply, 'application/json; charset=utf-8', text);
}

/** Sends a body that must not be cached, nor interpreted as another type. @returns the body */
export function uncached<Body>(reply: FastifyReply, type: string, body: Body): Body {
  reply.header('content-type', type);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  return body;
}

/** Whether the caller prefers a table to JSON. */
export function wantsCsv({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*text\/csv\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(headers.accept ?? '');
}

/** Under `/api` every response is JSON, whatever `Accept` says, unless its route says otherwise. */
export function isApi(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(pathOf(url));
}

/** Responses of verifications, success or failure, always carry a verdict (docs/api.md#verdicts), and so do those of tools. */
export function carriesVerdict(url: string): boolean {
  return /^\/(?:mcp|api\/(?:demo-)?verify(?:-image)?)(?:[/?#]|$)/.test(pathOf(url));
}

/** The path as the router reads it: a request line may contain scheme and host, or percent-encoded letters. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '');
  return path.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Aborts when the connection closes before the response is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => raw.writableFinished || controller.abort());
  return controller.signal;
}
