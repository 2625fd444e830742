/** API keys: a table of those that are active, a form for another, the revoked ones. */
import { type KeyInfo, scopes } from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { State } from '../../../components/status-icon.js';
import { Moment } from '../../../components/time.js';
import { DashboardShell, type Frame } from '../shell.js';
import { CreateKey, LabelForm, RevokeForm } from './forms.js';
import { NewKey } from './new-key.js';

/** Revoked keys shown; an account may have a thousand, which the command line lists. */
const revokedShown = 20;

interface KeysPageProps {
  frame: Frame;
  keys: readonly KeyInfo[];
  /** A key that was just created. */
  apiKey: string | null;
  baseUrl: string;
}

export function KeysPage({ frame, keys, apiKey, baseUrl }: KeysPageProps) {
  const { context } = frame;
  const words = context.words.dashboard.keys;
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  return (
    <DashboardShell frame={frame} section="keys" lead={words.lead}>
      {apiKey === null ? null : <NewKey context={context} apiKey={apiKey} baseUrl={baseUrl} />}
      {active.length > 0 ? (
        <ActiveKeys frame={frame} keys={active} />
      ) : (
        <EmptyState icon="key" title={words.empty} text={words.emptyMeans} next={['#create', words.mint]} />
      )}
      <CreateKey context={context} />
      <RevokedKeys frame={frame} keys={keys} />
    </DashboardShell>
  );
}

function ActiveKeys({ frame, keys }: { frame: Frame; keys: readonly KeyInfo[] }) {
  const { context, clock } = frame;
  const words = context.words.dashboard.keys;
  return (
    <div class="card">
      <DataTable
        caption={words.title}
        rows={keys}
        keyOf={({ prefix }) => prefix}
        columns={[
          { title: words.label, cell: (key) => <Name info={key} /> },
          { title: words.mode, cell: ({ mode }) => words.modes[mode] },
          { title: words.scopes, cell: (key) => <Scopes frame={frame} info={key} /> },
          {
            title: words.lastUsed,
            cell: ({ lastUsedAt }) =>
              lastUsedAt === null ? words.never : <Moment clock={clock} at={lastUsedAt} />,
          },
          { title: words.created, cell: ({ createdAt }) => <Moment clock={clock} at={createdAt} /> },
          { title: words.state, cell: () => <State tone="good">{words.works}</State> },
          {
            title: context.words.dashboard.change,
            cell: (key) => (
              <>
                <LabelForm context={context} info={key} />
                <RevokeForm context={context} info={key} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function Name({ info: { label, prefix } }: { info: KeyInfo }) {
  return (
    <>
      <span class="written">{label}</span> <code>{prefix}…</code>
    </>
  );
}

function Scopes({ frame: { context }, info }: { frame: Frame; info: KeyInfo }) {
  const words = context.words.dashboard.keys;
  if (info.scopes.length === scopes.length) return words.everything;
  return (
    <ul class="plain">
      {info.scopes.map((scope) => (
        <li key={scope}>{words.scope[scope]}</li>
      ))}
    </ul>
  );
}

function RevokedKeys({ frame: { context, clock }, keys }: { frame: Frame; keys: readonly KeyInfo[] }) {
  const words = context.words.dashboard.keys;
  const revoked = keys.flatMap(({ revokedAt, ...key }) =>
    revokedAt === null ? [] : [{ ...key, revokedAt }],
  );
  if (revoked.length === 0) return null;
  const newest = revoked.toSorted((a, b) => b.revokedAt.localeCompare(a.revokedAt)).slice(0, revokedShown);
  return (
    <details>
      <summary>{words.revokedKeys(revoked.length)}</summary>
      {revoked.length > newest.length ? <p>{words.newestRevoked(newest.length)}</p> : null}
      <DataTable
        caption={words.revokedKeys(revoked.length)}
        rows={newest}
        keyOf={({ prefix }) => prefix}
        columns={[
          { title: words.label, cell: ({ label }) => label },
          { title: words.prefix, cell: ({ prefix }) => <code>{prefix}…</code> },
          { title: words.revoked, cell: ({ revokedAt }) => <Moment clock={clock} at={revokedAt} /> },
        ]}
      />
    </details>
  );
}
