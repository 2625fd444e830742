/**
 * Chart of the last 30 days that works without colour: each outcome has its own pattern and its place in the bar. A table
 * has the same numbers.
 */
import { type DayActivity, type Outcome, outcomes } from '../../../../engine/index.js';
import { dayText, figure } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { BankBars, byBank } from './banks.js';
import { BankTable, DayTable } from './chart-tables.js';
import { BarPiece, Patterns } from './patterns.js';
import { axisTop, type DayTally, type OutcomeTally, rounded, stacked, tallyOf, totalOf } from './tally.js';

interface ChartProps {
  context: PageContext;
  days: readonly DayActivity[];
  bankName(key: string): string;
}

/** The drawing, in its own units. */
const width = 480;
const height = 132;
const foot = 20;
const left = 34;
/** Space above the highest bar, for the figure of its line. */
const head = 10;

export function Chart({ context, days, bankName }: ChartProps) {
  const { chart } = context.words.dashboard.overview;
  const byDay = days.map(({ date, counts }) => ({ date, tally: tallyOf(counts) }));
  const banks = byBank(days, (key) => (key === null ? chart.noBank : bankName(key)));
  return (
    <section aria-labelledby="chart">
      <h2 id="chart">{chart.title}</h2>
      <div class="card">
        <Legend context={context} />
        <Days context={context} byDay={byDay} />
        <h3>{chart.byBank}</h3>
        <BankBars banks={banks} />
        <details>
          <summary>{chart.table}</summary>
          <BankTable context={context} banks={banks} />
          <DayTable context={context} byDay={byDay.filter(({ tally }) => totalOf(tally) > 0)} />
          <p class="quiet small">{chart.note}</p>
        </details>
      </div>
    </section>
  );
}

function Legend({ context }: Pick<ChartProps, 'context'>) {
  return (
    <ul class="legend">
      {outcomes.map((outcome) => (
        <li key={outcome}>
          <Swatch outcome={outcome} />
          {context.words.dashboard.overview.outcomes[outcome]}
        </li>
      ))}
    </ul>
  );
}

function Swatch({ outcome }: { outcome: Outcome }) {
  return (
    <svg viewBox="0 0 18 14" width="18" height="14" aria-hidden="true" focusable="false">
      {outcome === 'verified' ? <Patterns /> : null}
      <BarPiece outcome={outcome} x={1} y={1} width={16} height={12} />
    </svg>
  );
}

function Days({ context, byDay }: { context: PageContext; byDay: readonly DayTally[] }) {
  const { chart } = context.words.dashboard.overview;
  const totals = byDay.map(({ tally }) => totalOf(tally));
  const busiest = Math.max(...totals);
  const total = totals.reduce((sum, count) => sum + count, 0);
  const top = axisTop(busiest);
  const scale = (height - head) / top;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height + foot}`}
      role="img"
      aria-label={chart.byDay(figure(total), figure(busiest))}
    >
      {[0, top / 2, top].map((value) => (
        <AxisLine key={value} value={value} y={height - value * scale} />
      ))}
      <Bars context={context} byDay={byDay} scale={scale} />
      <DayLabels context={context} byDay={byDay} />
    </svg>
  );
}

function AxisLine({ value, y }: { value: number; y: number }) {
  return (
    <>
      <line class={value === 0 ? 'axis' : 'axis faint'} x1={left} x2={width} y1={y} y2={y} />
      <text x={left - 6} y={y + 4} text-anchor="end">
        {figure(value)}
      </text>
    </>
  );
}

const xOf = (index: number, count: number) => left + 2 + (index * (width - left - 2)) / count;

interface BarsProps {
  context: PageContext;
  byDay: readonly DayTally[];
  scale: number;
}

function Bars({ context, byDay, scale }: BarsProps) {
  const barWidth = rounded(((width - left) / byDay.length) * 0.72);
  return (
    <>
      {byDay.map(({ date, tally }, index) => (
        <g key={date}>
          <title>{dayTitle(context, date, tally)}</title>
          {stacked(tally, scale).map(({ outcome, from, size }) => (
            <BarPiece
              key={outcome}
              outcome={outcome}
              x={rounded(xOf(index, byDay.length))}
              y={rounded(height - from - size)}
              width={barWidth}
              height={rounded(size)}
            />
          ))}
        </g>
      ))}
    </>
  );
}

/** Of the first day, one in the middle, and today. */
function DayLabels({ context: { language }, byDay }: Omit<BarsProps, 'scale'>) {
  const middle = Math.floor(byDay.length / 2);
  const y = height + foot - 4;
  const textOf = (index: number) => dayText(language, byDay.at(index)?.date ?? '');
  return (
    <>
      <text x={left} y={y}>
        {textOf(0)}
      </text>
      <text x={xOf(middle, byDay.length)} y={y} text-anchor="middle">
        {textOf(middle)}
      </text>
      <text x={width} y={y} text-anchor="end">
        {textOf(-1)}
      </text>
    </>
  );
}

function dayTitle({ language, words }: PageContext, date: string, tally: OutcomeTally): string {
  const parts = outcomes
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => `${words.dashboard.overview.outcomes[outcome]}: ${figure(tally[outcome])}`);
  return [dayText(language, date), ...parts].join('; ');
}
