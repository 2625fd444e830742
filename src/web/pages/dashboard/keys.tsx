/** API keys: create, rename, revoke. */
import { type KeyInfo, scopes } from '../../../engine/index.js';
import { Code } from '../../components/code.js';
import { CsrfField } from '../../components/form.js';
import { State } from '../../components/status-icon.js';
import { type Clock, Moment } from '../../components/time.js';
import type { PageContext } from '../../types.js';

/** Revoked keys shown; an account may have a thousand, which the command line lists. */
const revokedShown = 20;

interface KeysProps {
  context: PageContext;
  clock: Clock;
  keys: readonly KeyInfo[];
}

export function Keys({ context, clock, keys }: KeysProps) {
  const words = context.words.dashboard.keys;
  const working = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.flatMap(({ revokedAt, ...key }) =>
    revokedAt === null ? [] : [{ ...key, revokedAt }],
  );
  const newest = revoked.toSorted((a, b) => b.revokedAt.localeCompare(a.revokedAt)).slice(0, revokedShown);
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{words.title}</h2>
      {keys.length === 0 ? <p>{words.none}</p> : null}
      <ul class="cards">
        {working.map((info) => (
          <WorkingKey key={info.prefix} context={context} clock={clock} info={info} />
        ))}
      </ul>
      <MintForm context={context} />
      {revoked.length === 0 ? null : (
        <details>
          <summary>{words.revokedKeys(revoked.length)}</summary>
          {revoked.length > newest.length ? <p>{words.newestRevoked(newest.length)}</p> : null}
          <ul>
            {newest.map(({ prefix, label, revokedAt }) => (
              <li key={prefix}>
                <code>{prefix}…</code> {label} · {words.revoked} <Moment clock={clock} at={revokedAt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function WorkingKey({ context, clock, info }: { context: PageContext; clock: Clock; info: KeyInfo }) {
  const words = context.words.dashboard.keys;
  const { prefix, label, mode, rate, scopes: own, createdAt, lastUsedAt } = info;
  return (
    <li class="card">
      <h3>{label}</h3>
      <p>
        <State tone="good">{words.works}</State>
      </p>
      <p>
        <code>{prefix}…</code>
      </p>
      <p class="quiet small">{mode === 'live' ? words.live : words.test}</p>
      {own.length === scopes.length ? null : (
        <p class="quiet small">
          {words.scopes}: {own.map((scope) => words.scope[scope]).join('; ')}
        </p>
      )}
      <dl class="facts small">
        <dt>{words.lastUsed}</dt>
        <dd>{lastUsedAt === null ? words.never : <Moment clock={clock} at={lastUsedAt} />}</dd>
        <dt>{words.created}</dt>
        <dd>
          <Moment clock={clock} at={createdAt} />
        </dd>
      </dl>
      <p class="quiet small">{words.rate(rate)}</p>
      <details>
        <summary aria-label={`${words.rename}: ${label}`}>{words.rename}</summary>
        <form method="post" action={`/dashboard/keys/${prefix}/label`}>
          <CsrfField context={context} />
          <label for={`label-${prefix}`}>{words.label}</label>
          <input
            id={`label-${prefix}`}
            name="label"
            value={label}
            maxLength={64}
            required
            autocomplete="off"
          />
          <div class="row">
            <button type="submit">{words.save}</button>
          </div>
        </form>
      </details>
      <details>
        <summary aria-label={`${words.revoke}: ${label}`}>{words.revoke}</summary>
        <p>{words.revokeMeans}</p>
        <form method="post" action={`/dashboard/keys/${prefix}/revoke`}>
          <CsrfField context={context} />
          <button class="danger" type="submit" aria-label={`${words.revokeConfirm}: ${label}`}>
            {words.revokeConfirm}
          </button>
        </form>
      </details>
    </li>
  );
}

function MintForm({ context }: { context: PageContext }) {
  const words = context.words.dashboard.keys;
  return (
    <details class="card">
      <summary>{words.mint}</summary>
      <form method="post" action="/dashboard/keys">
        <CsrfField context={context} />
        <label for="new-label">{words.label}</label>
        <input
          id="new-label"
          name="label"
          maxLength={64}
          required
          autocomplete="off"
          aria-describedby="new-label-hint"
        />
        <p class="quiet small" id="new-label-hint">
          {words.labelHint}
        </p>
        <fieldset>
          <legend>{words.mode}</legend>
          <label class="choice">
            <input type="radio" name="mode" value="live" checked /> {words.live}
          </label>
          <label class="choice">
            <input type="radio" name="mode" value="test" /> {words.test}
          </label>
        </fieldset>
        <fieldset>
          <legend>{words.scopes}</legend>
          <input type="hidden" name="scopes" value="chosen" />
          {scopes.map((scope) => (
            <label key={scope} class="choice">
              <input type="checkbox" name={`scope-${scope}`} checked /> {words.scope[scope]}
            </label>
          ))}
        </fieldset>
        <div class="row">
          <button class="primary" type="submit">
            {words.mintButton}
          </button>
        </div>
      </form>
    </details>
  );
}

/** The only time a key is shown. */
export function NewKey({
  context,
  apiKey,
  baseUrl,
}: {
  context: PageContext;
  apiKey: string;
  baseUrl: string;
}) {
  const words = context.words.dashboard.keys;
  const curl = `curl -sS ${baseUrl}/api/usage -H 'x-api-key: ${apiKey}'`;
  return (
    <section class="card notice good" aria-labelledby="new-key">
      <h2 id="new-key" tabIndex={-1}>
        {words.minted}
      </h2>
      <p>{words.mintedMeans}</p>
      <Code text={apiKey} labels={words} />
      <p>{words.tryIt}</p>
      <Code text={curl} labels={words} />
      <p>
        <a class="button" href="/dashboard">
          {words.done}
        </a>
      </p>
    </section>
  );
}
