/** The form for a receipt. Works without scripts; `assets/site.js` resizes large photographs. */
import { CsrfField } from '../../components/form.js';
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
    <form class="card" method="post" action={action} encType="multipart/form-data">
      <CsrfField context={context} />
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
        <button class="primary" type="submit">
          {pay.submit}
        </button>
      </div>
    </form>
  );
}

function More({ context, input }: Pick<ReceiptFormProps, 'context' | 'input'>) {
  const { pay } = context.words;
  return (
    <>
      <label for="account">{pay.more}</label>
      <input
        id="account"
        name="account"
        value={input.account}
        maxLength={64}
        inputMode="numeric"
        autocomplete="off"
      />
      <label for="phone">{pay.phone}</label>
      <input id="phone" name="phone" value={input.phone} maxLength={64} inputMode="tel" autocomplete="off" />
    </>
  );
}
