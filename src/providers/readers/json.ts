/** JSON bodies of banks: hostile until read. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** A receipt is about 2 kB; whatever is longer than this is not one, and is not parsed. */
const longest = 262_144;

/**
 * The object a body holds, or null when it holds anything else.
 * @param limit characters, for envelopes that carry a document
 */
export function jsonObject(text: string, limit = longest): JsonObject | null {
  if (text.length > limit) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value when it is an object with named members, else null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The objects of an array; empty for anything else. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((entry) => entry !== null) : [];
}
