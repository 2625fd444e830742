/**
 * Chart of the last 30 days that works without colour: each outcome has its own pattern and its place in the bar. A table
 * has the same numbers.
 */
import { type DayActivity, type Outcome, outcomes } from '../../../engine/index.js';
import { Scroll } from '../../components/scroll.js';
import { dayText, figure } from '../../components/time.js';
import type { PageContext } from '../../types.js';

interface ChartProps {
  context: PageContext;
  days: readonly DayActivity[];
  bankName(key: string): string;
}

type Tally = Record<Outcome, number>;

const height = 120;
const left = 6;
const step = 11.6;
const barWidth = 8.6;
const bankBar = 200;

export function Chart({ context, days, bankName }: ChartProps) {
  const { chart } = context.words.dashboard;
  const byDay = days.map(({ date, counts }) => ({ date, tally: tallyOf(counts) }));
  const total = byDay.reduce((sum, { tally }) => sum + sumOf(tally), 0);
  return (
    <section aria-labelledby="chart">
      <h2 id="chart">{chart.title}</h2>
      {total === 0 ? (
        <p>{chart.nothing}</p>
      ) : (
        <div class="card">
          <Legend context={context} />
          <Days context={context} byDay={byDay} total={total} />
          <h3>{chart.byBank}</h3>
          <Banks
            context={context}
            banks={byBank(days, (key) => (key === null ? chart.noBank : bankName(key)))}
          />
          <Numbers context={context} byDay={byDay} />
          <p class="quiet small">{chart.note}</p>
        </div>
      )}
    </section>
  );
}

/** Patterns of the outcomes; every chart of the page refers to them by id. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="fill-cached"
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect class="ground-good" width="4" height="4" />
        <rect class="ink-good" width="1.6" height="4" />
      </pattern>
      <pattern id="fill-not_verified" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect class="ink-bad" width="4" height="4" />
        <circle class="ground-bad" cx="2" cy="2" r="1.1" />
      </pattern>
    </defs>
  );
}

/** A piece of a bar; solid, hatched, dotted or hollow. */
function Piece({
  outcome,
  ...box
}: {
  outcome: Outcome;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  switch (outcome) {
    case 'verified':
      return <rect {...box} class="piece ink-good" />;
    case 'could_not_check':
      return <rect {...box} class="piece hollow" />;
    default:
      return <rect {...box} class={`piece ${outcome}`} fill={`url(#fill-${outcome})`} />;
  }
}

function Legend({ context }: Pick<ChartProps, 'context'>) {
  return (
    <ul class="legend">
      {outcomes.map((outcome) => (
        <li key={outcome}>
          <svg viewBox="0 0 18 14" width="18" height="14" aria-hidden="true" focusable="false">
            {outcome === 'verified' ? <Patterns /> : null}
            <Piece outcome={outcome} x={1} y={1} width={16} height={12} />
          </svg>{' '}
          {context.words.dashboard.outcomes[outcome]}
        </li>
      ))}
    </ul>
  );
}

interface DaysProps {
  context: PageContext;
  byDay: readonly { date: string; tally: Tally }[];
  total: number;
}

function Days({ context, byDay, total }: DaysProps) {
  const { chart } = context.words.dashboard;
  const most = Math.max(...byDay.map(({ tally }) => sumOf(tally)));
  const first = byDay[0]?.date ?? '';
  const last = byDay.at(-1)?.date ?? '';
  return (
    <svg
      class="chart"
      viewBox={`0 0 360 ${height + 20}`}
      role="img"
      aria-label={chart.byDay(figure(total), figure(most))}
    >
      <line class="axis" x1={left} x2={354} y1={height} y2={height} />
      <text x={left} y={10}>
        {figure(most)}
      </text>
      {byDay.map(({ date, tally }, index) => (
        <g key={date}>
          <title>{dayTitle(context, date, tally)}</title>
          {stacked(tally, (height - 14) / most).map(({ outcome, from, size }) => (
            <Piece
              key={outcome}
              outcome={outcome}
              x={round(left + index * step)}
              y={round(height - from - size)}
              width={barWidth}
              height={round(size)}
            />
          ))}
        </g>
      ))}
      <text x={left} y={height + 14}>
        {dayText(context.language, first)}
      </text>
      <text x={354} y={height + 14} text-anchor="end">
        {dayText(context.language, last)}
      </text>
    </svg>
  );
}

function Banks({
  context,
  banks,
}: {
  context: PageContext;
  banks: readonly { name: string; tally: Tally }[];
}) {
  const most = Math.max(...banks.map(({ tally }) => sumOf(tally)));
  return (
    <Scroll label={context.words.dashboard.chart.byBank}>
      <table class="banks">
        <thead>
          <tr>
            <th scope="col">{context.words.dashboard.chart.bank}</th>
            <th scope="col">{context.words.dashboard.chart.total}</th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col">
                {context.words.dashboard.outcomes[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {banks.map(({ name, tally }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <svg class="bank-bar" viewBox={`0 0 ${bankBar} 8`} aria-hidden="true" focusable="false">
                  {stacked(tally, bankBar / most).map(({ outcome, from, size }) => (
                    <Piece
                      key={outcome}
                      outcome={outcome}
                      x={round(from)}
                      y={0}
                      width={round(size)}
                      height={8}
                    />
                  ))}
                </svg>
              </th>
              <td>{figure(sumOf(tally))}</td>
              {outcomes.map((outcome) => (
                <td key={outcome}>{figure(tally[outcome])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Numbers({ context, byDay }: Omit<DaysProps, 'total'>) {
  const { chart, outcomes: names } = context.words.dashboard;
  return (
    <details>
      <summary>{chart.table}</summary>
      <Scroll label={chart.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{chart.date}</th>
              {outcomes.map((outcome) => (
                <th key={outcome} scope="col">
                  {names[outcome]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {byDay
              .filter(({ tally }) => sumOf(tally) > 0)
              .map(({ date, tally }) => (
                <tr key={date}>
                  <th scope="row">{dayText(context.language, date)}</th>
                  {outcomes.map((outcome) => (
                    <td key={outcome}>{figure(tally[outcome])}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

function dayTitle({ language, words }: PageContext, date: string, tally: Tally): string {
  const parts = outcomes
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => `${words.dashboard.outcomes[outcome]}: ${figure(tally[outcome])}`);
  return [dayText(language, date), ...parts].join('; ');
}

/** Start and length of each outcome's piece of a bar; any non-zero count is visible. */
function stacked(tally: Tally, scale: number): { outcome: Outcome; from: number; size: number }[] {
  let from = 0;
  return outcomes
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => {
      const size = Math.max(1.5, tally[outcome] * scale);
      const piece = { outcome, from, size };
      from += size;
      return piece;
    });
}

function byBank(days: readonly DayActivity[], nameOf: (key: string | null) => string) {
  const banks = new Map<string | null, DayActivity['counts']>();
  for (const count of days.flatMap(({ counts }) => counts)) {
    banks.set(count.provider, [...(banks.get(count.provider) ?? []), count]);
  }
  return [...banks]
    .map(([key, counts]) => ({ name: nameOf(key), tally: tallyOf(counts) }))
    .sort((a, b) => sumOf(b.tally) - sumOf(a.tally) || a.name.localeCompare(b.name));
}

function tallyOf(counts: DayActivity['counts']): Tally {
  const tally: Tally = { verified: 0, cached: 0, not_verified: 0, could_not_check: 0 };
  for (const { outcome, count } of counts) tally[outcome] += count;
  return tally;
}

function sumOf(tally: Tally): number {
  return outcomes.reduce((sum, outcome) => sum + tally[outcome], 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
