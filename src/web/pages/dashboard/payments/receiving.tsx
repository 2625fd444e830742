/** Receiving accounts: list, add, remove. Whole numbers are not shown. */
import type { ReceivingAccount } from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { PostForm, Submit } from '../../../components/form.js';
import { SelectField } from '../../../components/select-field.js';
import { TextField } from '../../../components/text-field.js';
import type { PageContext } from '../../../types.js';
import { ConfirmForm } from '../forms.js';
import { DashboardShell, type Frame } from '../shell.js';

const path = '/dashboard/receiving-accounts';

interface ReceivingProps {
  frame: Frame;
  accounts: readonly ReceivingAccount[];
  banks: readonly { key: string; name: string }[];
}

export function ReceivingPage({ frame, accounts, banks }: ReceivingProps) {
  const { context } = frame;
  const words = context.words.payments.receiving;
  return (
    <DashboardShell frame={frame} section="accounts" lead={words.lead}>
      {accounts.length > 0 ? (
        <Accounts frame={frame} accounts={accounts} />
      ) : (
        <EmptyState icon="account" title={words.empty} text={words.emptyMeans} next={['#add', words.add]} />
      )}
      <AddAccount context={context} banks={banks} />
    </DashboardShell>
  );
}

function Accounts({ frame: { context, bankName }, accounts }: Omit<ReceivingProps, 'banks'>) {
  const words = context.words.payments.receiving;
  return (
    <div class="card">
      <DataTable
        caption={words.title}
        rows={accounts}
        keyOf={({ id }) => id}
        columns={[
          { title: words.bank, cell: ({ provider }) => bankName(provider) },
          { title: words.number, cell: ({ lastFour }) => words.ends(lastFour) },
          { title: words.holderColumn, cell: ({ holder }) => <span class="written">{holder ?? '–'}</span> },
          {
            title: context.words.dashboard.change,
            cell: ({ id, provider, lastFour }) => (
              <ConfirmForm
                context={context}
                action={`${path}/${id}/remove`}
                target={`${bankName(provider)}, ${words.ends(lastFour)}`}
                words={{ open: words.remove, means: words.removeMeans, confirm: words.removeConfirm }}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function AddAccount({ context, banks }: { context: PageContext; banks: ReceivingProps['banks'] }) {
  const words = context.words.payments.receiving;
  return (
    <section class="card" aria-labelledby="add">
      <h2 id="add">{words.add}</h2>
      <PostForm context={context} action={path}>
        <SelectField name="provider" label={words.bank} options={banks.map(({ key, name }) => [key, name])} />
        <TextField name="number" label={words.number} hint={words.numberHint} maxLength={64} required />
        <TextField name="holder" label={words.holder} hint={words.holderHint} maxLength={200} />
        <div class="row">
          <Submit>{words.addButton}</Submit>
        </div>
      </PostForm>
    </section>
  );
}
