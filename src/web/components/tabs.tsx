/** Tabs that switch without scripts: a group of radio buttons whose panels follow in the same order, six at most (site.css). */
import type { ComponentChildren } from 'preact';

interface TabsProps {
  /** Unique on the page. */
  name: string;
  /** What is chosen, for screen readers. */
  label: string;
  tabs: readonly { title: string; content: ComponentChildren }[];
}

export function Tabs({ name, label, tabs }: TabsProps) {
  const idOf = (index: number) => `${name}-${index}`;
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">{label}</legend>
      {tabs.map(({ title }, index) => [
        <input key={title} type="radio" name={name} id={idOf(index)} checked={index === 0} />,
        <label key={`${title} label`} for={idOf(index)}>
          {title}
        </label>,
      ])}
      <div class="panels">
        {tabs.map(({ title, content }) => (
          <div key={title}>{content}</div>
        ))}
      </div>
    </fieldset>
  );
}
