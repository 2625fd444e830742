/** An endpoint to which another service posts; it recognises its sender and answers its requests itself. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Webhook {
  path: string;
  /** Whether the request is from that service. The body of any other stays unread. */
  isSender(headers: IncomingHttpHeaders): boolean;
  /** @returns the HTTP status; the body stays empty. @throws Failure, as for any other endpoint */
  take(body: unknown): Promise<number>;
}
