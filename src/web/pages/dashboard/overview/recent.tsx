/** The last requests of the account, without full references, which would open receipts. */
import { type Outcome, ownerName, type RecentCall } from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { FailureReason } from '../../../components/failure-reason.js';
import { State, type Tone } from '../../../components/status-icon.js';
import { Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import type { Frame } from '../shell.js';

const shownMax = 10;

const tones: Readonly<Record<Outcome, Tone>> = {
  verified: 'good',
  cached: 'good',
  not_verified: 'bad',
  could_not_check: 'unsure',
};

export function Recent({ frame, calls }: { frame: Frame; calls: readonly RecentCall[] }) {
  const { context, clock, bankName } = frame;
  const { recent: words } = context.words.dashboard.overview;
  const rows = calls.slice(0, shownMax).map((call, index) => ({ call, key: `${call.at} ${index}` }));
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{words.title}</h2>
      <div class="card recent">
        <DataTable
          caption={words.title}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { title: words.verdict, cell: ({ call }) => <Verdict context={context} call={call} /> },
            {
              title: words.bank,
              cell: ({ call }) => (call.provider === null ? '–' : bankName(call.provider)),
            },
            { title: words.reference, cell: ({ call }) => <LastFour call={call} /> },
            { title: words.time, cell: ({ call }) => <Moment clock={clock} at={call.at} /> },
            { title: words.by, cell: ({ call }) => <By context={context} call={call} /> },
          ]}
        />
        <p class="quiet small">{words.note}</p>
        <p>
          <a href="/dashboard/records">{words.all}</a>
        </p>
      </div>
    </section>
  );
}

function Verdict({ context, call: { outcome, why } }: { context: PageContext; call: RecentCall }) {
  return (
    <>
      <State tone={tones[outcome]}>{context.words.dashboard.overview.outcomes[outcome]}</State>
      {why === null ? null : (
        <div class="small">
          <FailureReason context={context} name={why} />
        </div>
      )}
    </>
  );
}

function LastFour({ call: { lastFour } }: { call: RecentCall }) {
  return lastFour === null ? '–' : <code>…{lastFour}</code>;
}

/** A key by its prefix, a person by name. */
function By({ context, call: { prefix, member } }: { context: PageContext; call: RecentCall }) {
  const { dashboard, common } = context.words;
  if (prefix === null) return member ?? dashboard.overview.recent.member;
  return prefix === ownerName ? common.dashboard : <code>{prefix}…</code>;
}
