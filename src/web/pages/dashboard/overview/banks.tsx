/** Requests of the last 30 days by bank, as bars. */
import type { DayActivity } from '../../../../engine/index.js';
import { figure } from '../../../components/time.js';
import { BarPiece } from './patterns.js';
import { type OutcomeTally, rounded, stacked, tallyOf, totalOf } from './tally.js';

export interface BankTally {
  name: string;
  tally: OutcomeTally;
}

/** Length of a full bar, in units of its drawing. */
const length = 200;

/** The busiest bank first. @param nameOf of a bank; of null where none was recognised */
export function byBank(
  days: readonly DayActivity[],
  nameOf: (key: string | null) => string,
): readonly BankTally[] {
  const banks = new Map<string | null, DayActivity['counts']>();
  for (const count of days.flatMap(({ counts }) => counts)) {
    banks.set(count.provider, [...(banks.get(count.provider) ?? []), count]);
  }
  return [...banks]
    .map(([key, counts]) => ({ name: nameOf(key), tally: tallyOf(counts) }))
    .sort((a, b) => totalOf(b.tally) - totalOf(a.tally) || a.name.localeCompare(b.name));
}

export function BankBars({ banks }: { banks: readonly BankTally[] }) {
  const busiest = Math.max(...banks.map(({ tally }) => totalOf(tally)));
  return (
    <ul class="banks">
      {banks.map(({ name, tally }) => (
        <li key={name}>
          <p>
            <span>{name}</span>
            <strong>{figure(totalOf(tally))}</strong>
          </p>
          <Bar tally={tally} scale={length / busiest} />
        </li>
      ))}
    </ul>
  );
}

function Bar({ tally, scale }: { tally: OutcomeTally; scale: number }) {
  return (
    <svg
      class="bank-bar"
      viewBox={`0 0 ${length} 4`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {stacked(tally, scale).map(({ outcome, from, size }) => (
        <BarPiece key={outcome} outcome={outcome} x={rounded(from)} y={0} width={rounded(size)} height={4} />
      ))}
    </svg>
  );
}
