/** All banks, a row each; a row unfolds. */
import type { BankComponent, BankDays, BankTimes } from '../../../engine/index.js';
import { Icon } from '../../components/icon.js';
import { State } from '../../components/status-icon.js';
import { type Clock, figure } from '../../components/time.js';
import { stateTones } from '../../components/tones.js';
import type { Visitor } from '../../types.js';
import { BankDetails } from './bank-details.js';
import { DayStrip, DaysLegend, uptimePercent } from './days.js';
import { Sparkline } from './times.js';

interface BoardProps {
  context: Visitor;
  clock: Clock;
  banks: readonly BankComponent[];
  /** Null when the history cannot be read. */
  days: readonly BankDays[] | null;
  times: readonly BankTimes[] | null;
  bankName(key: string): string;
}

export function Board(props: BoardProps) {
  const { context, banks, days, times } = props;
  const { status } = context.words;
  return (
    <>
      {days === null || times === null ? <p class="notice unsure">{status.noHistory}</p> : null}
      <div class="board">
        <ColumnTitles context={context} />
        <ul class="rows">
          {banks.map((bank) => (
            <li key={bank.providerKey} class="bank" id={`bank-${bank.providerKey}`}>
              <Bank {...props} bank={bank} />
            </li>
          ))}
        </ul>
      </div>
      <DaysLegend context={context} />
    </>
  );
}

/** Hidden from screen readers: each row repeats the titles for them. */
function ColumnTitles({ context }: { context: Visitor }) {
  const { columns } = context.words.status;
  return (
    <div class="bank-row titles small quiet" aria-hidden="true">
      <span class="badge">{columns.state}</span>
      <span class="name">{columns.bank}</span>
      <span class="history">{columns.days}</span>
      <span class="uptime">{columns.uptime}</span>
      <span class="time">{columns.time}</span>
      <span class="waiting">{columns.waiting}</span>
    </div>
  );
}

function Bank({ bank, ...props }: BoardProps & { bank: BankComponent }) {
  const { context, clock, bankName } = props;
  const { providerKey } = bank;
  const days = props.days?.find(({ provider }) => provider === providerKey)?.days ?? null;
  const times = props.times?.find(({ provider }) => provider === providerKey) ?? null;
  const name = bankName(providerKey);
  return (
    <details id={`details-${providerKey}`}>
      <summary id={`summary-${providerKey}`} class="bank-row">
        <span class="badge">
          <State tone={stateTones[bank.status]}>{context.words.status.states[bank.status]}</State>
        </span>
        <span class="name">{name}</span>
        <span class="history">{days && <DayStrip days={days} />}</span>
        <Figures context={context} bank={bank} percent={days && uptimePercent(days)} times={times} />
      </summary>
      <BankDetails context={context} clock={clock} bank={bank} name={name} days={days} times={times} />
    </details>
  );
}

interface FiguresProps {
  context: Visitor;
  bank: BankComponent;
  percent: string | null;
  times: BankTimes | null;
}

function Figures({ context, bank: { responseMs, queue }, percent, times }: FiguresProps) {
  const { status } = context.words;
  const { columns, noData } = status;
  return (
    <>
      <span class="uptime">
        <Hidden>{`, ${columns.uptime}: `}</Hidden>
        {percent === null ? <Dash text={noData} /> : `${percent} %`}
      </span>
      <span class="time">
        {times && <Sparkline quarters={times.quarters} />}
        <Hidden>{`, ${columns.time}: `}</Hidden>
        <span>{responseMs === null ? <Dash text={noData} /> : status.ms(figure(responseMs))}</span>
      </span>
      <span class="waiting">
        <Hidden>{`, ${columns.waiting}: `}</Hidden>
        <Icon name="people" size={16} />
        {figure(queue.waiting)}
      </span>
    </>
  );
}

function Hidden({ children }: { children: string }) {
  return <span class="visually-hidden">{children}</span>;
}

function Dash({ text }: { text: string }) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <Hidden>{text}</Hidden>
    </>
  );
}
