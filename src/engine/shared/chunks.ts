/** Splits a list into chunks of a limited size, so that no step loads the store or the process for long. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
