/** Parses single printed values. */

const blanks = new Set(['', '_', '-', '--', '---', '- - -', 'null']);

/** The trimmed printed value; null when blank (docs/providers/README.md#fields-of-a-receipt). */
export function printedText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return blanks.has(text) ? null : text;
}

/** Collapses blanks, for names and reasons of the common payment. */
export function singleSpaced(text: string | null): string | null {
  return text?.replace(/\s+/g, ' ').trim() || null;
}

/** Removes undefined members: fields that the receipt does not print. */
export function present<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const printed = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(printed) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Lower-cases A to Z only, so that positions do not change. */
export function lowerLatin(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const shape = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes strict base64; null for anything else, which Node would decode partly. */
export function base64Bytes(text: string): Buffer | null {
  return text.length % 4 === 0 && shape.test(text) ? Buffer.from(text, 'base64') : null;
}
