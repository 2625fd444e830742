/** Banks and endings: a table of links, and on a phone two lists. */

import type { Verdict } from '../../../engine/api/errors.js';
import { Submit } from '../../components/form.js';
import { SelectField } from '../../components/select-field.js';
import { State, StatusIcon } from '../../components/status-icon.js';
import { verdictTones } from '../../components/tones.js';
import { type ExampleProps, recordedVerdict, rowName, verdictTone } from './chosen.js';
import { endingsOf } from './matrix.js';
import { recordedName } from './recorded.js';

export function Chooser(props: ExampleProps) {
  const { sandbox, landing } = props.context.words;
  return (
    <>
      <Lists {...props} />
      <div class="matrix">
        <p class="row">
          {(Object.keys(verdictTones) as Verdict[]).map((verdict) => (
            <State key={verdict} tone={verdictTones[verdict]}>
              {landing.result[verdict]}
            </State>
          ))}
        </p>
        <Matrix {...props} />
      </div>
      <p class="quiet small">{sandbox.endingMeans}</p>
    </>
  );
}

function Lists({ context, rows, row, ending, bankName }: ExampleProps) {
  const { words } = context;
  const { sandbox } = words;
  const outcomes: Readonly<Record<string, string>> = sandbox.outcomes;
  return (
    <form class="card lists" method="get" action="/sandbox#one">
      <SelectField
        name="bank"
        label={sandbox.bank}
        options={rows.map((option) => [option.key, rowName(option, words, bankName)])}
        chosen={row.key}
      />
      <SelectField
        name="ending"
        label={sandbox.ending}
        options={endingsOf(rows).map((name) => [name, `${name}: ${outcomes[name] ?? name}`])}
        chosen={ending}
      />
      <div class="row">
        <Submit>{sandbox.show}</Submit>
      </div>
    </form>
  );
}

function Matrix({ context, rows, row, ending, recorded, bankName }: ExampleProps) {
  const { sandbox } = context.words;
  const short: Readonly<Record<string, string>> = sandbox.short;
  const endings = endingsOf(rows);
  return (
    <table>
      <caption class="visually-hidden">{sandbox.title}</caption>
      <thead>
        <tr>
          <th scope="col">{sandbox.bank}</th>
          {endings.map((name) => (
            <th key={name} scope="col">
              {short[name] ?? name}
              <code>{name}</code>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((bankRow) => (
          <tr key={bankRow.key}>
            <th scope="row">{rowName(bankRow, context.words, bankName)}</th>
            {endings.map((name) => (
              <td key={name}>
                {bankRow.examples.has(name) && (
                  <Cell
                    context={context}
                    row={bankRow}
                    ending={name}
                    verdict={recordedVerdict(recorded[recordedName(bankRow.key, name)])}
                    isChosen={bankRow === row && name === ending}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps extends Pick<ExampleProps, 'context' | 'row' | 'ending'> {
  verdict: Verdict | null;
  isChosen: boolean;
}

function Cell({ context, row, ending, verdict, isChosen }: CellProps) {
  const { result } = context.words.landing;
  const suffix = verdict === null ? '' : `: ${result[verdict]}`;
  const tone = verdictTone(verdict);
  return (
    <a
      class={tone}
      href={`?${new URLSearchParams({ bank: row.key, ending })}#one`}
      aria-label={`${row.key} ${ending}${suffix}`}
      aria-current={isChosen ? 'true' : undefined}
    >
      <StatusIcon tone={tone} />
    </a>
  );
}
