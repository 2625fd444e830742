/** Icons shown next to a word, so that the meaning does not depend on colour. */

export type Tone = 'good' | 'bad' | 'unsure' | 'unknown';

const paths: Readonly<Record<Tone, string>> = {
  good: 'M5 12.5l4.500 4.500L19 7.500',
  bad: 'M6.500 6.500l11 11m0-11l-11 11',
  unsure: 'M8.500 9a3.500 3.500 0 1 1 5.200 3c-1.200.7-1.700 1.300-1.700 2.500m0 3.500v.01',
  unknown: 'M6 12h12',
};

/** Drawn in the text colour; hidden from screen readers, because the text says the same. */
export function StatusIcon({ tone }: { tone: Tone }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" fill="none" stroke="currentColor" stroke-width="1.500" />
      <path
        d={paths[tone]}
        fill="none"
        stroke="currentColor"
        stroke-width="2.500"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** A state as a pill. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`state ${tone}`}>
      <StatusIcon tone={tone} />
      {children}
    </span>
  );
}
