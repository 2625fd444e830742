/** The search of records: a form that works without scripts and leads to a link. */
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
  const anyBank = { value: '', name: words.anyBank };
  const modes = (['live', 'test'] as const).map((value) => ({ value, name: keys.modes[value] }));
  const states = checkStates.map((value) => ({ value, name: words.checkStates[value] }));
  return (
    <form class="card search" method="get" action={path}>
      <div class="widest">
        <TextField name="q" label={words.text} hint={words.textHint} value={text} maxLength={128} />
      </div>
      <Choice
        name="bank"
        label={words.bank}
        chosen={provider}
        options={[anyBank, ...banks.map(({ key, name }) => ({ value: key, name }))]}
      />
      <Choice name="checks" label={words.checks} chosen={checks} options={states} />
      <Day name="from" label={words.from} value={from} />
      <Day name="to" label={words.to} value={to} />
      {hasTests ? (
        <Choice name="mode" label={words.mode} chosen={test ? 'test' : 'live'} options={modes} />
      ) : null}
      <p class="row widest">
        <button class="primary" type="submit">
          {words.search}
        </button>
        {isWhole ? null : <a href={path}>{words.clear}</a>}
      </p>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  chosen: string;
  options: readonly { value: string; name: string }[];
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === chosen}>
            {option.name}
          </option>
        ))}
      </select>
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
