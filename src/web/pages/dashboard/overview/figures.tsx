/** Today in four figures. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../../components/icon.js';
import { figure } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import type { OutcomeTally } from './tally.js';

export interface Waiting {
  open: number;
  review: number;
  /** There are more open ones than were counted. */
  more: boolean;
}

interface FiguresProps {
  context: PageContext;
  today: OutcomeTally;
  waiting: Waiting;
}

export function TodayFigures({ context, today, waiting }: FiguresProps) {
  const words = context.words.dashboard.overview;
  return (
    <section aria-labelledby="today">
      <h2 id="today" class="visually-hidden">
        {words.figures}
      </h2>
      <dl class="figures">
        <Card icon="check" tone="good" name={words.verified} value={figure(today.verified + today.cached)}>
          {today.cached > 0 ? words.before(figure(today.cached)) : null}
        </Card>
        <Card icon="cross" tone="bad" name={words.outcomes.not_verified} value={figure(today.not_verified)} />
        <Card
          icon="question"
          tone="unsure"
          name={words.outcomes.could_not_check}
          value={figure(today.could_not_check)}
        />
        <Card
          icon="request"
          tone="unknown"
          name={words.waiting}
          value={`${figure(waiting.open)}${waiting.more ? '+' : ''}`}
        >
          {waiting.review > 0 ? (
            <a href="/dashboard/payment-requests?status=review">{words.review(figure(waiting.review))}</a>
          ) : null}
        </Card>
      </dl>
    </section>
  );
}

interface CardProps {
  icon: IconName;
  tone: 'good' | 'bad' | 'unsure' | 'unknown';
  name: string;
  value: string;
  children?: ComponentChildren;
}

function Card({ icon, tone, name, value, children }: CardProps) {
  return (
    <div class="card">
      <dt>
        <span class={`tone ${tone}`}>
          <Icon name={icon} />
        </span>
        {name}
      </dt>
      <dd class="amount">{value}</dd>
      {children ? <dd class="quiet small">{children}</dd> : null}
    </div>
  );
}
