/** Caps of the plan, or of the contracts of keys: used, left, and when they reset. */
import type { Usage } from '../../../../engine/index.js';
import { type Clock, figure, Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { type Cap, levelOf, shareOf } from './cap.js';

interface CapsProps {
  context: PageContext;
  clock: Clock;
  caps: readonly Cap[];
}

export function Caps({ context, clock, caps }: CapsProps) {
  const words = context.words.dashboard.usage;
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{words.title}</h2>
      <div class="card">
        <ul class="caps">
          {caps.map((cap) => (
            <CapBar key={cap.name} context={context} clock={clock} cap={cap} />
          ))}
        </ul>
        <p class="quiet small">{words.note}</p>
      </div>
    </section>
  );
}

function CapBar({ context, clock, cap }: Omit<CapsProps, 'caps'> & { cap: Cap }) {
  const words = context.words.dashboard.usage;
  const { name, used, cap: max, endsAt } = cap;
  return (
    <li>
      <h3>{name}</h3>
      {max === null ? null : <Bar cap={cap} />}
      <p>
        <strong>{max === null ? words.unlimited(figure(used)) : words.of(figure(used), figure(max))}</strong>
        {max === null ? null : <> · {words.left(figure(Math.max(0, max - used)))}</>}
      </p>
      <p class="quiet small">
        {words.until}: <Moment clock={clock} at={endsAt} />
      </p>
    </li>
  );
}

/** The text next to it says the same. */
function Bar({ cap }: { cap: Cap }) {
  const length = 100;
  return (
    <svg
      class="cap-bar"
      viewBox={`0 0 ${length} 4`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect class="track" width={length} height={4} />
      <rect class={`fill ${levelOf(cap)}`} width={Math.min(1, shareOf(cap)) * length} height={4} />
    </svg>
  );
}

/** @param label of the key whose contract it is; null for the account's own. */
export function capsOf(
  { words }: PageContext,
  { verifications, screenshots }: Usage,
  label: string | null,
): Cap[] {
  const { usage } = words.dashboard;
  const window = verifications.window === 'day' ? usage.today : usage.month;
  const named = (what: string) => (label === null ? what : `${usage.key(label)}: ${what}`);
  return [
    { name: named(`${usage.verifications}, ${window}`), ...verifications },
    { name: named(`${usage.reads}, ${usage.month}`), ...screenshots },
  ];
}
