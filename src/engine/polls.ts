/** Asking after a request that was answered 202: once, or as long as it takes. */
import type { Gate } from './auth.js';
import { Failure } from './errors.js';
import type { RequestStates } from './request-states.js';
import type { Engine, MemberCaller, PollOptions, RequestEvent, RequestState } from './types.js';

/** A key is let in and counted, then the request is looked for among its account's. */
export function createPolls(gate: Gate, states: RequestStates): Pick<Engine, 'request' | 'events'> {
  async function find(
    id: string,
    who: string | undefined | MemberCaller,
    { onAdmission }: PollOptions,
  ): Promise<{ state: RequestState; account: string }> {
    const { account } = typeof who === 'object' ? who : (await gate.enter(who, null, onAdmission)).entry;
    const state = await states.state(id, account);
    if (state === null) throw new Failure('not_found');
    return { state, account };
  }

  return {
    request: async (id, who, options = {}) => (await find(id, who, options)).state,
    async events(id, who, options = {}): Promise<AsyncIterable<RequestEvent>> {
      const { account } = await find(id, who, options);
      return states.watch(id, account, options.signal);
    },
  };
}
