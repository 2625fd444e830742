/** The form for a receipt. Works without scripts; `assets/site.js` resizes large photographs. */
import { PostForm, Submit } from '../../components/form.js';
import { TextField } from '../../components/text-field.js';
import type { PageContext } from '../../types.js';
import type { ReceiptInput } from '../landing/form.js';

interface ReceiptFormProps {
  context: PageContext;
  action: string;
  input: ReceiptInput;
  /** True when the bank needs more than a number. */
  more: boolean;
}

export function ReceiptForm({ context, action, input, more }: ReceiptFormProps) {
  const { pay } = context.words;
  return (
    <PostForm context={context} class="card" action={action} encType="multipart/form-data">
      <label for="text">{pay.text}</label>
      <textarea id="text" name="text" rows={3} maxLength={4096} autocomplete="off" spellcheck={false}>
        {input.text}
      </textarea>
      {more && <More context={context} input={input} />}
      <label for="picture">{pay.picture}</label>
      <input
        id="picture"
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-describedby="picture-hint"
        data-shrink
      />
      <p class="quiet small" id="picture-hint">
        {pay.pictureHint}
      </p>
      <div class="camera">
        <label for="photo">{pay.camera}</label>
        <input
          id="photo"
          name="photo"
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          data-shrink
        />
      </div>
      <div class="row">
        <Submit>{pay.submit}</Submit>
      </div>
    </PostForm>
  );
}

function More({ context, input }: Pick<ReceiptFormProps, 'context' | 'input'>) {
  const { pay } = context.words;
  return (
    <>
      <TextField name="account" label={pay.more} value={input.account} maxLength={64} inputMode="numeric" />
      <TextField name="phone" label={pay.phone} value={input.phone} maxLength={64} inputMode="tel" />
    </>
  );
}
