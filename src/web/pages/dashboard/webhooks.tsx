/** Webhook endpoints: list, create, test, rotate, pause, remove; and the log of one. */
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointSecret,
  webhookEventTypes,
} from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { Code } from '../../components/code.js';
import { CsrfField } from '../../components/form.js';
import { Layout } from '../../components/layout.js';
import { Scroll } from '../../components/scroll.js';
import { State } from '../../components/status-icon.js';
import { type Clock, Moment } from '../../components/time.js';
import type { PageContext } from '../../types.js';
import { Notice, type NoticeName } from './notice.js';

const pages = '/dashboard/webhooks';

interface WebhooksProps {
  context: PageContext;
  clock: Clock;
  endpoints: readonly WebhookEndpoint[];
  notice: NoticeName | null;
  /** An endpoint with its new secret. */
  shown: WebhookEndpointSecret | null;
}

export function WebhooksPage({ context, clock, endpoints, notice, shown }: WebhooksProps) {
  const words = context.words.dashboard.webhooks;
  return (
    <Layout context={context} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <p>
        <a href="/dashboard">{words.back}</a>
      </p>
      <Notice context={context} name={notice} />
      {shown === null ? null : <NewSecret context={context} shown={shown} />}
      {endpoints.length === 0 ? <p>{words.none}</p> : null}
      <ul class="cards">
        {endpoints.map((one) => (
          <EndpointCard key={one.id} context={context} clock={clock} one={one} />
        ))}
      </ul>
      <CreateForm context={context} />
    </Layout>
  );
}

/** The only time a secret is shown. */
function NewSecret({ context, shown }: { context: PageContext; shown: WebhookEndpointSecret }) {
  const words = context.words.dashboard.webhooks;
  return (
    <section class="card notice good" aria-labelledby="new-secret">
      <h2 id="new-secret" tabIndex={-1}>
        {words.secret}
      </h2>
      <p>{words.secretMeans}</p>
      <p class="quiet small">{shown.url}</p>
      <Code text={shown.secret} labels={context.words.dashboard.keys} />
      <p>
        <a class="button" href={pages}>
          {words.done}
        </a>
      </p>
    </section>
  );
}

interface EndpointProps {
  context: PageContext;
  clock: Clock;
  one: WebhookEndpoint;
}

function EndpointCard({ context, clock, one }: EndpointProps) {
  const words = context.words.dashboard.webhooks;
  const { id, url, events, description, createdAt, disabledAt } = one;
  return (
    <li class="card">
      <h3>{description ?? url}</h3>
      <EndpointState context={context} clock={clock} one={one} />
      {description === null ? null : <p class="small">{url}</p>}
      <p class="quiet small">{events.includes('*') ? words.all : events.join(', ')}</p>
      <p class="quiet small">
        {words.created} <Moment clock={clock} at={createdAt} />
      </p>
      <p>
        <a href={`${pages}/${id}`} aria-label={`${words.log}: ${description ?? url}`}>
          {words.log}
        </a>
      </p>
      {disabledAt === null ? <TestForm context={context} one={one} /> : null}
      <Press context={context} one={one} what={disabledAt === null ? 'pause' : 'continue'} />
      <Confirm context={context} one={one} what="rotate" />
      <Confirm context={context} one={one} what="remove" />
    </li>
  );
}

function EndpointState({ context, clock, one }: EndpointProps) {
  const words = context.words.dashboard.webhooks;
  const { disabledAt, disabledReason, failingSince } = one;
  if (disabledAt !== null) {
    return (
      <>
        <p>
          <State tone="bad">{words.off}</State>
        </p>
        <p class="small">
          {words.why[disabledReason ?? 'owner']} <Moment clock={clock} at={disabledAt} />
        </p>
      </>
    );
  }
  if (failingSince === null) {
    return (
      <p>
        <State tone="good">{words.on}</State>
      </p>
    );
  }
  return (
    <p>
      <State tone="unsure">{words.failing}</State> <Moment clock={clock} at={failingSince} />
    </p>
  );
}

function TestForm({ context, one: { id, description, url } }: Omit<EndpointProps, 'clock'>) {
  const words = context.words.dashboard.webhooks;
  return (
    <details>
      <summary aria-label={`${words.test}: ${description ?? url}`}>{words.test}</summary>
      <form method="post" action={`${pages}/${id}/test`}>
        <CsrfField context={context} />
        <label for={`type-${id}`}>{words.type}</label>
        <select id={`type-${id}`} name="type">
          {webhookEventTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
        <div class="row">
          <button type="submit">{words.testButton}</button>
        </div>
      </form>
    </details>
  );
}

interface PressProps<What extends string> {
  context: PageContext;
  one: WebhookEndpoint;
  what: What;
}

function Press({ context, one: { id, description, url }, what }: PressProps<'pause' | 'continue'>) {
  const text = context.words.dashboard.webhooks[what];
  return (
    <form method="post" action={`${pages}/${id}/${what}`}>
      <CsrfField context={context} />
      <button type="submit" aria-label={`${text}: ${description ?? url}`}>
        {text}
      </button>
    </form>
  );
}

function Confirm({ context, one: { id, description, url }, what }: PressProps<'rotate' | 'remove'>) {
  const words = context.words.dashboard.webhooks[what];
  const name = description ?? url;
  return (
    <details>
      <summary aria-label={`${words.open}: ${name}`}>{words.open}</summary>
      <p>{words.means}</p>
      <form method="post" action={`${pages}/${id}/${what}`}>
        <CsrfField context={context} />
        <button class="danger" type="submit" aria-label={`${words.confirm}: ${name}`}>
          {words.confirm}
        </button>
      </form>
    </details>
  );
}

function CreateForm({ context }: { context: PageContext }) {
  const words = context.words.dashboard.webhooks;
  return (
    <details class="card">
      <summary>{words.create}</summary>
      <form method="post" action={pages}>
        <CsrfField context={context} />
        <label for="new-url">{words.url}</label>
        <input
          id="new-url"
          name="url"
          type="url"
          maxLength={2048}
          required
          autocomplete="off"
          aria-describedby="new-url-hint"
        />
        <p class="quiet small" id="new-url-hint">
          {words.urlHint}
        </p>
        <label for="new-description">{words.description}</label>
        <input id="new-description" name="description" maxLength={200} autocomplete="off" />
        <fieldset>
          <legend>{words.events}</legend>
          <label class="choice">
            <input type="checkbox" name="all" value="on" checked /> {words.all}
          </label>
          {webhookEventTypes.map((type) => (
            <label key={type} class="choice">
              <input type="checkbox" name={type} value="on" /> {type}
            </label>
          ))}
        </fieldset>
        <div class="row">
          <button class="primary" type="submit">
            {words.createButton}
          </button>
        </div>
      </form>
    </details>
  );
}

interface LogProps {
  context: PageContext;
  clock: Clock;
  endpoint: WebhookEndpoint;
  log: readonly WebhookDelivery[];
  notice: NoticeName | null;
}

export function WebhookLogPage({ context, clock, endpoint, log, notice }: LogProps) {
  const words = context.words.dashboard.webhooks;
  return (
    <Layout context={context} title={words.log} head={<link rel="stylesheet" href={assets['figures.css']} />}>
      <h1>{words.log}</h1>
      <p class="lead">{endpoint.description ?? endpoint.url}</p>
      <p>
        <a href={pages}>{words.backToList}</a>
      </p>
      <Notice context={context} name={notice} />
      {log.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <Log context={context} clock={clock} endpoint={endpoint} log={log} />
      )}
    </Layout>
  );
}

function Log({ context, clock, endpoint, log }: Omit<LogProps, 'notice'>) {
  const words = context.words.dashboard.webhooks;
  return (
    <Scroll label={words.log}>
      <table class="recent">
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.result}</th>
            <th scope="col">{words.next}</th>
            <th scope="col">{words.resend}</th>
          </tr>
        </thead>
        <tbody>
          {log.map((one) => (
            <tr key={one.id}>
              <td>
                <Moment clock={clock} at={one.attemptedAt ?? one.createdAt} />
              </td>
              <td>{one.type}</td>
              <td>{resultOf(one, words)}</td>
              <td>{one.nextAttemptAt === null ? '–' : <Moment clock={clock} at={one.nextAttemptAt} />}</td>
              <td>
                <form method="post" action={`${pages}/${endpoint.id}/deliveries/${one.id}/resend`}>
                  <CsrfField context={context} />
                  <button type="submit" aria-label={`${words.resend}: ${one.type}, ${one.id}`}>
                    {words.resend}
                  </button>
                </form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function resultOf(one: WebhookDelivery, words: PageContext['words']['dashboard']['webhooks']): string {
  const cause = one.httpStatus === null ? one.error : `HTTP ${one.httpStatus}`;
  const parts = [words.status[one.status], words.attempts(one.attempt), cause];
  return parts.filter((part) => part !== null).join(', ');
}
