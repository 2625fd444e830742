/** The shop of the account, as the cashier bot knows it. */
import type { Member, ReceivingAccount } from '../../../engine/index.js';
import { type Clock, Moment } from '../../components/time.js';
import type { PageContext } from '../../types.js';

interface ShopProps {
  context: PageContext;
  clock: Clock;
  members: readonly Member[];
  accounts: readonly ReceivingAccount[];
  bankName(key: string): string;
}

export function Shop({ context, clock, members, accounts, bankName }: ShopProps) {
  const words = context.words.dashboard.shop;
  return (
    <section aria-labelledby="shop">
      <h2 id="shop">{words.title}</h2>
      {members.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <div class="columns">
          <div>
            <h3>{words.members}</h3>
            <ul>
              {members.map(({ id, name, role, joinedAt }) => (
                <li key={id}>
                  {name} · {words.roles[role]}{' '}
                  <span class="quiet small">
                    {words.since} <Moment clock={clock} at={joinedAt} />
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3>{words.accounts}</h3>
            {accounts.length === 0 ? <p>{words.noAccounts}</p> : null}
            <ul>
              {accounts.map(({ id, provider, lastFour, holder }) => (
                <li key={id}>
                  {bankName(provider)}, {words.ends(lastFour)}
                  {holder === null ? '' : ` · ${holder}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {members.length === 0 ? null : <p class="quiet small">{words.manage}</p>}
    </section>
  );
}
