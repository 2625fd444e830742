/** Links to the pages that come next, as buttons in a row. */
import { Icon, type IconName } from './icon.js';

interface PlacesProps {
  places: readonly (readonly [icon: IconName, href: string, title: string])[];
}

export function Places({ places }: PlacesProps) {
  return (
    <p class="row">
      {places.map(([icon, href, title]) => (
        <a key={href} class="button" href={href}>
          <Icon name={icon} />
          {title}
        </a>
      ))}
    </p>
  );
}
