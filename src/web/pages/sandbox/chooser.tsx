/** Banks and endings: a table of links, and on a phone two lists. */
import type { Verdict } from '../../../engine/api/errors.js';
import { State, StatusIcon } from '../../components/status-icon.js';
import { type ExampleProps, recordedVerdict, rowName, tones, verdictTone } from './chosen.js';
import { endingsOf } from './matrix.js';
import { recordedName } from './recorded.js';

export function Chooser(props: ExampleProps) {
  const { sandbox, landing } = props.context.words;
  return (
    <>
      <Lists {...props} />
      <div class="matrix">
        <p class="row">
          {(Object.keys(tones) as Verdict[]).map((verdict) => (
            <State key={verdict} tone={tones[verdict]}>
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
      <label for="bank">{sandbox.bank}</label>
      <select id="bank" name="bank">
        {rows.map((one) => (
          <option key={one.key} value={one.key} selected={one === row}>
            {rowName(one, words, bankName)}
          </option>
        ))}
      </select>
      <label for="ending">{sandbox.ending}</label>
      <select id="ending" name="ending">
        {endingsOf(rows).map((one) => (
          <option key={one} value={one} selected={one === ending}>
            {one}: {outcomes[one] ?? one}
          </option>
        ))}
      </select>
      <div class="row">
        <button class="primary" type="submit">
          {sandbox.show}
        </button>
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
          {endings.map((one) => (
            <th key={one} scope="col">
              {short[one] ?? one}
              <code>{one}</code>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.key}>
            <th scope="row">{rowName(one, context.words, bankName)}</th>
            {endings.map((name) => (
              <td key={name}>
                {one.examples.has(name) && (
                  <Cell
                    context={context}
                    row={one}
                    ending={name}
                    verdict={recordedVerdict(recorded[recordedName(one.key, name)])}
                    isChosen={one === row && name === ending}
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
