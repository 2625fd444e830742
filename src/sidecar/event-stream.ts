/** Server-sent events, as text (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { deadlineIn } from '../deadline.js';
import { disconnectSignal, uncached } from './reply.js';
import { answer, failureResponses, keyFailures, serviceFailures } from './schemas/failures.js';
import type { App, StreamLimits } from './types.js';

/** docs/api.md#waiting-202-polling-and-events */
const defaultLimits: StreamLimits = { commentMs: 15_000, endMs: 300_000 };

type SendEvents<E> = (
  reply: FastifyReply,
  open: (signal: AbortSignal) => Promise<AsyncIterable<E>>,
) => Promise<Readable>;

/** The documented responses of a stream. @param message schema of its messages */
export function streamResponses(description: string, message: z.ZodType, failure?: z.ZodType) {
  const failures = [...keyFailures, 'too_many_waiting', 'not_found', ...serviceFailures] as const;
  return {
    200: answer(description, message, {}, 'text/event-stream'),
    ...failureResponses(failures, failure),
  };
}

/**
 * The sender of one route. A stream ends when its events end, the client disconnects, `endMs` have passed, or the server closes.
 * @param textOf the data of a message
 */
export function eventSender<E extends { id: string }>(
  app: App,
  textOf: (event: E) => string,
  { commentMs, endMs }: StreamLimits = defaultLimits,
): SendEvents<E> {
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });
  return async (reply, open) => {
    const { signal, clear } = deadlineIn(endMs, disconnectSignal(reply), closing.signal);
    reply.raw.once('close', clear);
    const events = await open(signal);
    // Asks buffering proxies to pass on each message at once.
    reply.header('x-accel-buffering', 'no');
    const stream = Readable.from(eventStream(events, textOf, commentMs, signal));
    return uncached(reply, 'text/event-stream; charset=utf-8', stream);
  };
}

/**
 * @param textOf the data of a message
 * @param commentMs after this much silence a comment is sent to keep the connection alive
 */
async function* eventStream<E extends { id: string }>(
  events: AsyncIterable<E>,
  textOf: (event: E) => string,
  commentMs: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const source = events[Symbol.asyncIterator]();
  try {
    let next = source.next();
    while (!signal.aborted) {
      const event = await within(next, commentMs);
      if (event === null) {
        yield ': still there\n\n';
        continue;
      }
      if (event.done) return;
      yield `id: ${event.value.id}\ndata: ${textOf(event.value)}\n\n`;
      next = source.next();
    }
  } finally {
    await source.return?.();
  }
}

/** @returns null after `ms` */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
