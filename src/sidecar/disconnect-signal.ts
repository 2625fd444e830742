/** What becomes of the connection a request came in on. */
import type { FastifyReply } from 'fastify';

/** Aborts when the connection ends before the answer does. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => raw.writableFinished || controller.abort());
  return controller.signal;
}
