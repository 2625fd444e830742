/** Forms: each posts to our own origin and carries the token that `csrfProtection` asks for. */
import type { Visit } from '../types.js';

/** Name of the field, and in lower case with `x-` before it of the header. */
export const csrfField = 'csrf-token';

/** The first field of every form that posts. */
export function CsrfField({ visit }: { visit: Pick<Visit, 'csrfToken'> }) {
  return <input type="hidden" name={csrfField} value={visit.csrfToken} />;
}
