/** Fills that distinguish the outcomes of a chart: solid, hatched, dotted, hollow. */
import type { Outcome } from '../../../../engine/index.js';

/** A page needs them once: every chart refers to them by id. */
export function Patterns() {
  return (
    <defs>
      <pattern
        id="fill-cached"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect class="ground-good" width="4" height="4" />
        <rect class="ink-good" width="1.6" height="4" />
      </pattern>
      <pattern id="fill-not_verified" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect class="ink-bad" width="4" height="4" />
        <circle class="ground-bad" cx="2" cy="2" r="1.1" />
      </pattern>
    </defs>
  );
}

interface PieceProps {
  outcome: Outcome;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece of a bar. */
export function BarPiece({ outcome, ...box }: PieceProps) {
  switch (outcome) {
    case 'verified':
      return <rect {...box} class="piece ink-good" />;
    case 'could_not_check':
      return <rect {...box} class="piece hollow" />;
    default:
      return <rect {...box} class={`piece ${outcome}`} fill={`url(#fill-${outcome})`} />;
  }
}
