/** What the states mean, and how to subscribe to changes. */
import type { ComponentChildren } from 'preact';
import { Marked } from '../../components/code.js';
import { DataTable } from '../../components/data-table.js';
import { Icon, type IconName } from '../../components/icon.js';
import { State } from '../../components/status-icon.js';
import type { Visitor } from '../../types.js';
import { stateTones } from './tones.js';

const states = ['operational', 'degraded', 'down', 'unknown'] as const;

export function Meanings({ context }: { context: Visitor }) {
  const { meaning, columns, states: names } = context.words.status;
  return (
    <section aria-labelledby="meaning">
      <h2 id="meaning">{meaning.title}</h2>
      <DataTable
        caption={meaning.title}
        rows={states}
        keyOf={(state) => state}
        columns={[
          { title: columns.state, cell: (state) => <State tone={stateTones[state]}>{names[state]}</State> },
          { title: meaning.means, cell: (state) => meaning[state][0] },
          { title: meaning.todo, cell: (state) => meaning[state][1] },
        ]}
      />
    </section>
  );
}

export function Subscribe({ context }: { context: Visitor }) {
  const { subscribe } = context.words.status;
  return (
    <section aria-labelledby="subscribe">
      <h2 id="subscribe">{subscribe.title}</h2>
      <ul class="cards">
        <Way icon="feed" href="/status.atom" text={subscribe.feed} />
        <Way icon="code" href="/api/status" text={subscribe.json} />
        <Way icon="webhook" href="/dashboard/webhooks" text={subscribe.webhook}>
          <p class="small">
            <a href="/docs">{subscribe.reference}</a>
          </p>
        </Way>
      </ul>
    </section>
  );
}

interface WayProps {
  icon: IconName;
  href: string;
  /** Name, and what it gives. */
  text: readonly string[];
  children?: ComponentChildren;
}

function Way({ icon, href, text: [name = '', gives = ''], children }: WayProps) {
  return (
    <li class="card">
      <h3>
        <Icon name={icon} /> <a href={href}>{name}</a>
      </h3>
      <p class="small">
        <Marked text={gives} />
      </p>
      {children}
    </li>
  );
}
