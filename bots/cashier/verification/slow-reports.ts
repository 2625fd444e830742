/** Reports of slow lookups. */

/** Time until a lookup counts as slow, ms. */
export const slowMsDefault = 5_000;

export interface Slow {
  bank: string | undefined;
  position: number | null;
}

export type OnSlow = (slow: Slow) => void;

/** Delays progress reports, so that only slow lookups are reported. @param ms delay before the first report; 0 reports at once */
export function delayReports(onSlow: OnSlow, ms: number) {
  let latest: Slow | null = null;
  let isSlow = ms === 0;
  const becomesSlow = () => {
    isSlow = true;
    if (latest) onSlow(latest);
  };
  const timer = isSlow ? undefined : setTimeout(becomesSlow, ms);
  return {
    report(slow: Slow): void {
      latest = slow;
      if (isSlow) onSlow(slow);
    },
    /** Stops the reports. */
    stop: () => clearTimeout(timer),
  };
}
