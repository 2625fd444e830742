/** Result of a scan, and whether it is enough. */

/** A payload, and how often it was read, by either reader with any strategy. */
export interface ReadCode {
  payload: string;
  reads: number;
}

export interface QrScan {
  codes: ReadCode[];
  /** Strategy to continue with when no code is useful, or one is not certain; null when none is left. */
  next: number | null;
}

const longestPayload = 8_192;

/** True when each code has been read twice alike, so that further strategies would add nothing; false without any code. */
export function isSettled(reads: Iterable<number>): boolean {
  const counts = [...reads];
  return counts.length > 0 && counts.every((count) => count > 1);
}

/** Counts a reading of a picture: each payload once. Changes `reads`. */
export function countReads(reads: Map<string, number>, payloads: readonly string[]): Map<string, number> {
  for (const payload of new Set(payloads)) {
    if (payload.length <= longestPayload) reads.set(payload, (reads.get(payload) ?? 0) + 1);
  }
  return reads;
}

export function scanOf(reads: ReadonlyMap<string, number>, next: number | null): QrScan {
  const codes = [...reads].map(([payload, count]) => ({ payload, reads: count }));
  return { codes, next };
}
