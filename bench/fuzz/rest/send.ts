/** Sends one request and waits for its whole answer, for a bounded time. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { FuzzEnvironment } from '../environment.js';
import type { FuzzRequest } from './request.js';

/** Enough for two attempts of a second each, a wait for a busy bank, a picture, and two slow cores. */
const answerMsMax = 20_000;
/** A stream of events stays open while its request runs; only its beginning is read. */
const streamMs = 700;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Keeps connections open, so that leftover bytes of one request would damage the next. */
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** @throws Error if no whole answer came in time */
export function send(
  environment: FuzzEnvironment,
  { method, path, key, headers, body }: FuzzRequest,
): Promise<Answer> {
  const { port, hostname } = new URL(environment.url);
  const named = { ...headers, ...(key !== 'absent' && { 'x-api-key': environment.keys[key] }) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...named, ...(body && { 'content-length': body.length }) },
    });
    const limit = setTimeout(
      () => sent.destroy(new Error(`no whole answer within ${answerMsMax} ms`)),
      answerMsMax,
    );
    const settle = (act: () => void) => {
      clearTimeout(limit);
      act();
    };
    sent.on('error', (error) => settle(() => reject(error)));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      const done = () =>
        settle(() =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      if (response.headers['content-type']?.startsWith('text/event-stream'))
        setTimeout(() => response.destroy(), streamMs);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', done);
    });
    // What follows `Expect: 100-continue` is sent at once, as many clients do.
    sent.end(body ?? undefined);
  });
}
