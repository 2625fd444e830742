/** Server-sent events, as text (https://html.spec.whatwg.org/multipage/server-sent-events.html). */

import type { EnvelopeOf } from '../engine/api/error-body.js';
import type { RequestEvent } from '../engine/api/index.js';
import { progressOf } from '../engine/api/pending-body.js';

/** @param commentMs after this much silence a comment is sent to keep the connection alive */
export async function* eventStream(
  events: AsyncIterable<RequestEvent>,
  envelopeOf: EnvelopeOf,
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
      yield `id: ${event.value.id}\ndata: ${progressOf(event.value.state, envelopeOf).text}\n\n`;
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
