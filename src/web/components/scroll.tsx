/** A labelled region that scrolls horizontally, also by keyboard, for content wider than a phone. */
import type { ComponentChildren } from 'preact';

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: needed to scroll by keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
