/** The details that a bank's row unfolds to. */
import type { BankComponent, BankTimes, UptimeDay } from '../../../engine/index.js';
import { Fact } from '../../components/fact.js';
import { State } from '../../components/status-icon.js';
import { type Clock, figure, Moment } from '../../components/time.js';
import type { Visitor } from '../../types.js';
import { DaysInWords } from './days.js';
import { TimesChart } from './times.js';

interface BankDetailsProps {
  context: Visitor;
  clock: Clock;
  bank: BankComponent;
  name: string;
  /** Null when the history cannot be read. */
  days: readonly UptimeDay[] | null;
  times: BankTimes | null;
}

export function BankDetails({ context, clock, bank, name, days, times }: BankDetailsProps) {
  const { status } = context.words;
  const { since, host, queue } = bank;
  return (
    <div class="bank-details">
      <div>
        <dl class="facts small">
          {since !== null && (
            <Fact name={status.since}>
              <Moment clock={clock} at={since} />
            </Fact>
          )}
          <Fact name={status.host}>{host}</Fact>
          <Fact name={status.queue}>{status.calls(queue.running, queue.waiting)}</Fact>
          <Fact name={status.addresses}>
            <Addresses context={context} clock={clock} bank={bank} />
          </Fact>
        </dl>
        {days && <DaysInWords context={context} days={days} />}
      </div>
      {times && <TimesChart context={context} clock={clock} bank={name} times={times} />}
    </div>
  );
}

function Addresses({
  context,
  clock,
  bank: { egress },
}: Pick<BankDetailsProps, 'context' | 'clock' | 'bank'>) {
  const { status } = context.words;
  if (egress.length === 0) return <>{status.noAddress}</>;
  return (
    <ul class="plain addresses">
      {egress.map(({ name, ok, responseMs, error, at }) => (
        <li key={name}>
          <State tone={ok ? 'good' : 'bad'}>{ok ? status.states.operational : status.states.down}</State>{' '}
          <code>{name}</code>{' '}
          <span class="quiet">
            {responseMs === null ? '' : `${status.ms(figure(responseMs))}, `}
            {error === null ? '' : `${status.errors[error] ?? error}, `}
            <Moment clock={clock} at={at} withDate={false} />
          </span>
        </li>
      ))}
    </ul>
  );
}
