/** Forms of keys: create, change the label, revoke. */
import { type KeyInfo, scopes } from '../../../../engine/index.js';
import { PostForm, Submit } from '../../../components/form.js';
import { TextField } from '../../../components/text-field.js';
import type { PageContext } from '../../../types.js';
import { ConfirmForm, ModeChoice } from '../forms.js';

const path = '/dashboard/keys';

export function CreateKey({ context }: { context: PageContext }) {
  const words = context.words.dashboard.keys;
  return (
    <section class="card" aria-labelledby="create">
      <h2 id="create">{words.mint}</h2>
      <PostForm context={context} action={path}>
        <TextField name="label" label={words.label} hint={words.labelHint} maxLength={64} required />
        <ModeChoice context={context} />
        <fieldset>
          <legend>{words.scopes}</legend>
          <input type="hidden" name="scopes" value="chosen" />
          {scopes.map((scope) => (
            <label key={scope} class="choice">
              <input type="checkbox" name={`scope-${scope}`} checked /> {words.scope[scope]}
            </label>
          ))}
        </fieldset>
        <Submit>{words.mintButton}</Submit>
      </PostForm>
    </section>
  );
}

interface KeyFormProps {
  context: PageContext;
  info: KeyInfo;
}

export function LabelForm({ context, info: { prefix, label } }: KeyFormProps) {
  const words = context.words.dashboard.keys;
  return (
    <details>
      <summary aria-label={`${words.rename}: ${label}`}>{words.rename}</summary>
      <PostForm context={context} action={`${path}/${prefix}/label`}>
        <label for={`label-${prefix}`}>{words.label}</label>
        <input id={`label-${prefix}`} name="label" value={label} maxLength={64} required autocomplete="off" />
        <div class="row">
          <button type="submit">{words.save}</button>
        </div>
      </PostForm>
    </details>
  );
}

export function RevokeForm({ context, info: { prefix, label } }: KeyFormProps) {
  const words = context.words.dashboard.keys;
  return (
    <ConfirmForm
      context={context}
      action={`${path}/${prefix}/revoke`}
      target={label}
      words={{ open: words.revoke, means: words.revokeMeans, confirm: words.revokeConfirm }}
    />
  );
}
