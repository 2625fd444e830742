/** Forms that post to our own origin, with the token that `csrfProtection` checks. */
import type { ComponentChildren, FormHTMLAttributes } from 'preact';
import type { PageContext } from '../types.js';

/** Name of the field; the header has the same name in lower case after `x-`. */
export const csrfField = 'csrf-token';

interface PostFormProps extends FormHTMLAttributes<HTMLFormElement> {
  context: Pick<PageContext, 'csrfToken'>;
  action: string;
}

/** A form that posts, with the token in its first field. */
export function PostForm({ context, children, ...attributes }: PostFormProps) {
  return (
    <form method="post" {...attributes}>
      <input type="hidden" name={csrfField} value={context.csrfToken} />
      {children}
    </form>
  );
}

/** The main button of a form. */
export function Submit({ children }: { children: ComponentChildren }) {
  return (
    <button class="primary" type="submit">
      {children}
    </button>
  );
}
