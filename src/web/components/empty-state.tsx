/** Shown in place of an empty list; names the next step. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** What to do, with its link or button. */
  children: ComponentChildren;
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} size={32} />
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
