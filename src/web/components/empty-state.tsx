/** Shown in place of an empty list; names the next step. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  text?: string;
  /** More about what to do. */
  children?: ComponentChildren;
  /** The next step. */
  next?: readonly [href: string, title: string];
}

export function EmptyState({ icon, title, text, children, next }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} size={32} />
      <p class="empty-title">{title}</p>
      {text && <p>{text}</p>}
      {children}
      {next && (
        <a class="button primary" href={next[0]}>
          {next[1]}
        </a>
      )}
    </div>
  );
}
