/** Sends requests and judges their answers, with a count of the statuses. */
import { counter } from '../counter.js';
import type { FuzzEnvironment } from '../environment.js';
import type { Description, Operation } from './description.js';
import { faultOf } from './judge.js';
import type { FuzzRequest } from './request.js';
import { type Answer, send } from './send.js';

interface RequestSender {
  /** @param check returns what else is wrong with the answer, in plain words; null if nothing */
  ask(
    request: FuzzRequest,
    operation: Operation | null,
    check?: (answer: Answer) => string | null,
  ): Promise<string | null>;
  seen(): string;
}

export function createRequestSender(environment: FuzzEnvironment, description: Description): RequestSender {
  const statuses = counter();
  return {
    async ask(request, operation, check) {
      try {
        const answer = await send(environment, request);
        statuses.count(answer.status);
        return check?.(answer) ?? faultOf(answer, { request, operation }, description);
      } catch (error) {
        return `no answer: ${String(error)}`;
      }
    },
    seen: statuses.seen,
  };
}
