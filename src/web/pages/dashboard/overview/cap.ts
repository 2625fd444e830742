/** How far a cap is used. */

export interface Cap {
  /** What is counted, with its window. */
  name: string;
  used: number;
  /** Null: unlimited. */
  cap: number | null;
  /** ISO 8601. */
  endsAt: string;
}

/** From this share on the overview warns. */
const closeShare = 0.8;

/** 0 to 1, more with overage; 0 without a cap. A cap of 0 is used up. */
export function shareOf({ used, cap }: Pick<Cap, 'used' | 'cap'>): number {
  if (cap === null) return 0;
  return cap === 0 ? 1 : used / cap;
}

export function levelOf(cap: Pick<Cap, 'used' | 'cap'>): 'free' | 'close' | 'full' {
  const share = shareOf(cap);
  if (share >= 1) return 'full';
  return share >= closeShare ? 'close' : 'free';
}
