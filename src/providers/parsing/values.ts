/** Single values as banks print them. */

const blanks = new Set(['', '_', '-', '--', '---', '- - -', 'null']);

/** The value as printed, without blanks around it; null when the bank left it blank (docs/providers/README.md#fields-of-a-receipt). */
export function printed(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return blanks.has(text) ? null : text;
}

/** One blank between words, for names and reasons of the common payment shape. */
export function singleSpaced(text: string | null): string | null {
  return text?.replace(/\s+/g, ' ').trim() || null;
}

/** Drops members that are undefined: fields a receipt does not print. */
export function present<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** A to Z as a to z and nothing else, so that every position stays what it is. */
export function lowerLatin(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
