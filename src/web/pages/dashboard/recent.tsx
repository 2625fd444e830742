/** The last requests of the account, without full references, which would open receipts. */
import { type Outcome, ownerName, type RecentCall } from '../../../engine/index.js';
import { Scroll } from '../../components/scroll.js';
import { State, type Tone } from '../../components/status-icon.js';
import { type Clock, Moment } from '../../components/time.js';
import type { Words } from '../../i18n/index.js';
import type { PageContext } from '../../types.js';

interface RecentProps {
  context: PageContext;
  clock: Clock;
  calls: readonly RecentCall[];
  bankName(key: string): string;
}

const tones: Readonly<Record<Outcome, Tone>> = {
  verified: 'good',
  cached: 'good',
  not_verified: 'bad',
  could_not_check: 'unsure',
};

export function Recent({ context, clock, calls, bankName }: RecentProps) {
  const { recent: words, outcomes } = context.words.dashboard;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{words.title}</h2>
      {calls.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Scroll label={words.title}>
          <table class="recent">
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                <th scope="col">{words.verdict}</th>
                <th scope="col">{words.bank}</th>
                <th scope="col">{words.reference}</th>
                <th scope="col">{words.by}</th>
              </tr>
            </thead>
            <tbody>
              {calls.map((call, index) => (
                <tr key={index}>
                  <td>
                    <Moment clock={clock} at={call.at} />
                  </td>
                  <td>
                    <State tone={tones[call.outcome]}>{outcomes[call.outcome]}</State>
                    {call.why === null ? null : (
                      <div class="why">
                        <code>{call.why}</code>
                      </div>
                    )}
                  </td>
                  <td>{call.provider === null ? '–' : bankName(call.provider)}</td>
                  <td>{call.lastFour === null ? '–' : <code>…{call.lastFour}</code>}</td>
                  <td>{callerOf(call, context.words.dashboard)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <p class="quiet small">{words.note}</p>
    </section>
  );
}

function callerOf({ prefix, member }: RecentCall, { title, recent }: Words['dashboard']) {
  if (prefix === null) return member ?? recent.member;
  return prefix === ownerName ? title : <code>{prefix}…</code>;
}
