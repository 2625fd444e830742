/** The numbers of the chart, by bank and by day. */
import { outcomes } from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { dayText, figure } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import type { BankTally } from './banks.js';
import { type DayTally, type OutcomeTally, totalOf } from './tally.js';

export function BankTable({ context, banks }: { context: PageContext; banks: readonly BankTally[] }) {
  const { chart } = context.words.dashboard.overview;
  return (
    <DataTable
      caption={chart.byBank}
      rows={banks}
      keyOf={({ name }) => name}
      columns={[
        { title: chart.bank, cell: ({ name }) => name },
        { title: chart.total, number: true, cell: ({ tally }) => figure(totalOf(tally)) },
        ...outcomeColumns<BankTally>(context),
      ]}
    />
  );
}

export function DayTable({ context, byDay }: { context: PageContext; byDay: readonly DayTally[] }) {
  const { chart } = context.words.dashboard.overview;
  return (
    <DataTable
      caption={chart.table}
      rows={byDay}
      keyOf={({ date }) => date}
      columns={[
        { title: chart.date, cell: ({ date }) => dayText(context.language, date) },
        ...outcomeColumns<DayTally>(context),
      ]}
    />
  );
}

function outcomeColumns<Row extends { tally: OutcomeTally }>({ words }: PageContext) {
  return outcomes.map((outcome) => ({
    title: words.dashboard.overview.outcomes[outcome],
    number: true,
    cell: ({ tally }: Row) => figure(tally[outcome]),
  }));
}
