/** Forms of webhook endpoints: create, send an example, pause and continue. */
import { type WebhookEndpoint, webhookEventTypes } from '../../../../engine/index.js';
import { PostForm, Submit } from '../../../components/form.js';
import { SelectField } from '../../../components/select-field.js';
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
      <PostForm context={context} action={`${path}/${id}/test`}>
        <SelectField
          name="type"
          id={`type-${id}`}
          label={words.type}
          options={webhookEventTypes.map((type) => [type, type])}
        />
        <div class="row">
          <button type="submit">{words.testButton}</button>
        </div>
      </PostForm>
    </details>
  );
}

export function PauseForm({ context, endpoint: { id, description, url, disabledAt } }: EndpointFormProps) {
  const action = disabledAt === null ? 'pause' : 'continue';
  const text = context.words.dashboard.webhooks[action];
  return (
    <PostForm context={context} action={`${path}/${id}/${action}`}>
      <button type="submit" aria-label={`${text}: ${description ?? url}`}>
        {text}
      </button>
    </PostForm>
  );
}

export function CreateEndpoint({ context }: { context: PageContext }) {
  const words = context.words.dashboard.webhooks;
  return (
    <section class="card" aria-labelledby="create">
      <h2 id="create">{words.create}</h2>
      <PostForm context={context} action={path}>
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
        <Submit>{words.createButton}</Submit>
      </PostForm>
    </section>
  );
}
