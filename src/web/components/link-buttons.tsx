/** Links to the pages that come next, as buttons in a row. */
import { Icon, type IconName } from './icon.js';

interface LinkButtonsProps {
  links: readonly (readonly [icon: IconName, href: string, title: string])[];
}

export function LinkButtons({ links }: LinkButtonsProps) {
  return (
    <p class="row">
      {links.map(([icon, href, title]) => (
        <a key={href} class="button" href={href}>
          <Icon name={icon} />
          {title}
        </a>
      ))}
    </p>
  );
}
