/** fetch for an untrusted endpoint: no redirects, limited body size. */

/** @throws (from the body) AnswerTooLong */
export function boundedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    // A redirect would send pictures and key to another host.
    const response = await fetch(input, { ...init, redirect: 'error' });
    const { body, status, statusText, headers } = response;
    return body ? new Response(body.pipeThrough(limit(bytesMax)), { status, statusText, headers }) : response;
  };
}

class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** Counts decompressed bytes, so that a small body cannot unpack to a large one. */
function limit(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new AnswerTooLong());
      else controller.enqueue(chunk);
    },
  });
}
