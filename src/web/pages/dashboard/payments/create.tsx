/** The form that creates a payment request. */
import { PostForm, Submit } from '../../../components/form.js';
import { TextField } from '../../../components/text-field.js';
import type { PageContext } from '../../../types.js';
import { ModeChoice } from '../forms.js';

export interface CreationForm {
  /** Of this form: sent twice, it creates one request. */
  token: string;
  /** False without receiving accounts: there is nowhere to pay to. */
  hasAccounts: boolean;
}

export function CreateRequest({ context, form }: { context: PageContext; form: CreationForm }) {
  const words = context.words.payments;
  return (
    <section class="card" aria-labelledby="create">
      <h2 id="create">{words.create}</h2>
      <PostForm context={context} action="/dashboard/payment-requests">
        <input type="hidden" name="token" value={form.token} />
        <Fields context={context} />
        <ModeChoice context={context} />
        <p class="quiet small">
          {words.receiversHint} <a href="/dashboard/receiving-accounts">{words.receiving.title}</a>
        </p>
        <Submit>{words.createButton}</Submit>
      </PostForm>
    </section>
  );
}

function Fields({ context }: { context: PageContext }) {
  const words = context.words.payments;
  return (
    <>
      <TextField
        name="amount"
        label={words.amountLabel}
        hint={words.amountHint}
        inputMode="decimal"
        maxLength={32}
        required
      />
      <TextField name="description" label={words.description} hint={words.descriptionHint} maxLength={200} />
      <TextField name="externalId" label={words.externalId} hint={words.externalIdHint} maxLength={100} />
      <TextField
        name="minutes"
        label={words.minutes}
        hint={words.minutesHint}
        inputMode="numeric"
        maxLength={32}
        value="60"
      />
      <label class="choice">
        <input type="checkbox" name="partial" /> {words.partial}
      </label>
    </>
  );
}
