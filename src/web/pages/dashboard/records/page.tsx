/** Verified receipts as a table, with search, pages and the CSV file. */
import type { ComponentChildren } from 'preact';
import type { VerificationRecord } from '../../../../engine/index.js';
import { Code } from '../../../components/code.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { Icon } from '../../../components/icon.js';
import { State } from '../../../components/status-icon.js';
import { Moment, moneyText } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { Pager } from '../pager.js';
import { DashboardShell, type Frame } from '../shell.js';
import { parametersOf, type RecordSearch } from './query.js';
import type { FoundRecords } from './search.js';
import { SearchForm } from './search-form.js';

const path = '/dashboard/records';

interface RecordsPageProps {
  frame: Frame;
  banks: readonly { key: string; name: string }[];
  /** True where records of simulated banks are listed separately. */
  hasTests: boolean;
  search: RecordSearch;
  found: FoundRecords;
  baseUrl: string;
}

export function RecordsPage({ frame, banks, hasTests, search, found, baseUrl }: RecordsPageProps) {
  const { context } = frame;
  const words = context.words.dashboard.records;
  const parameters = parametersOf(search);
  const isWhole = Object.keys(parameters).length === 0 && search.after === undefined;
  const isUnused = isWhole && found.records.length === 0 && found.next === null;
  const query = { ...parameters, ...(search.after && { after: search.after }) };
  return (
    <DashboardShell frame={frame} section="records" lead={words.lead} query={query}>
      {isUnused && !hasTests ? null : (
        <SearchForm context={context} banks={banks} hasTests={hasTests} search={search} isWhole={isWhole} />
      )}
      {isUnused ? <FirstRecord context={context} baseUrl={baseUrl} /> : null}
      {found.records.length > 0 ? (
        <Found frame={frame} records={found.records} parameters={parameters} />
      ) : null}
      {found.records.length === 0 && !isUnused ? (
        <NoMatches context={context} isOver={found.next === null} />
      ) : null}
      <Pager
        path={path}
        query={parameters}
        words={context.words.dashboard}
        isFirst={search.after === undefined}
        next={found.next ?? undefined}
      />
    </DashboardShell>
  );
}

function FirstRecord({ context, baseUrl }: { context: PageContext; baseUrl: string }) {
  const { records: words, overview } = context.words.dashboard;
  const curl = `curl -sS ${baseUrl}/api/verify -H 'content-type: application/json' -H 'x-api-key: …' -d '{"reference":"…"}'`;
  return (
    <EmptyState icon="records" title={words.empty} text={words.emptyMeans}>
      <Code text={curl} words={context.words} />
      <p>
        <a class="button primary" href="/dashboard/keys#create">
          {overview.empty.key}
        </a>
      </p>
    </EmptyState>
  );
}

/** @param isOver all records were searched; otherwise older ones may match */
function NoMatches({ context, isOver }: { context: PageContext; isOver: boolean }) {
  const words = context.words.dashboard.records;
  return (
    <EmptyState icon="search" title={words.none}>
      {isOver ? null : <p>{words.partly}</p>}
      <p>
        <a href={path}>{words.clear}</a>
      </p>
    </EmptyState>
  );
}

interface FoundProps {
  frame: Frame;
  records: readonly VerificationRecord[];
  parameters: Readonly<Record<string, string>>;
}

function Found({ frame, records, parameters }: FoundProps) {
  const { context, clock, bankName } = frame;
  const words = context.words.dashboard.records;
  return (
    <div class="card">
      <DataTable
        caption={words.title}
        rows={records}
        keyOf={({ id }) => id}
        columns={[
          { title: words.amount, cell: (record) => <Amount context={context} record={record} /> },
          { title: words.payer, cell: ({ payment: { payer } }) => <Party {...payer} /> },
          { title: words.receiver, cell: ({ payment: { receiver } }) => <Party {...receiver} /> },
          {
            title: context.words.payments.receipt,
            cell: ({ providerKey, reference }) => (
              <Lines first={bankName(providerKey)}>
                <code>{reference}</code>
              </Lines>
            ),
          },
          { title: words.verifiedAt, cell: ({ verifiedAt }) => <Moment clock={clock} at={verifiedAt} /> },
        ]}
      />
      <p class="row">
        <a class="button" href={`${path}.csv?${new URLSearchParams(parameters)}`}>
          <Icon name="download" /> {words.csv}
        </a>
      </p>
    </div>
  );
}

function Party({ name, account }: { name: string | null; account: string | null }) {
  return (
    <Lines first={name ?? '–'}>{account === null ? null : <span class="whole quiet">{account}</span>}</Lines>
  );
}

/** A name, and its number below it. */
function Lines({ first, children }: { first: string; children: ComponentChildren }) {
  return (
    <>
      <span class="written">{first}</span>
      <br />
      <span class="small">{children}</span>
    </>
  );
}

/** With the result of the checks: what the caller expected, and the receiving accounts. */
function Amount({
  context,
  record: { payment, checks },
}: {
  context: PageContext;
  record: VerificationRecord;
}) {
  const { checkStates } = context.words.dashboard.records;
  return (
    <>
      <span class="whole">{moneyText(payment.amount, payment.currency)}</span>
      {checks === undefined ? null : <br />}
      {checks === undefined ? null : (
        <State tone={checks.ok ? 'good' : 'bad'}>{checks.ok ? checkStates.ok : checkStates.failed}</State>
      )}
    </>
  );
}
