/** What the states mean, and how to subscribe to changes. */
import type { ComponentChildren } from 'preact';
import { Marked } from '../../components/code.js';
import { DataTable } from '../../components/data-table.js';
import { Icon, type IconName } from '../../components/icon.js';
import { State } from '../../components/status-icon.js';
import { stateTones } from '../../components/tones.js';
import type { Visitor } from '../../types.js';

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
        <SubscribeOption icon="feed" href="/status.atom" text={subscribe.feed} />
        <SubscribeOption icon="code" href="/api/status" text={subscribe.json} />
        <SubscribeOption icon="webhook" href="/dashboard/webhooks" text={subscribe.webhook}>
          <p class="small">
            <a href="/docs">{subscribe.reference}</a>
          </p>
        </SubscribeOption>
      </ul>
    </section>
  );
}

interface SubscribeOptionProps {
  icon: IconName;
  href: string;
  /** Name, and what it gives. */
  text: readonly string[];
  children?: ComponentChildren;
}

function SubscribeOption({ icon, href, text: [name = '', gives = ''], children }: SubscribeOptionProps) {
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
