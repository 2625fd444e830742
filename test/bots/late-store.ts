/** A store that carries out what it was told, but does not answer in time. */
import { type BotStore, Failure } from '../../src/engine/index.js';

/** The first `once` is written down, and fails all the same: a command that was carried out after its time-out. */
export function lateOnce(botStore: BotStore): BotStore {
  let isFirst = true;
  return {
    ...botStore,
    async claimOnce(name, ttlMs, note) {
      const answer = await botStore.claimOnce(name, ttlMs, note);
      if (!isFirst) return answer;
      isFirst = false;
      throw new Failure('unavailable');
    },
  };
}
