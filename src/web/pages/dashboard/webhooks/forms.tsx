/** Forms of webhook endpoints: create, send an example, pause and continue. */
import { type WebhookEndpoint, webhookEventTypes } from '../../../../engine/index.js';
import { CsrfField } from '../../../components/form.js';
import { TextField } from '../../../components/text-field.js';
import type { PageContext } from '../../../types.js';

const path = '/dashboard/webhooks';

interface EndpointFormProps {
  context: PageContext;
  endpoint: WebhookEndpoint;
}

export function TestForm({ context, endpoint: { id, description, url } }: EndpointFormProps) {
  const words = context.words.dashboard.webhooks;
  return (
    <details>
      <summary aria-label={`${words.test}: ${description ?? url}`}>{words.test}</summary>
      <form method="post" action={`${path}/${id}/test`}>
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

export function PauseForm({ context, endpoint: { id, description, url, disabledAt } }: EndpointFormProps) {
  const action = disabledAt === null ? 'pause' : 'continue';
  const text = context.words.dashboard.webhooks[action];
  return (
    <form method="post" action={`${path}/${id}/${action}`}>
      <CsrfField context={context} />
      <button type="submit" aria-label={`${text}: ${description ?? url}`}>
        {text}
      </button>
    </form>
  );
}

export function CreateEndpoint({ context }: { context: PageContext }) {
  const words = context.words.dashboard.webhooks;
  return (
    <section class="card" aria-labelledby="create">
      <h2 id="create">{words.create}</h2>
      <form method="post" action={path}>
        <CsrfField context={context} />
        <TextField name="url" label={words.url} hint={words.urlHint} maxLength={2048} required />
        <TextField name="description" label={words.description} maxLength={200} />
        <fieldset>
          <legend>{words.events}</legend>
          <label class="choice">
            <input type="checkbox" name="all" value="on" checked /> {words.all}
          </label>
          <div class="choices">
            {webhookEventTypes.map((type) => (
              <label key={type} class="choice">
                <input type="checkbox" name={type} value="on" /> {type}
              </label>
            ))}
          </div>
        </fieldset>
        <button class="primary" type="submit">
          {words.createButton}
        </button>
      </form>
    </section>
  );
}
