/** 90 days of a bank, a thin bar a day, drawn so that states differ in shape and not in colour alone. */
import type { UptimeDay } from '../../../engine/index.js';
import { dayText, figure } from '../../components/time.js';
import type { Visitor } from '../../types.js';

const step = 3;
const barHeight = 18;
/** Below the bars: a long mark under a day with an outage, a short one under a day that was bad in part. */
const marks = { bad: 5, partly: 2 } as const;
const height = barHeight + 6;
/** Minimum height of the bad part of a bar. */
const problemMin = 4;
/** A day that rounds cover this far counts as covered: the rest is the start of a round. */
const wholeDay = 0.98;

type Kind = 'good' | 'partly' | 'bad';

/** Hidden from screen readers: the texts of the row say the same. */
export function DayStrip({ days }: { days: readonly UptimeDay[] }) {
  const paths = {
    none: runsOf(days, (day) => testsOf(day) === 0, barHeight - 1.5),
    perfect: runsOf(days, isPerfect, barHeight / 2),
    ...{ ground: '', good: '', partly: '', bad: '' },
  };
  for (const [index, day] of days.entries()) {
    if (testsOf(day) > 0 && !isPerfect(day)) drawDay(paths, index * step + 1, day);
  }
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {Object.entries(paths).map(([kind, path]) => path && <path key={kind} class={kind} d={path} />)}
    </svg>
  );
}

/**
 * Neighbouring days that look the same are one line, which the stylesheet cuts into bars: most days are perfect, and a path
 * for each would be a good part of the page's size.
 */
function runsOf(days: readonly UptimeDay[], isPart: (day: UptimeDay) => boolean, y: number): string {
  let path = '';
  for (let from = 0; from < days.length; from += 1) {
    let to = from;
    for (let day = days[to]; day && isPart(day); day = days[to]) to += 1;
    if (to > from) path += `M${from * step} ${y}h${(to - from) * step - 1}`;
    from = to;
  }
  return path;
}

function isPerfect(day: UptimeDay): boolean {
  return day.good > 0 && day.bad + day.partly === 0 && day.covered >= wholeDay;
}

/** The known part of the day is filled from below, with the bad part at the top; the rest is empty. */
function drawDay(paths: Record<Kind | 'ground', string>, x: number, day: UptimeDay): void {
  const whole = day.covered < wholeDay ? Math.max(problemMin, barHeight * day.covered) : barHeight;
  if (whole < barHeight) paths.ground += line(x, barHeight, barHeight);
  const [bad, partly] = [sizeOf(day, 'bad', whole), sizeOf(day, 'partly', whole)];
  const good = Math.max(0, whole - bad - partly);
  if (good > 0) paths.good += line(x, barHeight, good);
  if (partly > 0) paths.partly += line(x, barHeight - good, partly);
  if (bad > 0) paths.bad += line(x, barHeight - good - partly, bad);
  const worst = bad > 0 ? 'bad' : 'partly';
  if (bad + partly > 0) paths[worst] += line(x, barHeight + 1 + marks[worst], marks[worst]);
}

/** Upwards from y. */
function line(x: number, y: number, length: number): string {
  return `M${x} ${round(y)}v-${round(length)}`;
}

/** Its share of the known part of the day; any share but none is visible. */
function sizeOf(day: UptimeDay, kind: 'bad' | 'partly', whole: number): number {
  return day[kind] === 0 ? 0 : Math.min(whole, Math.max(problemMin, (whole * day[kind]) / testsOf(day)));
}

interface DaysInWordsProps {
  context: Visitor;
  days: readonly UptimeDay[];
}

/** The strip in words: the number of known days, and each day with a problem. */
export function DaysInWords({ context: { language, words }, days }: DaysInWordsProps) {
  const { status } = words;
  const tested = days.filter((day) => testsOf(day) > 0);
  if (tested.length === 0) return <p class="quiet">{status.noDays}</p>;
  const count = (of: 'bad' | 'partly') => tested.filter((day) => day[of] > 0).length;
  const problemDays = tested.filter(({ partly, bad }) => partly + bad > 0).reverse();
  return (
    <>
      <p class="small">{status.days(tested.length, count('bad'), count('partly'))}</p>
      {problemDays.length > 0 && (
        <>
          <p class="quiet small">{status.incidentDays}</p>
          <ul class="problem-days small">
            {problemDays.map((day) => (
              <li key={day.date}>
                {dayText(language, day.date)}: {problems(status.states, day)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function problems(states: Visitor['words']['status']['states'], day: UptimeDay): string {
  const share = (of: number) => `${figure(of)}/${figure(testsOf(day))}`;
  return [
    day.bad > 0 ? `${states.down} ${share(day.bad)}` : '',
    day.partly > 0 ? `${states.degraded} ${share(day.partly)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const sample: UptimeDay = { date: '', good: 1, partly: 0, bad: 0, covered: 1 };

/** Legend of the shapes. */
export function DaysLegend({ context }: { context: Visitor }) {
  const { states, noData } = context.words.status;
  const signs: [string, UptimeDay][] = [
    [states.operational, sample],
    [states.degraded, { ...sample, good: 2, partly: 1 }],
    [states.down, { ...sample, good: 2, bad: 1 }],
    [noData, { ...sample, good: 0, covered: 0 }],
  ];
  return (
    <ul class="legend small quiet">
      {signs.map(([name, day]) => (
        <li key={name}>
          <DayStrip days={[day, day, day]} /> {name}
        </li>
      ))}
    </ul>
  );
}

/** Share of the tests that the bank answered from at least one address; null without tests. Never rounded up to 100. */
export function uptimePercent(days: readonly UptimeDay[]): string | null {
  const tests = days.reduce((sum, day) => sum + testsOf(day), 0);
  if (tests === 0) return null;
  const share = days.reduce((sum, { good, partly }) => sum + good + partly, 0) / tests;
  return share === 1 ? '100' : (Math.floor(share * 10_000) / 100).toFixed(2);
}

function testsOf({ good, partly, bad }: UptimeDay): number {
  return good + partly + bad;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
