/** Forms post to our own origin with the token that `csrfProtection` checks. */
import type { PageContext } from '../types.js';

/** Name of the field; the header has the same name in lower case after `x-`. */
export const csrfField = 'csrf-token';

/** The first field of every form that posts. */
export function CsrfField({ context }: { context: Pick<PageContext, 'csrfToken'> }) {
  return <input type="hidden" name={csrfField} value={context.csrfToken} />;
}
