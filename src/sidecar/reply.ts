/** What every route shares when it answers. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const jsonType = 'application/json; charset=utf-8';

/**
 * Serialised here: Fastify passes a text on as it is, which is the cheapest way out. Each header costs the hot
 * path a little, so these are all: data is for nobody to keep, and never to be taken for a page.
 */
export function json(reply: FastifyReply, body: unknown): string {
  return jsonText(reply, JSON.stringify(body));
}

/** What is JSON already. */
export function jsonText(reply: FastifyReply, text: string): string {
  reply.header('content-type', jsonType);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  return text;
}

/** A browser says that it reads HTML; programs ask for JSON, for anything, or for nothing. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Under `/api` everything is JSON, whatever the client says it reads. */
export function isApi(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(pathOf(url));
}

/** Verification answers, good or bad, always carry a verdict (docs/api.md#verdicts). */
export function carriesVerdict(url: string): boolean {
  return /^\/api\/(?:demo-)?verify(?:-image)?(?:[/?#]|$)/.test(pathOf(url));
}

/** As the router reads it: a request line may also name its target with scheme and host, or write letters as %61. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '');
  return path.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
