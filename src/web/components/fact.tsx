/** A name and its value in a list of facts. */
import type { ComponentChildren } from 'preact';

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
