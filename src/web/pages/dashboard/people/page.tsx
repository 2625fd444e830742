/** The people of the shop, as the cashier bot knows them. */
import type { Member } from '../../../../engine/index.js';
import { BotButton } from '../../../components/bot-button.js';
import { Marked } from '../../../components/code.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { Moment } from '../../../components/time.js';
import { DashboardShell, type Frame } from '../shell.js';

export function PeoplePage({ frame, members }: { frame: Frame; members: readonly Member[] }) {
  const words = frame.context.words.dashboard.people;
  return (
    <DashboardShell frame={frame} section="people" lead={words.lead}>
      {members.length > 0 ? (
        <Members frame={frame} members={members} />
      ) : (
        <EmptyState icon="people" title={words.empty}>
          <p>
            <Marked text={words.emptyMeans} />
          </p>
          <BotButton context={frame.context} bot={frame.bot} />
        </EmptyState>
      )}
    </DashboardShell>
  );
}

function Members({ frame, members }: { frame: Frame; members: readonly Member[] }) {
  const words = frame.context.words.dashboard.people;
  return (
    <div class="card">
      <DataTable
        caption={words.title}
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          { title: words.name, cell: ({ name }) => <span class="written">{name}</span> },
          { title: words.role, cell: ({ role }) => words.roles[role] },
          { title: words.joined, cell: ({ joinedAt }) => <Moment clock={frame.clock} at={joinedAt} /> },
        ]}
      />
      <p class="quiet small">
        <Marked text={words.manage} />
      </p>
    </div>
  );
}
