/** The demo form: one field, one button for a file or the camera. Works without scripts; `assets/site.js` adds drop, paste and resizing. */
import type { DemoAllowance, ProviderInfo } from '../../../engine/index.js';
import type { SandboxExample } from '../../../http/pages.js';
import { PostForm, Submit } from '../../components/form.js';
import { Icon } from '../../components/icon.js';
import { SelectField } from '../../components/select-field.js';
import { TextField } from '../../components/text-field.js';
import type { PageContext } from '../../types.js';
import type { ReceiptInput } from './form.js';

interface DemoBoxProps {
  context: PageContext;
  input: ReceiptInput;
  providers: readonly ProviderInfo[];
  examples: readonly SandboxExample[];
  allowance: DemoAllowance | null;
  /** True when the folded fields are needed. */
  more: boolean;
}

/** The form's address ends in `#result`, so that a browser without scripts scrolls to the verdict. */
export function DemoBox({ context, input, providers, examples, allowance, more }: DemoBoxProps) {
  const { landing } = context.words;
  return (
    <PostForm
      context={context}
      class="drop ask"
      id="demo"
      action="/#result"
      encType="multipart/form-data"
      data-busy={landing.busy}
      data-failed={landing.failed}
    >
      <label for="text">{landing.box}</label>
      <textarea
        id="text"
        name="text"
        rows={2}
        maxLength={4096}
        placeholder={landing.boxHint}
        autocomplete="off"
        spellcheck={false}
      >
        {input.text}
      </textarea>
      <div class="buttons">
        <Submit>{landing.submit}</Submit>
        <input
          id="picture"
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
        />
        <label class="button" for="picture">
          <Icon name="camera" /> {landing.picture}
        </label>
      </div>
      <details open={more}>
        <summary>{landing.more}</summary>
        <More context={context} input={input} providers={providers} />
      </details>
      <Examples context={context} examples={examples} />
      <Allowance context={context} allowance={allowance} />
    </PostForm>
  );
}

function More({ context, input, providers }: Pick<DemoBoxProps, 'context' | 'input' | 'providers'>) {
  const { landing } = context.words;
  const banks = providers.filter(({ support }) => support === 'supported');
  return (
    <div class="columns">
      <div>
        <SelectField
          name="provider"
          label={landing.bank}
          options={[['', landing.anyBank], ...banks.map(({ key, name }) => [key, name] as const)]}
          chosen={input.provider}
        />
        <TextField
          name="account"
          label={landing.account}
          value={input.account}
          maxLength={64}
          inputMode="numeric"
        />
      </div>
      <div>
        <TextField name="phone" label={landing.phone} value={input.phone} maxLength={64} inputMode="tel" />
        <TextField
          name="amount"
          label={landing.amount}
          hint={landing.amountHint}
          value={input.amount}
          maxLength={40}
          inputMode="decimal"
        />
      </div>
    </div>
  );
}

/** Submit buttons of the same form; each sends its example instead of the input. */
function Examples({ context, examples }: Pick<DemoBoxProps, 'context' | 'examples'>) {
  const { landing } = context.words;
  const names: Readonly<Record<string, string>> = landing.examples;
  if (examples.length === 0) return null;
  return (
    <>
      <p class="small">{landing.simulated}</p>
      <div class="examples">
        {examples.map(({ outcome, request }) => (
          <button key={outcome} type="submit" name="example" value={request.reference}>
            {names[outcome]}
          </button>
        ))}
      </div>
    </>
  );
}

function Allowance({ context, allowance }: Pick<DemoBoxProps, 'context' | 'allowance'>) {
  const { landing } = context.words;
  return (
    <p id="left" class="quiet small">
      {allowance && landing.limits(allowance.verifications.limit, allowance.reads.limit)}{' '}
      {allowance && landing.left(allowance.verifications.left, allowance.reads.left)}
    </p>
  );
}
