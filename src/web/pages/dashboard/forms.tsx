/** Parts of the forms of several sections. */
import { PostForm } from '../../components/form.js';
import type { PageContext } from '../../types.js';

interface ConfirmFormProps {
  context: PageContext;
  action: string;
  /** What the form changes, for screen readers, where a page has several such forms. */
  target?: string;
  words: { open: string; means?: string; confirm: string };
}

/** A change that is confirmed before it is made: unfolds to its consequences and a button. */
export function ConfirmForm({ context, action, target, words: { open, means, confirm } }: ConfirmFormProps) {
  const labelOf = (text: string) => target && `${text}: ${target}`;
  return (
    <details>
      <summary aria-label={labelOf(open)}>{open}</summary>
      {means && <p>{means}</p>}
      <PostForm context={context} action={action}>
        <button class="danger" type="submit" aria-label={labelOf(confirm)}>
          {confirm}
        </button>
      </PostForm>
    </details>
  );
}

/** The choice between real and simulated banks. */
export function ModeChoice({ context }: { context: PageContext }) {
  const { mode, live, test } = context.words.dashboard.keys;
  return (
    <fieldset>
      <legend>{mode}</legend>
      <label class="choice">
        <input type="radio" name="mode" value="live" checked /> {live}
      </label>
      <label class="choice">
        <input type="radio" name="mode" value="test" /> {test}
      </label>
    </fieldset>
  );
}
