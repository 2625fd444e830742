/** 90 days of a bank as bars: the known part of a day is filled from below, the rest stays empty. */
import type { UptimeDay } from '../../../engine/index.js';
import { dayText, figure } from '../../components/time.js';
import type { Visitor } from '../../types.js';

interface DaysProps {
  context: Visitor;
  bank: string;
  provider: string;
  days: readonly UptimeDay[];
}

const step = 4;
const barWidth = 3;
const barHeight = 26;

export function Days({ context, bank, provider, days }: DaysProps) {
  const { status } = context.words;
  const known = days.filter((day) => roundsOf(day) > 0);
  const rounds = known.reduce((sum, day) => sum + roundsOf(day), 0);
  if (rounds === 0) return <p class="quiet">{status.noRounds}</p>;
  const answered = known.reduce((sum, { good, partly }) => sum + good + partly, 0);
  const count = (of: 'bad' | 'partly') => known.filter((day) => day[of] > 0).length;
  return (
    <>
      <p>{status.share(percent(answered / rounds))}</p>
      <svg
        class="days"
        viewBox={`0 0 ${days.length * step} ${barHeight + 18}`}
        role="img"
        aria-label={status.chart(bank, count('bad'), count('partly'), known.length)}
      >
        <Bars days={days} />
        <text x="0" y={barHeight + 16}>
          {status.oldest}
        </text>
        <text x={days.length * step - 1} y={barHeight + 16} text-anchor="end">
          {status.today}
        </text>
      </svg>
      <IncidentDays context={context} provider={provider} days={known} />
    </>
  );
}

/** One path per kind, because single bars of all banks would outweigh the rest of the page. */
function Bars({ days }: { days: readonly UptimeDay[] }) {
  const paths = { ground: '', good: '', partly: '', bad: '', marks: '' };
  for (const [index, day] of days.entries()) {
    const x = index * step;
    paths.ground += bar(x, 0, barHeight);
    let from = barHeight;
    for (const kind of ['good', 'partly', 'bad'] as const) {
      const size = sizeOf(day, kind);
      if (size === 0) continue;
      from -= size;
      paths[kind] += bar(x, from, size);
    }
    // Marks that work without colours: a cross under days with outages, a stroke under partial ones.
    const y = barHeight + 1.5;
    if (day.bad > 0) paths.marks += `M${x} ${y}l3 3m0-3l-3 3`;
    else if (day.partly > 0) paths.marks += `M${x} ${y + 3}l3-3`;
  }
  return (
    <>
      <path class="ground-unknown" d={paths.ground} />
      <path class="ink-good" d={paths.good} />
      <path class="ink-unsure" d={paths.partly} />
      <path class="ink-bad" d={paths.bad} />
      <path class="marks" d={paths.marks} />
    </>
  );
}

function bar(x: number, y: number, height: number): string {
  return `M${x} ${round(y)}h${barWidth}v${round(height)}h-${barWidth}z`;
}

/** Its share of the known part of the day; any non-zero share is visible. */
function sizeOf(day: UptimeDay, kind: 'good' | 'partly' | 'bad'): number {
  const rounds = roundsOf(day);
  if (rounds === 0 || day[kind] === 0) return 0;
  const whole = Math.max(2, barHeight * day.covered);
  return Math.max(kind === 'good' ? 0.5 : 1.5, (whole * day[kind]) / rounds);
}

function IncidentDays({ context, provider, days }: Pick<DaysProps, 'context' | 'provider' | 'days'>) {
  const { status } = context.words;
  const incidentDays = days.filter(({ partly, bad }) => partly + bad > 0).reverse();
  if (incidentDays.length === 0) return null;
  return (
    <details id={`days-${provider}`}>
      <summary id={`days-summary-${provider}`}>
        {status.incidentDays}: {incidentDays.length}
      </summary>
      <ul>
        {incidentDays.map((day) => (
          <li key={day.date}>
            {dayText(context.language, day.date)}: {status.rounds} {figure(roundsOf(day))}
            {day.bad > 0 ? `; ${status.legend.bad}: ${figure(day.bad)}` : ''}
            {day.partly > 0 ? `; ${status.legend.partly}: ${figure(day.partly)}` : ''}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Legend of colours and marks. */
export function DaysLegend({ context }: { context: Visitor }) {
  const { legend } = context.words.status;
  const signs = [
    { name: legend.good, ink: 'ink-good', mark: '' },
    { name: legend.partly, ink: 'ink-unsure', mark: 'M1 15l3-3' },
    { name: legend.bad, ink: 'ink-bad', mark: 'M1 12l3 3m0-3l-3 3' },
    { name: legend.unknown, ink: 'ground-unknown', mark: '' },
  ];
  return (
    <ul class="legend small">
      {signs.map(({ name, ink, mark }) => (
        <li key={ink}>
          <svg viewBox="0 0 5 16" width="8" height="20" aria-hidden="true" focusable="false">
            <path class={ink} d="M1 0h3v11h-3z" />
            <path class="marks" d={mark} />
          </svg>{' '}
          {name}
        </li>
      ))}
    </ul>
  );
}

function roundsOf({ good, partly, bad }: UptimeDay): number {
  return good + partly + bad;
}

/** Never rounds up to 100. */
function percent(share: number): string {
  return share === 1 ? '100' : (Math.floor(share * 10_000) / 100).toFixed(2);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
