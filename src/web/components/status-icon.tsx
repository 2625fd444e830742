/** Icons shown next to a word, so that the meaning does not depend on colour. */
import { Icon, type IconName } from './icon.js';

export type Tone = 'good' | 'bad' | 'unsure' | 'unknown';

const icons = {
  good: 'check',
  bad: 'cross',
  unsure: 'question',
  unknown: 'dash',
} satisfies Record<Tone, IconName>;

export function StatusIcon({ tone }: { tone: Tone }) {
  return <Icon name={icons[tone]} />;
}

/** A state as a badge. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`state ${tone}`}>
      <StatusIcon tone={tone} />
      {children}
    </span>
  );
}
