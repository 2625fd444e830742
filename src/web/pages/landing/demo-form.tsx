/** The demo form. Works without scripts; `assets/site.js` adds drop, paste and resizing. */
import type { DemoAllowance, ProviderInfo } from '../../../engine/index.js';
import type { SandboxExample } from '../../../http/pages.js';
import { CsrfField } from '../../components/form.js';
import type { PageContext } from '../../types.js';
import type { DemoInput } from './form.js';

interface DemoBoxProps {
  context: PageContext;
  input: DemoInput;
  providers: readonly ProviderInfo[];
  examples: readonly SandboxExample[];
  /** True when the folded fields are needed. */
  more: boolean;
}

export function DemoBox({ context, input, providers, examples, more }: DemoBoxProps) {
  const { landing } = context.words;
  return (
    <form
      class="drop"
      id="demo"
      method="post"
      action="/"
      encType="multipart/form-data"
      data-busy={landing.busy}
      data-failed={landing.failed}
    >
      <CsrfField context={context} />
      <label for="text">{landing.box}</label>
      <textarea
        id="text"
        name="text"
        rows={3}
        maxLength={4096}
        placeholder={landing.boxHint}
        autocomplete="off"
        spellcheck={false}
      >
        {input.text}
      </textarea>
      <details open={more}>
        <summary>{landing.more}</summary>
        <More context={context} input={input} providers={providers} />
      </details>
      <label for="picture">{landing.picture}</label>
      <input
        id="picture"
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-describedby="picture-hint"
      />
      <p class="quiet small" id="picture-hint">
        {landing.pictureHint}
      </p>
      <div class="camera">
        <label for="photo">{landing.camera}</label>
        <input id="photo" name="photo" type="file" accept="image/jpeg,image/png" capture="environment" />
      </div>
      <div class="row">
        <button class="primary" type="submit">
          {landing.submit}
        </button>
      </div>
      <Examples context={context} examples={examples} />
    </form>
  );
}

function More({ context, input, providers }: Pick<DemoBoxProps, 'context' | 'input' | 'providers'>) {
  const { landing } = context.words;
  return (
    <div class="columns">
      <div>
        <label for="account">{landing.account}</label>
        <input
          id="account"
          name="account"
          value={input.account}
          maxLength={64}
          inputMode="numeric"
          autocomplete="off"
        />
        <label for="phone">{landing.phone}</label>
        <input
          id="phone"
          name="phone"
          value={input.phone}
          maxLength={64}
          inputMode="tel"
          autocomplete="off"
        />
      </div>
      <div>
        <label for="provider">{landing.bank}</label>
        <select id="provider" name="provider">
          <option value="">{landing.anyBank}</option>
          {providers
            .filter(({ support }) => support === 'supported')
            .map(({ key, name }) => (
              <option key={key} value={key} selected={key === input.provider}>
                {name}
              </option>
            ))}
        </select>
        <label for="amount">{landing.amount}</label>
        <input
          id="amount"
          name="amount"
          value={input.amount}
          maxLength={40}
          inputMode="decimal"
          autocomplete="off"
          aria-describedby="amount-hint"
        />
        <p class="quiet small" id="amount-hint">
          {landing.amountHint}
        </p>
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
      <p>{landing.simulated}</p>
      <div class="row">
        {examples.map(({ outcome, request }) => (
          <button key={outcome} type="submit" name="example" value={request.reference}>
            {names[outcome]}
          </button>
        ))}
      </div>
    </>
  );
}

export function Allowance({ context, allowance }: { context: PageContext; allowance: DemoAllowance | null }) {
  const { landing } = context.words;
  return (
    <p id="left" class="quiet small">
      {allowance && landing.limits(allowance.verifications.limit, allowance.reads.limit)}{' '}
      {allowance && landing.left(allowance.verifications.left, allowance.reads.left)}
    </p>
  );
}
