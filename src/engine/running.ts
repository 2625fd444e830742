/** Work under way that outlives its caller: a lookup that has begun is finished, also when the service stops. */

export interface Running {
  /** The same work, remembered while it runs. */
  track<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R>;
  /** Resolves when nothing runs any more, after `ms` at the latest. */
  ended(ms: number): Promise<void>;
}

export function createRunning(): Running {
  const underWay = new Set<Promise<unknown>>();
  return {
    track: (work) => (argument) => {
      const run = work(argument);
      underWay.add(run);
      const forget = () => underWay.delete(run);
      run.then(forget, forget);
      return run;
    },
    async ended(ms) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([Promise.allSettled(underWay), late]);
      clearTimeout(timer);
    },
  };
}
