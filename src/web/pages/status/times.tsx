/** Response times of the last day: a small line in a bank's row, and a chart with axes in its details. */
import type { BankTimes, ProbeTimes } from '../../../engine/index.js';
import { type Clock, figure, formatTime } from '../../components/time.js';
import type { Visitor } from '../../types.js';

const quarterMs = 900_000;

/** Hidden from screen readers: the chart in the details says the same in words. */
export function Sparkline({ quarters }: Pick<BankTimes, 'quarters'>) {
  const top = Math.max(1, ...quarters.map((quarter) => quarter?.meanMs ?? 0));
  const path = meanPath(quarters, 1, (ms) => Math.round(38 - (36 * ms) / top));
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${quarters.length} 40`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** In units of the drawing; a quarter of an hour is `step` wide. */
const chart = { step: 4, top: 14, bottom: 92, height: 112 } as const;
const quartersPerLabel = 24;

interface TimesChartProps {
  context: Visitor;
  clock: Clock;
  bank: string;
  times: BankTimes;
}

export function TimesChart({ context, clock, bank, times }: TimesChartProps) {
  const { status } = context.words;
  const { quarters } = times;
  const slowest = Math.max(0, ...quarters.map((quarter) => quarter?.maxMs ?? 0));
  if (slowest === 0 && quarters.every((quarter) => quarter === null)) {
    return <p class="quiet small">{status.times.none}</p>;
  }
  const top = roundUp(slowest);
  const yOf = (ms: number) => Math.round(chart.bottom - ((chart.bottom - chart.top) * ms) / top);
  const text = summaryOf(context, clock, times);
  return (
    <figure>
      <figcaption class="small">
        <strong>{status.times.title}</strong>
      </figcaption>
      <svg
        class="day-chart"
        viewBox={`0 0 ${quarters.length * chart.step} ${chart.height}`}
        role="img"
        aria-label={`${bank}, ${status.times.title}. ${text}`}
      >
        <path class="reach" d={reachPath(quarters, yOf)} />
        <path class="mean" d={meanPath(quarters, chart.step, yOf)} />
        <path class="failures" d={failurePath(quarters)} />
        <Axes context={context} clock={clock} times={times} top={top} />
      </svg>
      <p class="small">{text}</p>
      <p class="quiet small">{status.times.key}</p>
    </figure>
  );
}

function Axes({ context, clock, times, top }: Omit<TimesChartProps, 'bank'> & { top: number }) {
  const { ms } = context.words.status;
  const width = times.quarters.length * chart.step;
  const middle = (chart.top + chart.bottom) / 2;
  const lines = [chart.top, middle, chart.bottom].map((y) => `M0 ${y}h${width}`).join('');
  const hours = Array.from({ length: times.quarters.length / quartersPerLabel + 1 }, (_, index) => index);
  return (
    <>
      <path class="grid" d={lines} />
      <text x="0" y={chart.top - 3}>
        {ms(figure(top))}
      </text>
      <text x="0" y={middle - 3}>
        {ms(figure(top / 2))}
      </text>
      {hours.map((index) => (
        <text
          key={index}
          x={index * quartersPerLabel * chart.step}
          y={chart.height - 4}
          text-anchor={index === 0 ? 'start' : index === hours.length - 1 ? 'end' : 'middle'}
        >
          {timeAt(clock, times, index * quartersPerLabel)}
        </text>
      ))}
    </>
  );
}

/** The chart in words. */
function summaryOf({ words: { status } }: Visitor, clock: Clock, times: BankTimes): string {
  const measured = times.quarters.filter((quarter) => quarter !== null);
  const sum = (of: (quarter: ProbeTimes) => number) =>
    measured.reduce((all, quarter) => all + of(quarter), 0);
  const [answered, failed] = [sum((quarter) => quarter.answered), sum((quarter) => quarter.failed)];
  const slowest = Math.max(0, ...measured.map(({ maxMs }) => maxMs ?? 0));
  const slowestAt = times.quarters.findIndex((quarter) => quarter?.maxMs === slowest);
  const mean = sum((quarter) => quarter.answered * (quarter.meanMs ?? 0)) / Math.max(1, answered);
  const ms = (value: number) => status.ms(figure(Math.round(value)));
  const texts = status.times;
  const speed = texts.summary(ms(mean), ms(slowest), timeAt(clock, times, slowestAt));
  const failures = texts.failed(figure(failed), figure(answered + failed));
  return answered === 0 ? failures : `${speed} ${failures}`;
}

function timeAt(clock: Clock, { from }: BankTimes, quarter: number): string {
  return formatTime(clock, new Date(Date.parse(from) + quarter * quarterMs), { timeStyle: 'short' });
}

/** A line through the means; broken where nothing was measured. A single quarter is a dot. @param yOf whole units */
function meanPath(quarters: BankTimes['quarters'], step: number, yOf: (ms: number) => number): string {
  let path = '';
  let last: number | null = null;
  for (const [index, quarter] of quarters.entries()) {
    const y: number | null = quarter && quarter.meanMs !== null ? yOf(quarter.meanMs) : null;
    if (y !== null) path += last === null ? `M${index * step} ${y}h0` : `l${step} ${y - last}`;
    last = y;
  }
  return path;
}

/** From the mean of a quarter up to its slowest answer. */
function reachPath(quarters: BankTimes['quarters'], yOf: (ms: number) => number): string {
  return quarters
    .map((quarter, index) => {
      if (!quarter || quarter.meanMs === null || quarter.maxMs === null) return '';
      return `M${index * chart.step} ${yOf(quarter.meanMs)}V${yOf(quarter.maxMs)}`;
    })
    .join('');
}

/** A cross on the axis for each quarter with a failed probe. */
function failurePath(quarters: BankTimes['quarters']): string {
  return quarters
    .map((quarter, index) =>
      quarter && quarter.failed > 0 ? `M${index * chart.step - 2} ${chart.bottom - 2}l4 4m0-4l-4 4` : '',
    )
    .join('');
}

/** To a number whose half is round too: 1, 2, 4, 6 or 10 times a power of ten. */
function roundUp(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(10, ms)));
  return power * ([1, 2, 4, 6, 10].find((times) => times * power >= ms) ?? 10);
}
