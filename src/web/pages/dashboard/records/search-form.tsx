/** The search of records: a form that works without scripts and leads to a link. */
import { Submit } from '../../../components/form.js';
import { SelectField, type SelectFieldProps } from '../../../components/select-field.js';
import { TextField } from '../../../components/text-field.js';
import type { PageContext } from '../../../types.js';
import { checkStates, type RecordSearch } from './query.js';

const path = '/dashboard/records';

interface SearchFormProps {
  context: PageContext;
  banks: readonly { key: string; name: string }[];
  hasTests: boolean;
  search: RecordSearch;
  /** True without criteria. */
  isWhole: boolean;
}

export function SearchForm({ context, banks, hasTests, search, isWhole }: SearchFormProps) {
  const { records: words, keys } = context.words.dashboard;
  const { text, provider = '', from, to, checks, test } = search;
  const modes = (['live', 'test'] as const).map((mode) => [mode, keys.modes[mode]] as const);
  const states = checkStates.map((state) => [state, words.checkStates[state]] as const);
  return (
    <form class="card search" method="get" action={path}>
      <div class="widest">
        <TextField name="q" label={words.text} hint={words.textHint} value={text} maxLength={128} />
      </div>
      <Choice
        name="bank"
        label={words.bank}
        chosen={provider}
        options={[['', words.anyBank], ...banks.map(({ key, name }) => [key, name] as const)]}
      />
      <Choice name="checks" label={words.checks} chosen={checks} options={states} />
      <Day name="from" label={words.from} value={from} />
      <Day name="to" label={words.to} value={to} />
      {hasTests ? (
        <Choice name="mode" label={words.mode} chosen={test ? 'test' : 'live'} options={modes} />
      ) : null}
      <p class="row widest">
        <Submit>{words.search}</Submit>
        {isWhole ? null : <a href={path}>{words.clear}</a>}
      </p>
    </form>
  );
}

function Choice(props: SelectFieldProps) {
  return (
    <div>
      <SelectField {...props} />
    </div>
  );
}

function Day({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <div>
      <label for={name}>{label}</label>
      <input id={name} name={name} type="date" value={value} />
    </div>
  );
}
