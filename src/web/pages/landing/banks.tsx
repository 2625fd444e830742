/** The banks: what each needs, and its current state. */
import type { BankComponent, ProviderInfo } from '../../../engine/index.js';
import { State } from '../../components/status-icon.js';
import { stateTones } from '../../components/tones.js';
import type { Visitor } from '../../types.js';

interface BanksProps {
  context: Visitor;
  providers: readonly ProviderInfo[];
  /** State of each bank, by provider key. */
  states: ReadonlyMap<string, BankComponent['status']>;
  isLive: boolean;
}

/** Only their simulated receipts can be read so far (docs/providers/siinqee.md). */
const unreadWhereLive: ReadonlySet<string> = new Set(['siinqee']);

export function BankGrid({ context, providers, states, isLive }: BanksProps) {
  const { banks } = context.words.landing;
  const supported = providers.filter(({ support }) => support === 'supported');
  const recognised = providers.filter(({ support }) => support !== 'supported');
  return (
    <section aria-labelledby="banks">
      <h2 id="banks">{banks.title}</h2>
      <p>{banks.lead}</p>
      <ul class="banks">
        {supported.map((provider) => (
          <Bank
            key={provider.key}
            context={context}
            provider={provider}
            isRead={!(isLive && unreadWhereLive.has(provider.key))}
            state={states.get(provider.key) ?? 'unknown'}
          />
        ))}
      </ul>
      <p class="quiet">
        {banks.recognised}: {recognised.map(({ name }) => name).join(', ')}
      </p>
      <p>
        <a href="/status">{banks.status}</a>
      </p>
    </section>
  );
}

interface BankProps {
  context: Visitor;
  provider: ProviderInfo;
  isRead: boolean;
  state: BankComponent['status'];
}

function Bank({ context, provider, isRead, state }: BankProps) {
  const { landing, status } = context.words;
  const { banks } = landing;
  const { name, needs, viewLimited } = provider;
  const needed = needs.map((need) => banks.needs[need]).join(', ') || banks.number;
  const note = viewLimited ? banks.fewViews : needed;
  return (
    <li class="card">
      <h3>{name}</h3>
      <State tone={stateTones[state]}>{status.states[state]}</State>
      <p class="small quiet">{isRead ? note : banks.unread}</p>
    </li>
  );
}
