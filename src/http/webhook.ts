/** An endpoint to which another service posts; it authenticates and answers its requests itself. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Webhook {
  path: string;
  /** @returns the HTTP status; the body stays empty. @throws Failure, as for any other endpoint */
  take(headers: IncomingHttpHeaders, body: unknown): Promise<number>;
}
