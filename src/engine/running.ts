/** Work under way that outlives its caller: a lookup that has begun is finished, also when the service stops. */

export interface Running {
  /** The same work, remembered while it runs. */
  track<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R>;
  /** Resolves when nothing runs any more, after `ms` at the latest. */
  ended(ms: number): Promise<void>;
}

export function createRunning(): Running {
  let underWay = 0;
  const idle = new Set<() => void>();
  const forget = () => {
    underWay -= 1;
    if (underWay === 0) for (const told of idle) told();
  };
  return {
    track: (work) => (argument) => {
      const run = work(argument);
      underWay += 1;
      run.then(forget, forget);
      return run;
    },
    ended(ms) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          idle.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        idle.add(done);
        if (underWay === 0) done();
      });
    },
  };
}
