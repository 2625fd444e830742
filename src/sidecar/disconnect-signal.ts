/** Detects callers that disconnect. */
import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes before the response is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => raw.writableFinished || controller.abort());
  return controller.signal;
}
